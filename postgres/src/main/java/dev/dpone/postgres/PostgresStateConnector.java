package dev.dpone.postgres;

import dev.dpone.spi.ConnectionSpec;
import dev.dpone.state.StateConnector;
import dev.dpone.state.StateStore;
import dev.dpone.state.database.DatabaseStateStore;
import java.util.List;

/** State in a schema of a PostgreSQL database. */
public final class PostgresStateConnector implements StateConnector {
    private final Waits waits;

    public PostgresStateConnector() {
        this(Waits.defaults());
    }

    PostgresStateConnector(Waits waits) {
        this.waits = waits;
    }

    @Override
    public String type() {
        return "postgres";
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

    private PostgresStateTables tables(ConnectionSpec connection, String schema) {
        return new PostgresStateTables(connection, new StateSql(schema), waits);
    }
}
