package dev.dpone.mssql;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetConnector;
import dev.dpone.spi.TargetPlan;
import java.util.List;
import java.util.Optional;

/** SQL Server 2016 and later as a target. */
public final class MssqlConnector implements TargetConnector {
    @Override
    public String type() {
        return "mssql";
    }

    @Override
    public ColumnMapping map(SourceColumn column, Optional<String> authoredType) {
        return TypeMapping.map(column, authoredType);
    }

    @Override
    public RowFormat format(List<ColumnMapping> columns) {
        return new NativeBulkFormat(columns);
    }

    @Override
    public List<PlannedStatement> statements(TargetPlan plan) {
        ColumnNames.check(plan.columns());
        return List.of(new PlannedStatement("Create the target if it is missing", TableSql.createTarget(plan)));
    }

    @Override
    public Target connect(ConnectionSpec connection) {
        throw new DponeException(
                ErrorCode.NOT_SUPPORTED_YET,
                "Connection " + connection.id() + ": dpone does not import into SQL Server yet",
                "Deliver to PostgreSQL, or use 'dpone plan' to see the types and the bulk format.");
    }
}
