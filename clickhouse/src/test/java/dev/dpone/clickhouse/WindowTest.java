package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.Block;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rows a window keeps, on a real server: half-open in UTC, NULL never. */
@Timeout(120)
class WindowTest {
    private final ClickHouseSource source = Sources.real(Map.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Nullable(Date)|2026-09-12T00:00:00Z|2026-09-14T00:00:00Z|2026-09-12,2026-09-13",
                "Nullable(Date)|2026-09-11T00:00:01Z|2026-09-13T00:00:01Z|2026-09-12,2026-09-13",
                "Nullable(Date32)|1969-12-31T00:00:00Z|1970-01-01T00:00:00Z|1969-12-31",
                "Nullable(DateTime('America/Bahia_Banderas'))|2026-09-12T00:00:00Z|2026-09-12T00:00:01Z|2026-09-12 00:00:00",
                "Nullable(DateTime)|2026-09-12T00:00:00.000000001Z|2026-09-12T00:00:01.5Z|2026-09-12 00:00:01",
                "Nullable(DateTime64(3))|1969-12-31T23:59:59.999Z|1970-01-01T00:00:00Z|1969-12-31 23:59:59.999",
                "Nullable(DateTime64(3))|1969-12-31T23:59:59.9985Z|1970-01-01T00:00:00.0001Z|1969-12-31 23:59:59.999,1970-01-01 00:00:00.000",
                "Nullable(DateTime64(6, 'Asia/Tokyo'))|2026-09-12T00:00:00Z|2026-09-12T00:00:00.000001Z|2026-09-12 00:00:00.000000",
                "Nullable(DateTime64(9))|2026-09-12T00:00:00Z|2026-09-12T00:00:00.000000001Z|2026-09-12 00:00:00.000000000",
            })
    void keepsTheHalfOpenRange(String type, Instant from, Instant to, String expected) {
        List<String> inserted = new ArrayList<>(List.of(expected.split(",")));
        String digits = inserted.get(0).replaceAll(".*\\.", "");
        int scale = inserted.get(0).contains(".") ? digits.length() : 0;
        boolean date = type.contains("Date)") || type.contains("Date32");
        for (Instant bound : List.of(from, to)) {
            long unit = date ? 86_400_000_000_000L : 1_000_000_000L / (long) Math.pow(10, scale);
            inserted.add(text(bound.minusNanos(unit), date, scale));
            inserted.add(text(bound, date, scale));
            inserted.add(text(bound.plusNanos(unit), date, scale));
        }
        StringBuilder sql = new StringBuilder("SELECT DISTINCT t FROM (SELECT CAST(NULL AS " + type + ") AS t");
        for (String value : inserted) {
            sql.append(" UNION ALL SELECT CAST(")
                    .append(literal(value, type, date, scale))
                    .append(" AS ")
                    .append(type)
                    .append(")");
        }
        sql.append(")");
        SourceQuery query = new SourceQuery(
                new TableRef("default", "x"),
                Optional.of(sql.toString()),
                List.of(),
                Optional.of(new Window("t", from, to)));
        List<SourceColumn> columns = Sources.columns("t", type);
        List<String> kept = new ArrayList<>();
        try (SourceStream stream = source.open(query, columns, Sources.LIMITS, Sources.id())) {
            for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
                for (List<String> row : Cells.rows(next.get(), columns)) {
                    kept.add(row.get(0));
                }
            }
        }
        assertThat(kept)
                .containsExactlyInAnyOrderElementsOf(List.of(expected.split(",")).stream()
                        .map(value -> date
                                ? value
                                : Instant.parse(value.replace(' ', 'T') + "Z").toString())
                        .toList());
    }

    private static String text(Instant instant, boolean date, int scale) {
        String text = instant.toString().replace("T", " ").replace("Z", "");
        if (date) {
            return text.substring(0, 10);
        }
        String seconds = text.substring(0, 19);
        String fraction = text.length() > 20 ? text.substring(20) : "";
        return scale == 0 ? seconds : seconds + "." + (fraction + "000000000").substring(0, scale);
    }

    private static String literal(String value, String type, boolean date, int scale) {
        if (date) {
            return "'" + value + "'";
        }
        return type.contains("DateTime64")
                ? "toDateTime64('" + value + "', " + scale + ", 'UTC')"
                : "toDateTime('" + value + "', 'UTC')";
    }
}
