package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataQueryTest {
    private static final Window WINDOW =
            new Window("t", Instant.parse("2026-09-12T00:00:00Z"), Instant.parse("2026-09-13T12:34:56.123456789Z"));

    private final ClickHouseConnector connector = new ClickHouseConnector();

    private static SourceQuery table(String database, String table, @Nullable Window window) {
        return new SourceQuery(new TableRef(database, table), Optional.empty(), List.of(), Optional.ofNullable(window));
    }

    private String windowed(String type, Window window) {
        String sql = connector.dataQuery(table("db", "e", window), Sources.columns("t", type));
        assertThat(sql).startsWith("SELECT `t`\nFROM `db`.`e`\nWHERE ");
        return sql.substring(sql.indexOf("WHERE ") + 6);
    }

    @Test
    void namesEveryColumnOfATable() {
        List<SourceColumn> columns = Sources.columns("id", "UInt64", "we`i\\rd", "String", "\u00e9 \n", "Date");
        assertThat(connector.dataQuery(table("my db", "ev`ents", null), columns))
                .isEqualTo("SELECT `id`, `we\\`i\\\\rd`, `\u00e9 \\n`\nFROM `my db`.`ev\\`ents`");
    }

    @Test
    void wrapsAnAuthoredStatement() {
        SourceQuery query = new SourceQuery(
                new TableRef("db", "x"),
                Optional.of("WITH 1 AS a SELECT a AS t -- last; line\n ; -- done\n"),
                List.of(),
                Optional.of(WINDOW));
        assertThat(connector.dataQuery(query, Sources.columns("t", "DateTime"))).isEqualTo("""
                        SELECT `t`
                        FROM (
                        WITH 1 AS a SELECT a AS t -- last; line
                        )
                        WHERE `t` >= toDateTime('2026-09-12 00:00:00', 'UTC') AND `t` < toDateTime('2026-09-13 12:34:57', 'UTC')""");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Date|`t` >= toDate('2026-09-12') AND `t` < toDate('2026-09-14')",
                "Nullable(Date32)|`t` >= toDate32('2026-09-12') AND `t` < toDate32('2026-09-14')",
                "DateTime('Asia/Tokyo')|`t` >= toDateTime('2026-09-12 00:00:00', 'UTC') AND `t` < toDateTime('2026-09-13 12:34:57', 'UTC')",
                "DateTime64(0)|`t` >= toDateTime64('2026-09-12 00:00:00', 0, 'UTC') AND `t` < toDateTime64('2026-09-13 12:34:57', 0, 'UTC')",
                "DateTime64(3)|`t` >= toDateTime64('2026-09-12 00:00:00.000', 3, 'UTC') AND `t` < toDateTime64('2026-09-13 12:34:56.124', 3, 'UTC')",
                "DateTime64(9)|`t` >= toDateTime64('2026-09-12 00:00:00.000000000', 9, 'UTC') AND `t` < toDateTime64('2026-09-13 12:34:56.123456789', 9, 'UTC')",
            })
    void roundsBoundsUpToTheColumnsResolution(String type, String predicate) {
        assertThat(windowed(type, WINDOW)).isEqualTo(predicate);
    }

    @Test
    void dropsBoundsThatATypeCannotHold() {
        Instant old = Instant.parse("1890-05-01T00:00:00Z");
        Instant far = Instant.parse("2400-01-01T00:00:00Z");
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(windowed("Date", new Window("t", old, now))).isEqualTo("`t` < toDate('2026-01-01')");
        assertThat(windowed("Date32", new Window("t", old, now))).isEqualTo("`t` < toDate32('2026-01-01')");
        assertThat(windowed("DateTime", new Window("t", now, far)))
                .isEqualTo("`t` >= toDateTime('2026-01-01 00:00:00', 'UTC')");
        assertThat(windowed("Date32", new Window("t", old, far))).isEqualTo("`t` IS NOT NULL");
        assertThat(windowed("Date", new Window("t", old, Instant.EPOCH))).isEqualTo("0");
        assertThat(windowed("DateTime", new Window("t", Instant.parse("2106-02-07T06:28:16Z"), far)))
                .isEqualTo("0");
        assertThatThrownBy(() -> windowed("DateTime64(3)", new Window("t", old, far)))
                .hasMessage(
                        "A window's bounds must lie between 1900-01-01 and 2262-01-01, but one is 1890-05-01T00:00:00Z");
    }

    @Test
    void refusesAWindowItCannotApply() {
        assertThatThrownBy(() -> windowed("Int64", WINDOW))
                .isInstanceOf(DponeException.class)
                .hasMessage("The window column `t` must be a Date, Date32, DateTime or DateTime64, but is Int64");
        assertThatThrownBy(() -> connector.dataQuery(table("db", "e", WINDOW), Sources.columns("x", "Date")))
                .hasMessage("The window column `t` is not among the columns read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "select 1 ; ",
                "SELECT ';' AS a, \"b;\" , `c;` FROM t -- ; \n/* ; FORMAT x */ # ;\n",
                "(SELECT 1) UNION ALL (SELECT 2)",
                "with x as (select 1) select * from x",
                "SELECT a AS format FROM t",
                "SELECT format FROM t ORDER BY format",
                "SELECT $$ ) ' ; $$, $a$ $$ ( $a$ FROM t",
                "SELECT 'it''s', 'a\\'b' FROM t SETTINGS max_threads = 1"
            })
    void acceptsSelects(String sql) {
        String subselect = AuthoredSql.subselect(sql);
        assertThat(sql).startsWith(subselect);
        assertThat(subselect).doesNotEndWith("; ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT 1 FORMAT TSV|has a FORMAT clause, but dpone reads the Native format only",
                "SELECT 1 format JSON ;|has a FORMAT clause, but dpone reads the Native format only",
                "SELECT 1 FORMAT TSV SETTINGS x = 1|has a FORMAT clause, but dpone reads the Native format only",
                "SELECT 1 INTO OUTFILE 'x'|has an INTO OUTFILE clause",
                "SELECT 1; SELECT 2|holds more than one statement",
                "SELECT 1) UNION ALL (SELECT 2|has a closing parenthesis without its opening one",
                "SELECT (1|has an opening parenthesis without its closing one",
                "SELECT $x$ a|has a $x$ that is not closed",
                "SELECT 'a|has a ' that is not closed",
                "SELECT 1 /* x|has a comment that does not end",
                "DROP TABLE x|must be a SELECT, but begins with DROP",
                "INSERT INTO t SELECT 1|must be a SELECT, but begins with INSERT",
                "~ -- nothing~|is empty",
                "~;~|is empty",
            })
    void refusesWhatCannotStandInParentheses(String sql, String reason) {
        assertThatThrownBy(() -> AuthoredSql.subselect(sql))
                .isInstanceOf(DponeException.class)
                .hasMessage("source.options.query.sql " + reason)
                .extracting(e -> ((DponeException) e).code())
                .isEqualTo(ErrorCode.MANIFEST_INVALID);
    }
}
