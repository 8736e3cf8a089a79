package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whether dpone's user may do what the delivery needs, asked before anything is read. What the engine cannot tell is let pass. */
final class Privileges {
    private final Session session;
    private final Set<String> missing = new LinkedHashSet<>();

    private Privileges(Session session) {
        this.session = session;
    }

    static void check(Session session, TargetPlan plan, boolean tableExists) throws SQLException {
        Privileges privileges = new Privileges(session);
        if (tableExists) {
            privileges.needTable(Identifier.quoted(plan.table()), needed(plan.strategy()));
        } else {
            privileges.needSchema(plan.table().schema(), "ALTER", "SELECT", "INSERT");
            privileges.needDatabase("CREATE TABLE");
        }
        privileges.needSchema(plan.stagingSchema(), "ALTER", "SELECT", "INSERT");
        privileges.needDatabase("CREATE TABLE");
        privileges.needControlTables();
        privileges.refuseMissing();
    }

    private static String[] needed(Strategy strategy) {
        if (strategy instanceof Strategy.Append) {
            return new String[] {"INSERT"};
        }
        return new String[] {"SELECT", "INSERT", strategy instanceof Strategy.Merge ? "UPDATE" : "DELETE"};
    }

    /** The rights on a schema, or to create it where it is missing: a schema's owner has them all. */
    private void needSchema(String schema, String... permissions) throws SQLException {
        if (!ControlTables.schemaExists(session, schema)) {
            needDatabase("CREATE SCHEMA");
            return;
        }
        for (String permission : permissions) {
            if (lacks(Identifier.quoted(schema), "SCHEMA", permission)) {
                missing.add(permission + " ON SCHEMA::" + Identifier.quoted(schema));
            }
        }
    }

    private void needTable(String quotedTable, String... permissions) throws SQLException {
        for (String permission : permissions) {
            if (lacks(quotedTable, "OBJECT", permission)) {
                missing.add(permission + " ON OBJECT::" + quotedTable);
            }
        }
    }

    private void needDatabase(String permission) throws SQLException {
        String sql = "SELECT HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', ?)";
        if (session.get(sql, row -> row.getInt(1) == 0 && !row.wasNull(), permission)) {
            missing.add(permission);
        }
    }

    private void needControlTables() throws SQLException {
        if (!ControlTables.schemaExists(session, ControlTables.SCHEMA)) {
            needDatabase("CREATE SCHEMA");
            return;
        }
        boolean mayCreate = !lacks(Identifier.quoted(ControlTables.SCHEMA), "SCHEMA", "ALTER");
        needControl(ControlTables.FENCE, mayCreate, "SELECT", "INSERT", "UPDATE");
        needControl(ControlTables.STAGES, mayCreate, "SELECT", "INSERT", "UPDATE", "DELETE");
        needControl(ControlTables.RECEIPTS, mayCreate, "SELECT", "INSERT");
    }

    /** A table that is not seen is created, or is there for those who may see it. */
    private void needControl(String quotedTable, boolean mayCreate, String... permissions) throws SQLException {
        if (ControlTables.exists(session, quotedTable)) {
            needTable(quotedTable, permissions);
        } else if (!mayCreate) {
            for (String permission : permissions) {
                missing.add(permission + " ON OBJECT::" + quotedTable);
            }
        }
    }

    private boolean lacks(String securable, String kind, String permission) throws SQLException {
        String sql = "SELECT HAS_PERMS_BY_NAME(?, ?, ?)";
        return session.get(sql, row -> row.getInt(1) == 0 && !row.wasNull(), securable, kind, permission);
    }

    /** Whether the user may truncate the table. */
    static boolean mayAlter(Session session, TableRef table) throws SQLException {
        String sql = "SELECT HAS_PERMS_BY_NAME(?, N'OBJECT', N'ALTER')";
        return session.get(sql, row -> row.getInt(1) == 1, Identifier.quoted(table));
    }

    private void refuseMissing() throws SQLException {
        if (missing.isEmpty()) {
            return;
        }
        String user = session.get("SELECT USER_NAME()", row -> row.getString(1));
        List<String> grants = missing.stream()
                .map(grant -> "GRANT " + grant + " TO " + Identifier.quoted(user))
                .toList();
        throw new DponeException(
                ErrorCode.TARGET_REFUSED,
                "User " + user + " lacks: " + String.join(", ", missing),
                "Have an administrator run: " + String.join("; ", grants) + ".");
    }
}
