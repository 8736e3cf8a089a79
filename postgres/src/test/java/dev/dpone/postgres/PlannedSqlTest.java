package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedSqlTest {
    private static TargetPlan plan(TechnicalColumns technical, Strategy strategy) {
        TestRows rows = new TestRows()
                .with(Types.int64("id"), 1)
                .with(Types.nullableString("the \"note\""), "x")
                .with(Types.dateTime("at"), 0);
        return new TargetPlan(new TableRef("public", "events"), "dpone_stage", rows.mappings(), technical, strategy);
    }

    private static List<String> sql(TargetPlan plan) {
        return new PostgresConnector()
                .statements(plan).stream().map(PlannedStatement::sql).toList();
    }

    @Test
    void printsWhatARunSends() {
        assertThat(new PostgresConnector().statements(plan(TechnicalColumns.MINIMAL, new Strategy.FullRefresh())))
                .containsExactly(
                        new PlannedStatement(
                                "Create a stage table, one per import attempt",
                                "CREATE UNLOGGED TABLE \"dpone_stage\".\"<stage>\" (\"id\" bigint, \"the \"\"note\"\"\""
                                        + " text, \"at\" timestamptz) USING heap WITH (autovacuum_enabled = false)"),
                        new PlannedStatement(
                                "Import one sealed file",
                                "COPY \"dpone_stage\".\"<stage>\" (\"id\", \"the \"\"note\"\"\", \"at\") FROM STDIN"
                                        + " (FORMAT binary)"),
                        new PlannedStatement(
                                "Read back what landed",
                                "COPY (SELECT \"id\", \"the \"\"note\"\"\", \"at\" FROM \"dpone_stage\".\"<stage>\") TO"
                                        + " STDOUT (FORMAT binary)"),
                        new PlannedStatement(
                                "Create the prepared table",
                                "CREATE UNLOGGED TABLE \"dpone_stage\".\"<prepared>\" (\"id\" bigint,"
                                        + " \"the \"\"note\"\"\" text, \"at\" timestamptz, \"__dpone__load_id\" text,"
                                        + " \"__dpone__loaded_at\" timestamptz) USING heap WITH (autovacuum_enabled ="
                                        + " false)"),
                        new PlannedStatement(
                                "Fill the prepared table, at most 64 stages per statement",
                                "INSERT INTO \"dpone_stage\".\"<prepared>\" (\"id\", \"the \"\"note\"\"\", \"at\","
                                        + " \"__dpone__load_id\", \"__dpone__loaded_at\")\n"
                                        + "SELECT \"id\", \"the \"\"note\"\"\", \"at\", '<run id>'::text, '<target''s"
                                        + " clock>'::timestamptz FROM \"dpone_stage\".\"<stage>\""),
                        new PlannedStatement(
                                "Read back both digests of the prepared table",
                                "COPY (SELECT \"id\", \"the \"\"note\"\"\", \"at\", \"__dpone__load_id\","
                                        + " \"__dpone__loaded_at\" FROM \"dpone_stage\".\"<prepared>\") TO STDOUT (FORMAT"
                                        + " binary)"),
                        new PlannedStatement(
                                "Publish, lock the target's fence",
                                "SELECT epoch FROM dpone.target_fence WHERE target_identity = ? FOR UPDATE"),
                        new PlannedStatement("Publish, look for an earlier receipt", Receipts.FIND),
                        new PlannedStatement(
                                "Publish, lock the prepared table",
                                "LOCK TABLE \"dpone_stage\".\"<prepared>\" IN EXCLUSIVE MODE"),
                        new PlannedStatement(
                                "Publish, create the target's schema if it is missing",
                                "CREATE SCHEMA IF NOT EXISTS \"public\""),
                        new PlannedStatement("Publish, create the target if it is missing", """
                                CREATE TABLE "public"."events" (
                                  "id" bigint NOT NULL,
                                  "the ""note\""" text,
                                  "at" timestamptz NOT NULL,
                                  "__dpone__load_id" text NOT NULL,
                                  "__dpone__loaded_at" timestamptz NOT NULL
                                )"""),
                        new PlannedStatement(
                                "Publish, lock an existing target",
                                "LOCK TABLE \"public\".\"events\" IN ACCESS EXCLUSIVE MODE"),
                        new PlannedStatement(
                                "Publish, empty an existing target", "TRUNCATE TABLE ONLY \"public\".\"events\""),
                        new PlannedStatement(
                                "Publish, instead when another table refers to the target or TRUNCATE is not granted",
                                "LOCK TABLE \"public\".\"events\" IN SHARE ROW EXCLUSIVE MODE;\n"
                                        + "DELETE FROM ONLY \"public\".\"events\""),
                        new PlannedStatement(
                                "Publish, insert the rows",
                                "INSERT INTO \"public\".\"events\" (\"id\", \"the \"\"note\"\"\", \"at\","
                                        + " \"__dpone__load_id\", \"__dpone__loaded_at\")\n"
                                        + "SELECT \"id\", \"the \"\"note\"\"\", \"at\", \"__dpone__load_id\","
                                        + " \"__dpone__loaded_at\" FROM \"dpone_stage\".\"<prepared>\""),
                        new PlannedStatement("Publish, write the receipt", Receipts.INSERT),
                        new PlannedStatement("Publish, commit", "COMMIT"));
    }

    @Test
    void printsTheWindowThatIsReplaced() {
        Window window = new Window("at", Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-02T00:00:00Z"));
        assertThat(sql(plan(TechnicalColumns.OFF, new Strategy.PartitionReplace(window))))
                .contains(
                        "LOCK TABLE \"public\".\"events\" IN SHARE ROW EXCLUSIVE MODE",
                        "DELETE FROM ONLY \"public\".\"events\" WHERE \"at\" >= TIMESTAMPTZ '2026-01-01T00:00:00Z' AND"
                                + " \"at\" < TIMESTAMPTZ '2026-01-02T00:00:00Z'")
                .noneMatch(statement -> statement.contains("TRUNCATE") || statement.contains("__dpone__"));
    }

    @Test
    void printsNoDeletionForAppend() {
        assertThat(sql(plan(TechnicalColumns.OFF, new Strategy.Append())))
                .contains("LOCK TABLE \"public\".\"events\" IN ROW EXCLUSIVE MODE")
                .noneMatch(statement -> statement.contains("TRUNCATE") || statement.contains("DELETE"));
    }

    @Test
    void printsTheChecksAndStatementsOfAMerge() {
        TargetPlan plan = plan(TechnicalColumns.OFF, new Strategy.Merge(List.of("id", "the \"note\"")));
        String same =
                "target.\"id\" = prepared.\"id\" AND target.\"the \"\"note\"\"\" =" + " prepared.\"the \"\"note\"\"\"";
        assertThat(new PostgresConnector().statements(plan))
                .containsSubsequence(
                        new PlannedStatement(
                                "Count rows with NULL in their key, which are refused",
                                "SELECT count(*) FROM \"dpone_stage\".\"<prepared>\" WHERE \"id\" IS NULL OR"
                                        + " \"the \"\"note\"\"\" IS NULL"),
                        new PlannedStatement(
                                "Count keys that occur twice, which are refused",
                                "SELECT count(*) FROM (SELECT 1 FROM \"dpone_stage\".\"<prepared>\" GROUP BY \"id\","
                                        + " \"the \"\"note\"\"\" HAVING count(*) > 1) AS repeated"),
                        new PlannedStatement(
                                "Publish, lock an existing target",
                                "LOCK TABLE \"public\".\"events\" IN SHARE ROW EXCLUSIVE MODE"),
                        new PlannedStatement(
                                "Publish, update the rows whose key is there",
                                "UPDATE ONLY \"public\".\"events\" AS target SET \"at\" = prepared.\"at\"\nFROM"
                                        + " \"dpone_stage\".\"<prepared>\" AS prepared WHERE " + same),
                        new PlannedStatement(
                                "Publish, insert the rows whose key is missing",
                                "INSERT INTO \"public\".\"events\" (\"id\", \"the \"\"note\"\"\", \"at\")\nSELECT"
                                        + " \"id\", \"the \"\"note\"\"\", \"at\" FROM"
                                        + " \"dpone_stage\".\"<prepared>\" AS prepared\nWHERE NOT EXISTS (SELECT 1 FROM"
                                        + " ONLY \"public\".\"events\" AS target WHERE " + same + ")"))
                .noneMatch(statement ->
                        statement.sql().contains("TRUNCATE") || statement.sql().contains("DELETE"));
    }

    @Test
    void refusesAMergeKeyThatIsNotDelivered() {
        assertThatThrownBy(() -> sql(plan(TechnicalColumns.OFF, new Strategy.Merge(List.of("ID")))))
                .isInstanceOf(DponeException.class)
                .hasMessage("strategy.unique_key names ID, which is not among the delivered columns");
    }

    @Test
    void refusesAPlanOffline() {
        TestRows rows = new TestRows().with(Types.int64("id"), 1);
        TargetPlan plan = new TargetPlan(
                new TableRef("public", "x".repeat(64)),
                "stage",
                rows.mappings(),
                TechnicalColumns.OFF,
                new Strategy.Append());
        assertThatThrownBy(() -> new PostgresConnector().statements(plan))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("A PostgreSQL name must have 1 to 63 bytes");
    }
}
