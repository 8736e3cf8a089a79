package dev.dpone.mssql;

import java.sql.SQLException;
import java.util.List;

/** dpone's own schema in the target database: fence, stage registry and commit receipts. */
final class ControlTables {
    static final String SCHEMA = "dpone";
    static final String FENCE = "[dpone].[target_fence]";
    static final String STAGES = "[dpone].[stages]";
    static final String RECEIPTS = "[dpone].[commit_receipts]";

    /** Names, keys and ids are compared byte by byte, whatever the database's collation is. */
    private static final String KEY = " COLLATE Latin1_General_BIN2 NOT NULL";

    private static final String CREATE_SCHEMA = "IF SCHEMA_ID(N'dpone') IS NULL EXEC (N'CREATE SCHEMA [dpone]')";

    private static final String CREATE_FENCE = """
            IF OBJECT_ID(N'[dpone].[target_fence]') IS NULL
            CREATE TABLE [dpone].[target_fence] (
              target_identity nvarchar(64)%1$s PRIMARY KEY,
              epoch bigint NOT NULL,
              run_id nvarchar(128)%1$s,
              opened_at datetime2(7) NOT NULL
            )""".formatted(KEY);

    private static final String CREATE_STAGES = """
            IF OBJECT_ID(N'[dpone].[stages]') IS NULL
            CREATE TABLE [dpone].[stages] (
              schema_name nvarchar(128)%1$s,
              table_name nvarchar(128)%1$s,
              object_id bigint NOT NULL,
              kind nvarchar(16)%1$s,
              run_id nvarchar(128)%1$s,
              operation_key nvarchar(64)%1$s,
              ordinal int NULL,
              attempt int NULL,
              fence_epoch bigint NOT NULL,
              session_id int NOT NULL,
              session_began datetime2(3) NOT NULL,
              created_at datetime2(7) NOT NULL,
              PRIMARY KEY (schema_name, table_name)
            )""".formatted(KEY);

    private static final String CREATE_RECEIPTS = """
            IF OBJECT_ID(N'[dpone].[commit_receipts]') IS NULL
            CREATE TABLE [dpone].[commit_receipts] (
              operation_key nvarchar(64)%1$s PRIMARY KEY,
              receipt_id nvarchar(128)%1$s UNIQUE,
              target_identity nvarchar(64)%1$s,
              run_id nvarchar(128)%1$s,
              pipeline nvarchar(max) NOT NULL,
              fence_epoch bigint NOT NULL,
              plan_fingerprint nvarchar(64)%1$s,
              strategy nvarchar(32)%1$s,
              mutation nvarchar(32)%1$s,
              deleted_rows bigint NOT NULL,
              inserted_rows bigint NOT NULL,
              updated_rows bigint NOT NULL DEFAULT 0,
              row_count bigint NOT NULL,
              business_digest nvarchar(64)%1$s,
              full_digest nvarchar(64)%1$s,
              chunks bigint NOT NULL,
              loaded_at datetime2(7) NOT NULL,
              committed_at datetime2(7) NOT NULL
            )""".formatted(KEY);

    private ControlTables() {}

    /** The statements that create what is missing; each is a batch of its own and may run again. */
    static List<String> ddl(String stagingSchema) {
        return List.of(CREATE_SCHEMA, CREATE_FENCE, CREATE_STAGES, CREATE_RECEIPTS, createSchema(stagingSchema));
    }

    /** Creates what is missing. What is there needs no right to create it. */
    static void createMissing(Session session, String stagingSchema, Waits waits) throws SQLException {
        if (complete(session, stagingSchema)) {
            return;
        }
        AppLock.CONTROL_TABLES.take(session, AppLock.Owner.TRANSACTION, waits.lock());
        for (String statement : ddl(stagingSchema)) {
            session.execute(statement);
        }
    }

    /** CREATE SCHEMA must be alone in its batch, so that it is one of its own. */
    static String createSchema(String schema) {
        return "IF SCHEMA_ID(" + Literals.text(schema) + ") IS NULL EXEC ("
                + Literals.text("CREATE SCHEMA " + Identifier.quoted(schema)) + ")";
    }

    static void createSchema(Session session, String schema) throws SQLException {
        session.execute(createSchema(schema));
    }

    /** Whether dpone's tables and the staging schema are there. */
    static boolean complete(Session session, String stagingSchema) throws SQLException {
        String sql = "SELECT CASE WHEN SCHEMA_ID(?) IS NULL OR OBJECT_ID(?) IS NULL OR OBJECT_ID(?) IS NULL"
                + " OR OBJECT_ID(?) IS NULL THEN 0 ELSE 1 END";
        return session.get(sql, row -> row.getInt(1) == 1, stagingSchema, FENCE, STAGES, RECEIPTS);
    }

    static boolean exists(Session session, String quotedTable) throws SQLException {
        return session.get("SELECT OBJECT_ID(?)", row -> row.getObject(1) != null, quotedTable);
    }
}
