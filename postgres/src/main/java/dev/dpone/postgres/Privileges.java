package dev.dpone.postgres;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether dpone's role may do what the delivery needs, asked before anything is read. */
final class Privileges {
    private final Session session;
    private final List<String> missing = new ArrayList<>();

    private Privileges(Session session) {
        this.session = session;
    }

    static void check(Session session, TargetPlan plan, Optional<TargetTable> table) throws SQLException {
        Privileges privileges = new Privileges(session);
        if (table.isPresent()) {
            privileges.needSchema(plan.table().schema(), "USAGE");
            privileges.needTable(plan, table.get());
        } else {
            privileges.needSchema(plan.table().schema(), "USAGE");
            privileges.needSchema(plan.table().schema(), "CREATE");
        }
        privileges.needSchema(plan.stagingSchema(), "USAGE");
        privileges.needSchema(plan.stagingSchema(), "CREATE");
        privileges.needControlTables();
        privileges.refuseMissing();
    }

    /** The right on a schema, or to create it where it is missing. */
    private void needSchema(String schema, String privilege) throws SQLException {
        if (!ControlTables.schemaExists(session, schema)) {
            needDatabaseCreate();
        } else if (!holds("SELECT has_schema_privilege(?, ?)", schema, privilege)) {
            missing.add(privilege + " ON SCHEMA " + Identifier.quoted(schema));
        }
    }

    private void needDatabaseCreate() throws SQLException {
        if (!holds("SELECT has_database_privilege(current_database(), 'CREATE')")) {
            String database = session.get("SELECT current_database()", row -> row.getString(1));
            String grant = "CREATE ON DATABASE " + Identifier.quoted(database);
            if (!missing.contains(grant)) {
                missing.add(grant);
            }
        }
    }

    private void needTable(TargetPlan plan, TargetTable table) throws SQLException {
        for (String privilege : needed(plan.strategy())) {
            if (!hasOn(table.oid(), privilege)) {
                missing.add(privilege + " ON TABLE " + Identifier.quoted(plan.table()));
            }
        }
    }

    private static List<String> needed(Strategy strategy) {
        if (strategy instanceof Strategy.Append) {
            return List.of("INSERT");
        }
        return List.of("SELECT", "INSERT", strategy instanceof Strategy.Merge ? "UPDATE" : "DELETE");
    }

    private void needControlTables() throws SQLException {
        if (!ControlTables.schemaExists(session, ControlTables.SCHEMA)) {
            needDatabaseCreate();
            return;
        }
        needSchema(ControlTables.SCHEMA, "USAGE");
        if (!ControlTables.complete(session)) {
            needSchema(ControlTables.SCHEMA, "CREATE");
        }
        needControl(ControlTables.FENCE, "SELECT", "INSERT", "UPDATE");
        needControl(ControlTables.STAGES, "SELECT", "INSERT", "DELETE");
        needControl(ControlTables.RECEIPTS, "SELECT", "INSERT");
        needReceiptsUpToDate();
    }

    /** Only a table's owner may add a column to it. */
    private void needReceiptsUpToDate() throws SQLException {
        String owns = """
                SELECT pg_has_role(relowner, 'USAGE') FROM pg_class
                WHERE relname = ? AND relnamespace = to_regnamespace('dpone')""";
        if (ControlTables.exists(session, ControlTables.RECEIPTS)
                && !ControlTables.countsUpdates(session)
                && !holds(owns, ControlTables.RECEIPTS)) {
            throw new DponeException(
                    ErrorCode.TARGET_REFUSED,
                    "Table dpone.commit_receipts was made by an earlier version of dpone and lacks column updated_rows",
                    "Have its owner run: " + ControlTables.ADD_UPDATED_ROWS + ".");
        }
    }

    private void needControl(String table, String... privileges) throws SQLException {
        if (!ControlTables.exists(session, table)) {
            return;
        }
        for (String privilege : privileges) {
            String sql = """
                    SELECT has_table_privilege(oid, ?) FROM pg_class
                    WHERE relname = ? AND relnamespace = to_regnamespace('dpone')""";
            if (!holds(sql, privilege, table)) {
                missing.add(privilege + " ON TABLE " + ControlTables.SCHEMA + "." + table);
            }
        }
    }

    private boolean hasOn(long oid, String privilege) throws SQLException {
        return hasOn(session, oid, privilege);
    }

    static boolean hasOn(Session session, long oid, String privilege) throws SQLException {
        return session.get("SELECT has_table_privilege(?::bigint::oid, ?)", row -> row.getBoolean(1), oid, privilege);
    }

    private boolean holds(String sql, Object... parameters) throws SQLException {
        return session.get(sql, row -> row.getBoolean(1), parameters);
    }

    private void refuseMissing() throws SQLException {
        if (missing.isEmpty()) {
            return;
        }
        String role = session.get("SELECT current_user", row -> row.getString(1));
        List<String> grants = missing.stream()
                .map(grant -> "GRANT " + grant + " TO " + Identifier.quoted(role))
                .toList();
        throw new DponeException(
                ErrorCode.TARGET_REFUSED,
                "Role " + role + " lacks: " + String.join(", ", missing),
                "Have the owner run: " + String.join("; ", grants) + ".");
    }
}
