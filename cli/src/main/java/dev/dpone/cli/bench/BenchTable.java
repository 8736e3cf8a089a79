package dev.dpone.cli.bench;

import dev.dpone.column.SourceColumn;
import dev.dpone.digest.RowSum;
import dev.dpone.digest.Sha256;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TechnicalColumns;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table in the source, what is known of its rows before anything is delivered, and the table it is delivered into.
 *
 * @param name its short name, such as a profile's
 * @param digest of its rows, computed by ClickHouse
 * @param copies how many rows are there once, twice and so on, such as {@code 1x120 2x9}
 * @param layout the target table's columns with types, as its catalog tells them
 */
record BenchTable(
        String name,
        TableRef source,
        TableRef target,
        List<ColumnMapping> columns,
        RowSum digest,
        String copies,
        List<String> layout) {
    /** The load id of rows that were in the target before. */
    static final String OLD_LOAD = "dpone-bench-before";

    static final int OLD_ROWS = 64;

    BenchTable {
        columns = List.copyOf(columns);
        layout = List.copyOf(layout);
    }

    /** Looks at a source table that is complete, and makes an empty table for it in the target. */
    static BenchTable of(Stand stand, String name) {
        TableRef source = new TableRef(stand.database(), name);
        TableRef target = new TableRef(stand.schema(), stand.published(name));
        SourceQuery query = new SourceQuery(source, Optional.empty(), List.of(), Optional.empty());
        List<SourceColumn> described = stand.source().describe(query);
        List<ColumnMapping> columns = described.stream()
                .map(column -> stand.connector().map(column, Optional.empty()))
                .toList();
        try (Sql sql = stand.sql()) {
            sql.execute(create(stand.dialect(), target, columns));
            return new BenchTable(
                    name,
                    source,
                    target,
                    columns,
                    stand.source().digest(query, described),
                    copies(stand, source, described),
                    layout(sql, target));
        }
    }

    private static String create(Dialect dialect, TableRef target, List<ColumnMapping> columns) {
        String business = columns.stream()
                .map(column -> dialect.quoted(column.name()) + " " + column.targetType()
                        + (column.source().nullable() ? " NULL" : " NOT NULL"))
                .collect(Collectors.joining(", "));
        return "CREATE TABLE " + dialect.quoted(target) + " (" + business + ", "
                + dialect.quoted(TechnicalColumns.LOAD_ID) + " " + dialect.loadIdType() + " NOT NULL, "
                + dialect.quoted(TechnicalColumns.LOADED_AT) + " " + dialect.loadedAtType() + " NOT NULL)";
    }

    private static String copies(Stand stand, TableRef source, List<SourceColumn> columns) {
        String names = columns.stream()
                .map(column -> "`" + column.name().replace("`", "\\`") + "`")
                .collect(Collectors.joining(", "));
        return stand.clickhouse()
                .execute("SELECT copies, count() FROM (SELECT count() AS copies FROM " + source + " GROUP BY " + names
                        + ") GROUP BY copies ORDER BY copies FORMAT TSV")
                .lines()
                .map(line -> line.replace('\t', 'x'))
                .collect(Collectors.joining(" "));
    }

    static List<String> layout(Sql sql, TableRef target) {
        return sql.rows("SELECT column_name, data_type, is_nullable, character_maximum_length, numeric_precision,"
                + " numeric_scale, datetime_precision FROM information_schema.columns WHERE table_schema = '"
                + target.schema() + "' AND table_name = '" + target.name() + "' ORDER BY ordinal_position");
    }

    static String hash(List<String> layout) {
        return Sha256.hexOf(String.join("\n", layout).getBytes(StandardCharsets.UTF_8));
    }

    long rows() {
        return digest.count();
    }

    /** Empties the target and fills it with some rows that no delivery brought. */
    void restoreOldRows(Stand stand) {
        try (Sql sql = stand.sql()) {
            sql.execute(
                    "TRUNCATE TABLE " + stand.dialect().quoted(target), insert(stand.dialect(), OLD_LOAD, OLD_ROWS));
        }
    }

    /** A statement that adds rows of a load that is no delivery. */
    String insert(Dialect dialect, String load, int count) {
        String row = columns.stream()
                        .map(column -> column.source().nullable() ? "NULL" : Dialect.someValue(column.targetType()))
                        .collect(Collectors.joining(", "))
                + ", '" + load + "', '2000-01-01'";
        return "INSERT INTO " + dialect.quoted(target) + " VALUES "
                + Stream.generate(() -> "(" + row + ")").limit(count).collect(Collectors.joining(", "));
    }
}
