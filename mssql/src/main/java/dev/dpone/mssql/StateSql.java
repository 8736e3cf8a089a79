package dev.dpone.mssql;

import dev.dpone.state.database.StateTransaction.KeyedTable;
import java.util.List;

/** The statements of the state store in one schema. Keys are compared byte by byte, whatever the database's collation is. */
final class StateSql {
    private static final String KEY = " COLLATE Latin1_General_BIN2 NOT NULL";

    private final String schema;

    StateSql(String schema) {
        this.schema = new Identifier(schema).value();
    }

    String schema() {
        return schema;
    }

    /**
     * Creates what is missing; each is a batch of its own and may run again. The primary key of the journal lets one writer
     * win a version.
     */
    List<String> ddl() {
        return List.of(
                ControlTables.createSchema(schema),
                create("journal", """
                        run_id nvarchar(128)%1$s,
                          seq bigint NOT NULL,
                          line varbinary(max) NOT NULL,
                          PRIMARY KEY (run_id, seq)"""),
                create("leases", """
                        target nvarchar(128)%1$s PRIMARY KEY,
                          line varbinary(max) NOT NULL"""),
                create("checkpoints", """
                        id nvarchar(64)%1$s PRIMARY KEY,
                          line varbinary(max) NOT NULL"""));
    }

    private String create(String table, String columns) {
        return """
                IF OBJECT_ID(%s) IS NULL
                CREATE TABLE %s (
                  %s
                )""".formatted(Literals.text(quoted(table)), quoted(table), columns.formatted(KEY));
    }

    List<String> tables() {
        return List.of(quoted("journal"), quoted("leases"), quoted("checkpoints"));
    }

    String lines() {
        return "SELECT seq, line FROM " + quoted("journal") + " WHERE run_id = ? AND seq >= ?";
    }

    String has() {
        return "SELECT COUNT(*) FROM " + quoted("journal") + " WHERE run_id = ? AND seq = ?";
    }

    String add() {
        return "INSERT INTO " + quoted("journal") + " (run_id, seq, line) VALUES (?, ?, ?)";
    }

    String runs() {
        return "SELECT DISTINCT run_id FROM " + quoted("journal");
    }

    String read(KeyedTable table) {
        return "SELECT line FROM " + table(table) + " WHERE " + key(table) + " = ?";
    }

    String update(KeyedTable table) {
        return "UPDATE " + table(table) + " SET line = ? WHERE " + key(table) + " = ?";
    }

    String insert(KeyedTable table) {
        return "INSERT INTO " + table(table) + " (line, " + key(table) + ") VALUES (?, ?)";
    }

    private String table(KeyedTable table) {
        return switch (table) {
            case LEASES -> quoted("leases");
            case CHECKPOINTS -> quoted("checkpoints");
        };
    }

    private static String key(KeyedTable table) {
        return switch (table) {
            case LEASES -> "target";
            case CHECKPOINTS -> "id";
        };
    }

    private String quoted(String table) {
        return Identifier.quoted(schema) + "." + Identifier.quoted(table);
    }
}
