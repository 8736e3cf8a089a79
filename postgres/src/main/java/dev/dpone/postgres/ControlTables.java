package dev.dpone.postgres;

import java.sql.SQLException;
import java.util.List;

/** dpone's own schema in the target database: fence, stage registry and commit receipts. */
final class ControlTables {
    static final String SCHEMA = "dpone";
    static final String FENCE = "target_fence";
    static final String STAGES = "stages";
    static final String RECEIPTS = "commit_receipts";

    private static final String CREATE_SCHEMA = "CREATE SCHEMA IF NOT EXISTS dpone";

    private static final String CREATE_FENCE = """
            CREATE TABLE IF NOT EXISTS dpone.target_fence (
              target_identity text PRIMARY KEY,
              epoch bigint NOT NULL,
              run_id text NOT NULL,
              opened_at timestamptz NOT NULL
            )""";

    private static final String CREATE_STAGES = """
            CREATE TABLE IF NOT EXISTS dpone.stages (
              schema_name text NOT NULL,
              table_name text NOT NULL,
              relation_oid oid NOT NULL,
              kind text NOT NULL CHECK (kind IN ('stage', 'prepared')),
              run_id text NOT NULL,
              operation_key text NOT NULL,
              ordinal integer,
              attempt integer,
              fence_epoch bigint NOT NULL,
              created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
              PRIMARY KEY (schema_name, table_name)
            )""";

    private static final String CREATE_RECEIPTS = """
            CREATE TABLE IF NOT EXISTS dpone.commit_receipts (
              operation_key text PRIMARY KEY,
              receipt_id text NOT NULL UNIQUE,
              target_identity text NOT NULL,
              run_id text NOT NULL,
              pipeline text NOT NULL,
              fence_epoch bigint NOT NULL,
              plan_fingerprint text NOT NULL,
              strategy text NOT NULL,
              mutation text NOT NULL,
              deleted_rows bigint NOT NULL,
              inserted_rows bigint NOT NULL,
              updated_rows bigint NOT NULL DEFAULT 0,
              row_count bigint NOT NULL,
              business_digest text NOT NULL,
              full_digest text NOT NULL,
              chunks bigint NOT NULL,
              loaded_at timestamptz NOT NULL,
              committed_at timestamptz NOT NULL
            )""";

    /** For a table that an earlier version made. */
    static final String ADD_UPDATED_ROWS =
            "ALTER TABLE dpone.commit_receipts ADD COLUMN IF NOT EXISTS updated_rows bigint NOT NULL DEFAULT 0";

    private ControlTables() {}

    /** The statements that create what is missing; each may run again. */
    static List<String> ddl(String stagingSchema) {
        return List.of(
                CREATE_SCHEMA,
                CREATE_FENCE,
                CREATE_STAGES,
                CREATE_RECEIPTS,
                ADD_UPDATED_ROWS,
                createSchema(stagingSchema));
    }

    private static String createSchema(String schema) {
        return "CREATE SCHEMA IF NOT EXISTS " + Identifier.quoted(schema);
    }

    /** Creates what is missing. What is there needs no right to create it: the server asks for that even under IF NOT EXISTS. */
    static void createMissing(Session session, String stagingSchema) throws SQLException {
        if (schemaExists(session, stagingSchema) && complete(session) && countsUpdates(session)) {
            return;
        }
        AdvisoryLock.CONTROL_TABLES.take(session);
        if (!schemaExists(session, SCHEMA)) {
            session.execute(CREATE_SCHEMA);
        }
        createMissing(session, FENCE, CREATE_FENCE);
        createMissing(session, STAGES, CREATE_STAGES);
        createMissing(session, RECEIPTS, CREATE_RECEIPTS);
        if (!countsUpdates(session)) {
            session.execute(ADD_UPDATED_ROWS);
        }
        if (!schemaExists(session, stagingSchema)) {
            session.execute(createSchema(stagingSchema));
        }
    }

    private static void createMissing(Session session, String table, String ddl) throws SQLException {
        if (!exists(session, table)) {
            session.execute(ddl);
        }
    }

    static boolean complete(Session session) throws SQLException {
        return exists(session, FENCE) && exists(session, STAGES) && exists(session, RECEIPTS);
    }

    /** Whether the receipts have all their columns. */
    static boolean countsUpdates(Session session) throws SQLException {
        String sql = """
                SELECT 1 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                WHERE c.relname = ? AND c.relnamespace = to_regnamespace('dpone') AND a.attname = 'updated_rows'
                  AND NOT a.attisdropped""";
        return session.find(sql, row -> true, RECEIPTS).isPresent();
    }

    /** Looks into the catalog, which needs no right on the schema. */
    static boolean exists(Session session, String table) throws SQLException {
        String sql = "SELECT 1 FROM pg_class WHERE relname = ? AND relnamespace = to_regnamespace('dpone')";
        return session.find(sql, row -> true, table).isPresent();
    }

    static boolean schemaExists(Session session, String schema) throws SQLException {
        return session.find("SELECT 1 FROM pg_namespace WHERE nspname = ?", row -> true, schema)
                .isPresent();
    }
}
