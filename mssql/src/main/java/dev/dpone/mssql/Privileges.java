package dev.dpone.mssql;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether dpone's user may do what the delivery needs, asked in one statement before anything is read. What the engine cannot
 * tell is let pass.
 */
final class Privileges {
    private static final Right CREATE_SCHEMA = Right.database("CREATE SCHEMA");
    private static final Right CREATE_TABLE = Right.database("CREATE TABLE");

    private final Map<String, Boolean> answers;
    private final Set<String> missing = new LinkedHashSet<>();

    /**
     * One permission on one thing.
     *
     * @param on as in GRANT, empty for the database
     * @param securable as in HAS_PERMS_BY_NAME
     */
    private record Right(String permission, String on, String securable) {
        static Right database(String permission) {
            return new Right(permission, "", "DB_NAME(), N'DATABASE'");
        }

        static List<Right> schema(String schema) {
            String quoted = Identifier.quoted(schema);
            return Stream.of("ALTER", "SELECT", "INSERT")
                    .map(permission ->
                            new Right(permission, " ON SCHEMA::" + quoted, Literals.text(quoted) + ", N'SCHEMA'"))
                    .toList();
        }

        static List<Right> table(String quoted, String... permissions) {
            return Stream.of(permissions)
                    .map(permission ->
                            new Right(permission, " ON OBJECT::" + quoted, Literals.text(quoted) + ", N'OBJECT'"))
                    .toList();
        }

        String question() {
            return "HAS_PERMS_BY_NAME(" + securable + ", " + Literals.text(permission) + ")";
        }

        String grant() {
            return permission + on;
        }
    }

    /** One of dpone's own tables, with what is done to it. */
    private record Control(String quotedTable, List<Right> rights) {
        static final List<Control> ALL = List.of(
                of(ControlTables.FENCE, "SELECT", "INSERT", "UPDATE"),
                of(ControlTables.STAGES, "SELECT", "INSERT", "UPDATE", "DELETE"),
                of(ControlTables.RECEIPTS, "SELECT", "INSERT"));

        private static Control of(String quotedTable, String... permissions) {
            return new Control(quotedTable, Right.table(quotedTable, permissions));
        }
    }

    private Privileges(Map<String, Boolean> answers) {
        this.answers = answers;
    }

    static void check(Session session, TargetPlan plan, boolean tableExists) throws SQLException {
        List<Right> target = tableExists
                ? Right.table(Identifier.quoted(plan.table()), needed(plan.strategy()))
                : Right.schema(plan.table().schema());
        List<Right> staging = Right.schema(plan.stagingSchema());
        List<Right> control = Right.schema(ControlTables.SCHEMA);
        Set<String> questions = new LinkedHashSet<>(List.of(
                schemaExists(plan.table().schema()),
                schemaExists(plan.stagingSchema()),
                schemaExists(ControlTables.SCHEMA)));
        Stream.of(List.of(CREATE_SCHEMA, CREATE_TABLE), target, staging, control)
                .flatMap(List::stream)
                .forEach(right -> questions.add(right.question()));
        Control.ALL.forEach(table -> {
            questions.add(exists(table));
            table.rights().forEach(right -> questions.add(right.question()));
        });
        Privileges privileges = new Privileges(ask(session, questions));
        if (tableExists) {
            target.forEach(privileges::need);
        } else {
            privileges.needSchema(plan.table().schema(), target);
            privileges.need(CREATE_TABLE);
        }
        privileges.needSchema(plan.stagingSchema(), staging);
        privileges.need(CREATE_TABLE);
        privileges.needControlTables(control.get(0));
        privileges.refuseMissing(session);
    }

    private static String[] needed(Strategy strategy) {
        if (strategy instanceof Strategy.Append) {
            return new String[] {"INSERT"};
        }
        return new String[] {"SELECT", "INSERT", strategy instanceof Strategy.Merge ? "UPDATE" : "DELETE"};
    }

    private static String schemaExists(String schema) {
        return "CASE WHEN SCHEMA_ID(" + Literals.text(schema) + ") IS NULL THEN 0 ELSE 1 END";
    }

    private static String exists(Control table) {
        return "CASE WHEN OBJECT_ID(" + Literals.text(table.quotedTable()) + ") IS NULL THEN 0 ELSE 1 END";
    }

    /** The answer to each question, each an expression that is 0 for no. */
    private static Map<String, Boolean> ask(Session session, Set<String> questions) throws SQLException {
        List<String> ordered = new ArrayList<>(questions);
        String sql = ordered.stream().collect(Collectors.joining(",\n", "SELECT ", ""));
        return session.get(sql, row -> {
            Map<String, Boolean> answers = new HashMap<>();
            for (int i = 0; i < ordered.size(); i++) {
                answers.put(ordered.get(i), row.getInt(i + 1) != 0 || row.wasNull());
            }
            return answers;
        });
    }

    private boolean yes(String question) {
        return answers.getOrDefault(question, true);
    }

    private void need(Right right) {
        if (!yes(right.question())) {
            missing.add(right.grant());
        }
    }

    /** The rights on a schema, or to create it where it is missing: a schema's owner has them all. */
    private void needSchema(String schema, List<Right> rights) {
        if (yes(schemaExists(schema))) {
            rights.forEach(this::need);
        } else {
            need(CREATE_SCHEMA);
        }
    }

    /** A table that is not seen is created, or is there for those who may see it. */
    private void needControlTables(Right mayCreate) {
        if (!yes(schemaExists(ControlTables.SCHEMA))) {
            need(CREATE_SCHEMA);
            return;
        }
        for (Control table : Control.ALL) {
            if (yes(exists(table))) {
                table.rights().forEach(this::need);
            } else if (!yes(mayCreate.question())) {
                table.rights().forEach(right -> missing.add(right.grant()));
            }
        }
    }

    /** Whether the user may truncate the table. */
    static boolean mayAlter(Session session, TableRef table) throws SQLException {
        String sql = "SELECT HAS_PERMS_BY_NAME(?, N'OBJECT', N'ALTER')";
        return session.get(sql, row -> row.getInt(1) == 1, Identifier.quoted(table));
    }

    private void refuseMissing(Session session) throws SQLException {
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
