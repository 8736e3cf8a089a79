package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.RegisteredTable;
import dev.dpone.spi.StageUsage;
import dev.dpone.spi.TableRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;

/** Count and size of every registered table there is, other deliveries' included. What cannot be read is a failure. */
final class StageSizes {
    /**
     * Pages by the catalog, with what the login may see: a table in a schema it may alter or whose definitions it may view is
     * there if it is listed; of any other nothing can be said.
     */
    private static final String ALLOCATED = """
            SELECT stage.schema_name, stage.table_name, stage.run_id, stage.created_at, existing.object_id,
              (SELECT SUM(unit.total_pages) * CAST(8192 AS bigint) FROM sys.partitions AS part
                 JOIN sys.allocation_units AS unit
                   ON unit.container_id = CASE unit.type WHEN 2 THEN part.partition_id ELSE part.hobt_id END
               WHERE part.object_id = stage.object_id),
              CASE WHEN stage.object_id = 0 OR SCHEMA_ID(stage.schema_name) IS NULL
                OR HAS_PERMS_BY_NAME(QUOTENAME(stage.schema_name), N'SCHEMA', N'ALTER') = 1
                OR HAS_PERMS_BY_NAME(QUOTENAME(stage.schema_name), N'SCHEMA', N'VIEW DEFINITION') = 1 THEN 1 ELSE 0 END
            FROM [dpone].[stages] AS stage LEFT JOIN sys.objects AS existing ON existing.object_id = stage.object_id""";

    /** Babelfish has neither view, but lets PostgreSQL's function be called. */
    private static final String ALLOCATED_ON_BABELFISH = """
            SELECT stage.schema_name, stage.table_name, stage.run_id, stage.created_at, existing.object_id,
              CASE WHEN existing.object_id IS NULL THEN NULL ELSE pg_total_relation_size(existing.object_id) END, 1
            FROM [dpone].[stages] AS stage LEFT JOIN sys.tables AS existing ON existing.object_id = stage.object_id""";

    private record Size(RegisteredTable stage, boolean unread, boolean visible) {
        static Size read(ResultSet row) throws SQLException {
            TableRef table = new TableRef(row.getString(1), row.getString(2));
            Instant createdAt = row.getObject(4, LocalDateTime.class).toInstant(ZoneOffset.UTC);
            boolean exists = row.getObject(5) != null;
            long bytes = row.getLong(6);
            boolean unread = row.wasNull();
            return new Size(
                    new RegisteredTable(table, row.getString(3), exists, bytes, createdAt), unread, row.getInt(7) == 1);
        }
    }

    /** Looks, in all, before a size that cannot be read is a failure: other deliveries drop their stages meanwhile. */
    private static final int LOOKS = 5;

    private StageSizes() {}

    static StageUsage read(Session session, Capabilities capabilities) throws SQLException {
        List<Size> sizes = list(session, capabilities);
        for (int look = 1; look < LOOKS && sizes.stream().anyMatch(StageSizes::unreadable); look++) {
            sizes = list(session, capabilities);
        }
        long tables = 0;
        long bytes = 0;
        for (Size size : sizes) {
            if (unreadable(size)) {
                throw new DponeException(
                        ErrorCode.TARGET_REFUSED,
                        "The size of stage table " + size.stage().table() + " cannot be read",
                        "Grant dpone's login VIEW DEFINITION on the table's schema, or delete its row from dpone.stages"
                                + " if it was dropped by hand.");
            }
            if (size.stage().exists()) {
                tables++;
                bytes = Math.addExact(bytes, size.stage().bytes());
            }
        }
        return new StageUsage(tables, bytes);
    }

    /** Every row of the registry; sizes that the login may not see are 0. */
    static List<RegisteredTable> all(Session session, Capabilities capabilities) throws SQLException {
        return list(session, capabilities).stream()
                .map(Size::stage)
                .sorted(Comparator.comparing(RegisteredTable::createdAt))
                .toList();
    }

    private static List<Size> list(Session session, Capabilities capabilities) throws SQLException {
        return session.list(capabilities.babelfish() ? ALLOCATED_ON_BABELFISH : ALLOCATED, Size::read);
    }

    private static boolean unreadable(Size size) {
        return size.stage().exists() ? size.unread() : !size.visible();
    }
}
