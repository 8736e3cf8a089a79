package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Window;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the real ClickHouse 18.16, where it is installed. */
@Timeout(120)
class OldServerTest {
    private static @Nullable OldServer server;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> binary = OldServer.binary();
        assumeTrue(binary.isPresent(), "ClickHouse 18.16 is not installed: apt-get install clickhouse-server");
        server = OldServer.start(binary.get(), folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static int port() {
        return Objects.requireNonNull(server).port();
    }

    private static ClickHouseSource source(Map<String, String> settings) {
        return new ClickHouseConnector().connect(Sources.anonymous(port(), settings));
    }

    @Test
    void tellsItsVersion() {
        assertThat(source(Map.of()).server().version()).startsWith("18.");
        assertThat(source(Map.of()).server().identity()).endsWith("/default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip"})
    void readsItsTypes(String compression) {
        String sql = """
                SELECT toInt8(-1) AS a, toUInt64(18446744073709551615) AS b, toDecimal128('-1.5', 3) AS c,
                    toFixedString('ab', 3) AS d, toLowCardinality(materialize('lc')) AS e,
                    CAST(NULL, 'LowCardinality(Nullable(String))') AS f, CAST('x', 'Enum8(\\'x\\' = 1)') AS g,
                    toUUID('00112233-4455-6677-8899-aabbccddeeff') AS h, toDate('2026-09-13') AS i,
                    toDateTime('2026-09-13 12:34:56', 'UTC') AS j, CAST('\u00e9', 'Nullable(String)') AS k, toFloat64(1.5) AS l""";
        assertThat(Sources.read(source(Map.of("compression", compression)), sql))
                .isEqualTo(List.of(List.of(
                        "-1",
                        "18446744073709551615",
                        "-1.500",
                        "x:616200",
                        "lc",
                        "NULL",
                        "x",
                        "00112233-4455-6677-8899-aabbccddeeff",
                        "2026-09-13",
                        "2026-09-13T12:34:56Z",
                        "\u00e9",
                        "1.5")));
    }

    @Test
    void readsManyBlocksAndEmptyResults() {
        List<List<String>> rows = Sources.read(source(Map.of()), "SELECT number AS n FROM system.numbers LIMIT 200000");
        assertThat(rows).hasSize(200_000);
        assertThat(Sources.read(source(Map.of()), "SELECT dummy FROM system.one WHERE 0"))
                .isEmpty();
    }

    @Test
    void appliesWindows() {
        SourceQuery query = new SourceQuery(
                new TableRef("default", "x"),
                Optional.of("SELECT toDateTime('2026-09-13 00:00:00', 'UTC') + number AS t,"
                        + " toDate('2026-09-13') + number AS d FROM system.numbers LIMIT 10"),
                List.of(),
                Optional.of(new Window(
                        "t", Instant.parse("2026-09-13T00:00:01.5Z"), Instant.parse("2026-09-13T00:00:04Z"))));
        ClickHouseSource source = source(Map.of());
        try (SourceStream stream = source.open(query, source.describe(query), Sources.LIMITS, Sources.id())) {
            assertThat(Sources.drain(stream)).isEqualTo(2);
        }
    }

    /** It appends the message and ends the stream as if all were well. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip"})
    void showsTheMessageOfAQueryThatFailsAfterRows(String compression) {
        String sql = "SELECT number AS n, throwIf(number = 500000) AS t FROM system.numbers LIMIT 1000000";
        List<SourceColumn> columns = Sources.columns("n", "UInt64", "t", "UInt8");
        try (SourceStream stream =
                source(Map.of("compression", compression)).open(Sources.query(sql), columns, Sources.LIMITS, "q1")) {
            assertThat(stream.next()).isPresent();
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .hasMessageMatching("ClickHouse at 127.0.0.1:\\d+ failed query q1 after \\d+ rows: Code: 395, "
                            + "e.displayText\\(\\) = DB::Exception: Value passed to 'throwIf' function is non zero, .*")
                    .extracting(e -> ((DponeException) e).code())
                    .isEqualTo(ErrorCode.SOURCE_FAILED);
        }
    }

    @Test
    void refusesTheCompressionThatItAnswersWithNothing() {
        assertThatThrownBy(() -> source(Map.of("compression", "lz4"))
                        .open(Sources.query("SELECT 1"), Sources.columns("1", "UInt8"), Sources.LIMITS, "q1"))
                .isInstanceOf(DponeException.class)
                .hasMessageMatching("ClickHouse 18\\.\\S+ at 127.0.0.1:\\d+ answers compression: lz4 with nothing")
                .hasFieldOrPropertyWithValue("remedy", "Set compression to gzip or none in the connection's settings.");
    }

    @Test
    void refusesTheDigest() {
        assertThatThrownBy(() -> source(Map.of()).digest(Sources.query("SELECT 1 AS a"), Sources.columns("a", "UInt8")))
                .isInstanceOf(DponeException.class)
                .hasMessageEndingWith(" cannot compute dpone-row-sha256-sum-v1");
    }

    @Test
    void abortStopsTheQueryOnTheServer() {
        SourceStream stream = source(Map.of())
                .open(
                        Sources.query("SELECT number AS n FROM system.numbers"),
                        Sources.columns("n", "UInt64"),
                        Sources.LIMITS,
                        "endless");
        assertThat(stream.next()).isPresent();
        stream.abort();
        stream.close();
        MetadataQuery query = new MetadataQuery(
                Endpoint.of(Sources.anonymous(port(), Map.of())),
                new TlsTrust(Endpoint.of(Sources.anonymous(port(), Map.of()))));
        query.rows("KILL QUERY WHERE query_id = 'endless' SYNC", Map.of(), "KILL QUERY");
        assertThat(query.rows(
                        "SELECT query_id FROM system.processes WHERE query_id = 'endless'", Map.of(), "the check"))
                .isEmpty();
    }
}
