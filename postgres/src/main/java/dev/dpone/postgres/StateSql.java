package dev.dpone.postgres;

import dev.dpone.state.database.StateTransaction.KeyedTable;
import java.util.List;

/** The statements of the state store in one schema. */
final class StateSql {
    private final String schema;
    private final String quoted;

    StateSql(String schema) {
        this.schema = schema;
        this.quoted = Identifier.quoted(schema);
    }

    String schema() {
        return schema;
    }

    /** Creates what is missing; each may run again. The primary key of the journal lets one writer win a version. */
    List<String> ddl() {
        return List.of(
                "CREATE SCHEMA IF NOT EXISTS " + quoted, """
                CREATE TABLE IF NOT EXISTS %s.journal (
                  run_id text COLLATE "C" NOT NULL,
                  seq bigint NOT NULL,
                  line bytea NOT NULL,
                  PRIMARY KEY (run_id, seq)
                )""".formatted(quoted), """
                CREATE TABLE IF NOT EXISTS %s.leases (
                  target text COLLATE "C" PRIMARY KEY,
                  line bytea NOT NULL
                )""".formatted(quoted), """
                CREATE TABLE IF NOT EXISTS %s.checkpoints (
                  id text COLLATE "C" PRIMARY KEY,
                  line bytea NOT NULL
                )""".formatted(
                                quoted));
    }

    String lines() {
        return "SELECT seq, line FROM " + quoted + ".journal WHERE run_id = ? AND seq >= ?";
    }

    String add() {
        return "INSERT INTO " + quoted + ".journal (run_id, seq, line) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    }

    String runs() {
        return "SELECT DISTINCT run_id FROM " + quoted + ".journal";
    }

    String read(KeyedTable table) {
        return "SELECT line FROM " + table(table) + " WHERE " + key(table) + " = ?";
    }

    String write(KeyedTable table) {
        return "INSERT INTO " + table(table) + " (" + key(table) + ", line) VALUES (?, ?) ON CONFLICT (" + key(table)
                + ") DO UPDATE SET line = excluded.line";
    }

    private String table(KeyedTable table) {
        return switch (table) {
            case LEASES -> quoted + ".leases";
            case CHECKPOINTS -> quoted + ".checkpoints";
        };
    }

    private static String key(KeyedTable table) {
        return switch (table) {
            case LEASES -> "target";
            case CHECKPOINTS -> "id";
        };
    }
}
