package dev.dpone.cli.bench;

import static dev.dpone.evidence.benchmark.Check.Method.EXACT_TYPED_MULTISET;
import static dev.dpone.evidence.benchmark.Check.Method.LIVE_OBSERVATION;
import static dev.dpone.evidence.benchmark.Check.Method.VERSIONED_TYPED_DIGEST;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.COMMIT_RECEIPT_BINDING;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.DUPLICATE_MULTIPLICITY;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.METADATA_PARITY;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.OUTSIDE_WINDOW_UNCHANGED;
import static dev.dpone.evidence.benchmark.CorrectnessReceipt.TYPED_CONTENT;

import dev.dpone.delivery.TargetIdentity;
import dev.dpone.digest.RowSum;
import dev.dpone.evidence.benchmark.Check;
import dev.dpone.spi.TechnicalColumns;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks at what a delivery left in the target, by the harness's own SQL and digests: what the subject says counts for nothing. */
final class Witness {
    private static final int LONGEST = 900;

    private final Stand stand;

    Witness(Stand stand) {
        this.stand = stand;
    }

    /**
     * What a full refresh has to leave: the source's rows and nothing else, each with this run's technical columns, bound by one
     * receipt.
     *
     * @param named the receipt that the subject's result names
     */
    List<Check> published(BenchTable table, String runId, String named) {
        return List.of(
                content(table),
                look(
                        DUPLICATE_MULTIPLICITY,
                        EXACT_TYPED_MULTISET,
                        table.copies(),
                        () -> copies(table),
                        "rows are there more or less often than in the source"),
                look(
                        METADATA_PARITY,
                        LIVE_OBSERVATION,
                        metadata(table.rows(), table.rows(), table.layout()),
                        () -> metadata(table, runId),
                        "technical columns do not name this run and its receipt's load time, or the table has another layout"),
                look(
                        COMMIT_RECEIPT_BINDING,
                        LIVE_OBSERVATION,
                        receipt(named, table.rows(), table.digest().hex(), identity(table)),
                        () -> receipts(runId),
                        "there is no receipt of this run that names what was measured, or more than one"),
                Check.notApplicable(OUTSIDE_WINDOW_UNCHANGED, "full_refresh has no window"));
    }

    private Check content(BenchTable table) {
        return look(
                TYPED_CONTENT,
                VERSIONED_TYPED_DIGEST,
                digest(table.digest()),
                () -> digest(stand.target().digest(table.target(), table.columns())),
                "the published rows are not the source's");
    }

    /** A check whose look may fail as a whole: a target that cannot be looked at is not a good one. */
    static Check look(String id, Check.Method method, String expected, Supplier<String> observed, String reason) {
        try {
            return Check.compared(id, method, line(expected), line(observed.get()), reason);
        } catch (RuntimeException e) {
            return Check.failed(id, method, line("it could not be looked at: " + e.getMessage()));
        }
    }

    /** One printable line of bounded length. */
    static String line(String text) {
        String line = text.replaceAll("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]+", " ")
                .strip();
        if (line.isEmpty()) {
            return "nothing";
        }
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }

    private static String digest(RowSum sum) {
        return sum.count() + " rows, " + RowSum.ALGORITHM + " " + sum.hex();
    }

    private String copies(BenchTable table) {
        String columns = table.columns().stream()
                .map(column -> stand.dialect().grouped(column))
                .collect(Collectors.joining(", "));
        try (Sql sql = stand.sql()) {
            return sql
                    .rows("SELECT copies, count(*) FROM (SELECT count(*) AS copies FROM "
                            + stand.dialect().quoted(table.target()) + " GROUP BY " + columns
                            + ") AS counted GROUP BY copies ORDER BY copies")
                    .stream()
                    .map(row -> row.replace('|', 'x'))
                    .collect(Collectors.joining(" "));
        }
    }

    private String metadata(BenchTable table, String runId) {
        Dialect dialect = stand.dialect();
        String published = dialect.quoted(table.target());
        try (Sql sql = stand.sql()) {
            long rows = sql.number("SELECT count(*) FROM " + published);
            long bound = sql.number("SELECT count(*) FROM " + published + " WHERE "
                    + dialect.quoted(TechnicalColumns.LOAD_ID) + " = '" + runId + "' AND "
                    + dialect.quoted(TechnicalColumns.LOADED_AT)
                    + " = (SELECT loaded_at FROM dpone.commit_receipts WHERE run_id = '" + runId + "')");
            return metadata(rows, bound, BenchTable.layout(sql, table.target()));
        }
    }

    private static String metadata(long rows, long bound, List<String> layout) {
        return rows + " rows, " + bound + " of them with the run and its load time, layout " + BenchTable.hash(layout);
    }

    private String identity(BenchTable table) {
        return TargetIdentity.of(stand.type(), stand.target().server(), table.target());
    }

    private String receipts(String runId) {
        try (Sql sql = stand.sql()) {
            List<String> rows = sql.rows("SELECT receipt_id, row_count, business_digest, target_identity FROM"
                    + " dpone.commit_receipts WHERE run_id = '" + runId + "'");
            return rows.size() + " receipts: " + String.join("; ", rows);
        }
    }

    private static String receipt(String id, long rows, String digest, String identity) {
        return "1 receipts: " + id + "|" + rows + "|" + digest + "|" + identity;
    }

    /** How many receipts a run has. */
    long receiptCount(String runId) {
        try (Sql sql = stand.sql()) {
            return sql.number("SELECT count(*) FROM dpone.commit_receipts WHERE run_id = '" + runId + "'");
        }
    }

    /** Everything that is in the target table, in one line: rows, their digest, and how many of which load. */
    String everything(BenchTable table) {
        String loadId = stand.dialect().quoted(TechnicalColumns.LOAD_ID);
        try (Sql sql = stand.sql()) {
            String loads = String.join(
                    ", ",
                    sql.rows("SELECT " + loadId + ", count(*) FROM "
                            + stand.dialect().quoted(table.target()) + " GROUP BY " + loadId + " ORDER BY 1"));
            return digest(stand.target().digest(table.target(), table.columns())) + ", loads " + loads;
        }
    }

    /** Rows of one load, by a query of its own; none where the table cannot be read. */
    long visible(BenchTable table, String runId) {
        try (Sql sql = stand.sql()) {
            return visible(sql, table, runId);
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    long visible(Sql sql, BenchTable table, String load) {
        return sql.number("SELECT count(*) FROM " + stand.dialect().quoted(table.target()) + " WHERE "
                + stand.dialect().quoted(TechnicalColumns.LOAD_ID) + " = '" + load + "'");
    }
}
