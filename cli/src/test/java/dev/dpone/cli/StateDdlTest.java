package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code state ddl} opens nothing: there are no connections here. */
class StateDdlTest {
    private static final String MANIFEST = """
            kind: dpone.batch.v1
            defaults:
              source: {type: clickhouse, connection_id: ch}
              sink: {type: mssql, connection_id: dw, table: {schema: dbo}, strategy: {mode: full_refresh}}
              state: {type: postgres, connection_id: ops}
            schemas:
              analytics: {tables: [events, orders]}
            """;

    @TempDir
    Path folder;

    private Cli.Ran ddl(String manifest) {
        Cli cli = new Cli(folder);
        cli.write("m.yaml", manifest);
        Cli.Ran ran = cli.run("state", "ddl", "m.yaml");
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran;
    }

    @Test
    void printsEachPlaceOnceAsAScriptForItsEnginesClient() {
        String script = ddl(MANIFEST).out();

        assertThat(script).startsWith("""
                -- state store: postgres, connection ops, schema dpone
                CREATE SCHEMA IF NOT EXISTS "dpone";
                CREATE TABLE IF NOT EXISTS "dpone".journal (
                  run_id text COLLATE "C" NOT NULL,
                  seq bigint NOT NULL,
                  line bytea NOT NULL,
                  PRIMARY KEY (run_id, seq)
                );
                CREATE TABLE IF NOT EXISTS "dpone".leases (
                  target text COLLATE "C" PRIMARY KEY,
                  line bytea NOT NULL
                );
                CREATE TABLE IF NOT EXISTS "dpone".checkpoints (
                  id text COLLATE "C" PRIMARY KEY,
                  line bytea NOT NULL
                );

                -- target: mssql, connection dw, schemas dpone (control tables) and dpone_stage (staging)
                IF SCHEMA_ID(N'dpone') IS NULL EXEC (N'CREATE SCHEMA [dpone]')
                GO
                """);
        assertThat(script).containsOnlyOnce("-- state store").containsOnlyOnce("-- target");
    }

    @Test
    void printsTheStatementsOfSqlServer() {
        assertThat(ddl(MANIFEST.replace(
                                "{type: postgres, connection_id: ops}",
                                "{type: mssql, connection_id: ops, schema: etl}"))
                        .out())
                .startsWith("""
                -- state store: mssql, connection ops, schema etl
                IF SCHEMA_ID(N'etl') IS NULL EXEC (N'CREATE SCHEMA [etl]')
                GO
                IF OBJECT_ID(N'[etl].[journal]') IS NULL
                CREATE TABLE [etl].[journal] (
                  run_id nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
                  seq bigint NOT NULL,
                  line varbinary(max) NOT NULL,
                  PRIMARY KEY (run_id, seq)
                )
                GO
                IF OBJECT_ID(N'[etl].[leases]') IS NULL
                CREATE TABLE [etl].[leases] (
                  target nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
                  line varbinary(max) NOT NULL
                )
                GO
                IF OBJECT_ID(N'[etl].[checkpoints]') IS NULL
                CREATE TABLE [etl].[checkpoints] (
                  id nvarchar(64) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
                  line varbinary(max) NOT NULL
                )
                GO
                """);
    }

    @Test
    void aLocalFolderNeedsNoTables() {
        assertThat(ddl(MANIFEST.replace("  state: {type: postgres, connection_id: ops}\n", ""))
                        .out())
                .startsWith("-- state store: " + folder.resolve(".dpone/state") + "\n-- Nothing to create.\n");
    }
}
