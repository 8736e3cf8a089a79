package dev.dpone.cli.bench;

import static dev.dpone.evidence.benchmark.Check.Method.LIVE_OBSERVATION;
import static dev.dpone.evidence.benchmark.Check.Method.TRANSACTION_FIXTURE;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.EMPTY_INPUT;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.RECEIPT_FIRST_RECOVERY;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.ROLLBACK;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.SOURCE_FREE_RESUME;

import dev.dpone.digest.RowSum;
import dev.dpone.evidence.benchmark.Check;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Deliveries that are empty, refused, repeated, or killed and resumed: each by processes of the subject alone. */
final class RecoveryTrials {
    private static final String STAGED = "\"stage_complete\"";
    private static final String INTENDED = "\"publish_intended\"";
    private static final String TOO_LARGE = "DPONE_ROW_TOO_LARGE";
    private static final String MARKER = "dpone-bench-marker";

    private final Workshop workshop;
    private final Stand stand;
    private final Witness witness;

    /** The three tables of {@link RecoveryFixture}. */
    record Tables(BenchTable good, BenchTable empty, BenchTable refused) {
        static Tables make(Stand stand, long maxRowBytes) {
            RecoveryFixture.create(stand.database(), maxRowBytes).forEach(stand.clickhouse()::execute);
            return new Tables(
                    BenchTable.of(stand, RecoveryFixture.GOOD),
                    BenchTable.of(stand, RecoveryFixture.EMPTY),
                    BenchTable.of(stand, RecoveryFixture.REFUSED));
        }
    }

    RecoveryTrials(Workshop workshop) {
        this.workshop = workshop;
        this.stand = workshop.stand();
        this.witness = new Witness(stand);
    }

    /** All four, in turn; each is a look of its own. */
    List<Check> checks(Tables tables, BenchConfiguration configuration) {
        return List.of(
                emptyInput(tables.empty(), configuration),
                rollback(tables.refused(), configuration),
                receiptFirst(tables.good(), configuration),
                sourceFree(tables.good(), configuration));
    }

    Check emptyInput(BenchTable table, BenchConfiguration configuration) {
        table.restoreOldRows(stand);
        Path manifest = workshop.manifest(table, configuration);
        String run = workshop.runId("empty", configuration);
        SubjectProcess.Ended ended = workshop.subject().run(manifest, run);
        return Witness.look(
                EMPTY_INPUT,
                TRANSACTION_FIXTURE,
                "exit 0, 0 rows, 1 receipts of 0 rows with digest " + RowSum.EMPTY.hex(),
                () -> {
                    try (Sql sql = stand.sql()) {
                        long rows = sql.number(
                                "SELECT count(*) FROM " + stand.dialect().quoted(table.target()));
                        List<String> receipts =
                                sql.rows("SELECT row_count, business_digest FROM dpone.commit_receipts WHERE run_id = '"
                                        + run + "'");
                        return "exit " + ended.exit() + ", " + rows + " rows, " + receipts.size() + " receipts of "
                                + String.join("; ", receipts).replace("|", " rows with digest ");
                    }
                },
                "an empty source did not leave an empty target with its receipt");
    }

    Check rollback(BenchTable table, BenchConfiguration configuration) {
        table.restoreOldRows(stand);
        String before = witness.everything(table);
        String run = workshop.runId("refused", configuration);
        SubjectProcess.Ended ended = workshop.subject().run(workshop.manifest(table, configuration), run);
        return Witness.look(
                ROLLBACK,
                TRANSACTION_FIXTURE,
                "exit 1, " + TOO_LARGE + ", 0 receipts, " + before,
                () -> "exit " + ended.exit() + ", " + (ended.err().contains(TOO_LARGE) ? TOO_LARGE : "no " + TOO_LARGE)
                        + ", " + witness.receiptCount(run) + " receipts, " + witness.everything(table),
                "a delivery with a row above max_row_bytes changed something, or was not refused for it");
    }

    Check receiptFirst(BenchTable table, BenchConfiguration configuration) {
        table.restoreOldRows(stand);
        Path manifest = workshop.manifest(table, configuration);
        String run = workshop.runId("repeated", configuration);
        SubjectProcess.Ended first = workshop.subject().run(manifest, run);
        if (first.exit() != 0) {
            return Check.failed(
                    RECEIPT_FIRST_RECOVERY, LIVE_OBSERVATION, Witness.line("the first run failed: " + first.problem()));
        }
        try (Sql sql = stand.sql()) {
            sql.execute(table.insert(stand.dialect(), MARKER, 1));
        }
        String before = witness.everything(table);
        SubjectProcess.Ended again = workshop.subject().run(manifest, run);
        return Witness.look(
                RECEIPT_FIRST_RECOVERY,
                LIVE_OBSERVATION,
                "exit 0, receipt " + receiptId(first) + ", 1 receipts, " + before,
                () -> "exit " + again.exit() + ", receipt " + receiptId(again) + ", " + witness.receiptCount(run)
                        + " receipts, " + witness.everything(table),
                "the same run id again touched the target, or did not come to the same receipt");
    }

    static String receiptId(SubjectProcess.Ended ended) {
        return Subject.result(ended, "receipt_id").map(JsonNode::asString).orElse("none");
    }

    /**
     * The target is held so that the publication has to wait; the subject is killed while it does, the target is let go, and the
     * run is resumed. Then the source must not have been asked for a row.
     */
    Check sourceFree(BenchTable table, BenchConfiguration configuration) {
        table.restoreOldRows(stand);
        Path manifest = workshop.manifest(table, configuration);
        String run = workshop.runId("killed", configuration);
        String before;
        try (Sql sql = stand.sql()) {
            sql.begin();
            sql.rows(stand.dialect().hold(table.target()));
            SubjectProcess process = workshop.subject().starting(manifest, run);
            try {
                if (!reaches(run, process)) {
                    SubjectProcess.Ended ended = process.await();
                    return Check.failed(
                            SOURCE_FREE_RESUME,
                            LIVE_OBSERVATION,
                            Witness.line("it ended before it could be killed with complete stages: exit " + ended.exit()
                                    + ", " + ended.problem()));
                }
                process.kill();
                // On the connection that holds the table: any other would queue behind the publication's lock.
                before = witness.visible(sql, table, BenchTable.OLD_LOAD) + " old rows, " + witness.receiptCount(run)
                        + " receipts";
            } finally {
                process.settle();
                sql.rollback();
            }
        }
        long asked = askedForRows(table);
        if (asked == 0) {
            return Check.unverified(
                    SOURCE_FREE_RESUME,
                    LIVE_OBSERVATION,
                    "ClickHouse's query log has no query of the run that was killed");
        }
        SubjectProcess.Ended resumed = workshop.subject().resume(manifest, run);
        return Witness.look(
                SOURCE_FREE_RESUME,
                LIVE_OBSERVATION,
                "killed over " + BenchTable.OLD_ROWS
                        + " old rows, 0 receipts; resumed: exit 0, 1 receipts, 0 queries of the source, " + table.rows()
                        + " rows, digest " + table.digest().hex(),
                () -> {
                    RowSum published = stand.target().digest(table.target(), table.columns());
                    return "killed over " + before + "; resumed: exit " + resumed.exit() + ", "
                            + witness.receiptCount(run) + " receipts, " + (askedForRows(table) - asked)
                            + " queries of the source, " + published.count() + " rows, digest " + published.hex();
                },
                "a killed run with complete stages was not published by resume without reading the source");
    }

    /** Whether the run's journal tells that its stages are complete, and that it is about to publish, before its process ends. */
    private boolean reaches(String run, SubjectProcess process) {
        Path journal = workshop.folder().resolve("state/journal").resolve(run).resolve("events.jsonl");
        boolean reached = false;
        while (!reached && process.alive()) {
            workshop.cancellation().pause(20);
            String events = text(journal);
            reached = events.contains(STAGED) && events.contains(INTENDED);
        }
        return reached && process.alive();
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Queries that named the source table until now, by ClickHouse's own log; the harness's count of them is not one. None where
     * the server keeps no log.
     */
    private long askedForRows(BenchTable table) {
        stand.clickhouse().execute("SYSTEM FLUSH LOGS");
        boolean kept = stand.clickhouse()
                .execute("EXISTS TABLE system.query_log")
                .strip()
                .equals("1");
        return !kept
                ? 0
                : Long.parseLong(stand.clickhouse()
                        .execute("SELECT count() FROM system.query_log WHERE type = 'QueryStart' AND position(query, '"
                                + table.source().schema() + "') > 0 AND position(query, '"
                                + table.source().name()
                                + "') > 0 AND position(query, 'system.query_log') = 0 FORMAT TSV")
                        .strip());
    }
}
