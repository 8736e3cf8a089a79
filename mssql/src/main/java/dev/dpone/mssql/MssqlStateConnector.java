package dev.dpone.mssql;

import dev.dpone.spi.ConnectionSpec;
import dev.dpone.state.StateConnector;
import dev.dpone.state.StateStore;
import dev.dpone.state.database.DatabaseStateStore;
import java.util.List;

/** State in a schema of a SQL Server database. */
public final class MssqlStateConnector implements StateConnector {
    private final Waits waits;

    public MssqlStateConnector() {
        this(Waits.defaults());
    }

    MssqlStateConnector(Waits waits) {
        this.waits = waits;
    }

    @Override
    public String type() {
        return "mssql";
    }

    @Override
    public List<String> ddl(String schema) {
        return new StateSql(schema).ddl();
    }

    @Override
    public void check(ConnectionSpec connection, String schema) {
        tables(connection, schema).close();
    }

    @Override
    public StateStore open(ConnectionSpec connection, String schema) {
        return DatabaseStateStore.open(tables(connection, schema));
    }

    private MssqlStateTables tables(ConnectionSpec connection, String schema) {
        return new MssqlStateTables(connection, new StateSql(schema), waits);
    }
}
