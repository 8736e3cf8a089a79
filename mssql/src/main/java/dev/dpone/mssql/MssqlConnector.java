package dev.dpone.mssql;

import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.Treatment;
import java.util.List;
import java.util.Optional;

/** SQL Server 2016 and later as a target. */
public final class MssqlConnector implements TargetConnector {
    private final Waits waits;

    public MssqlConnector() {
        this(Waits.defaults());
    }

    MssqlConnector(Waits waits) {
        this.waits = waits;
    }

    @Override
    public String type() {
        return "mssql";
    }

    @Override
    public ColumnMapping map(SourceColumn column, Optional<String> authoredType) {
        return TypeMapping.map(column, authoredType);
    }

    @Override
    public List<Treatment> treatments(SourceColumn column, Optional<String> authoredType) {
        return Treatments.of(column, authoredType);
    }

    @Override
    public RowFormat format(List<ColumnMapping> columns) {
        return new NativeBulkFormat(columns);
    }

    @Override
    public List<PlannedStatement> statements(TargetPlan plan) {
        return PlannedSql.of(plan);
    }

    @Override
    public List<String> controlDdl(String stagingSchema) {
        return ControlTables.ddl(stagingSchema);
    }

    @Override
    public MssqlTarget connect(ConnectionSpec connection) {
        return new MssqlTarget(ConnectionSettings.of(connection), waits);
    }
}
