package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.column.Block;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.ReadLimits;
import dev.dpone.spi.Secret;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.TableRef;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the real server of today. */
@Timeout(120)
class ClickHouseSourceTest {
    private static final ClickHouseServer SERVER = SharedServers.clickhouse();
    private static final String DATABASE = "source-test`\\";

    private final ClickHouseSource source = Sources.real(Map.of());

    @BeforeAll
    static void create() {
        drop();
        SERVER.execute("CREATE DATABASE `source-test\\`\\\\` ENGINE = Atomic");
    }

    @AfterAll
    static void drop() {
        SERVER.execute("DROP DATABASE IF EXISTS `source-test\\`\\\\`");
    }

    private static SourceQuery table(String name, String... columns) {
        return new SourceQuery(new TableRef(DATABASE, name), Optional.empty(), List.of(columns), Optional.empty());
    }

    @Test
    void tellsWhoTheServerIs() {
        assertThat(source.server().product()).isEqualTo("ClickHouse");
        assertThat(source.server().version())
                .isEqualTo(SERVER.execute("SELECT version()").strip());
        assertThat(Sources.real(Map.of()).server()).isEqualTo(source.server());
        assertThat(source.server().identity()).matches("[^/]+/default");
    }

    @Test
    void describesAndReadsATableWithAwkwardNames() {
        SERVER.execute("CREATE TABLE `source-test\\`\\\\`.`t'\\`x` (`a\\`b` UInt8, `c\\\\'d` String, `\u00e9 \n` Date)"
                + " ENGINE = MergeTree ORDER BY tuple()");
        SERVER.execute("INSERT INTO `source-test\\`\\\\`.`t'\\`x` VALUES (1, 'x', '2026-01-01')");
        SourceQuery query = table("t'`x");
        List<SourceColumn> columns = source.describe(query);
        assertThat(columns).extracting(SourceColumn::name).containsExactly("a`b", "c\\'d", "\u00e9 \n");
        try (SourceStream stream = source.open(query, columns, Sources.LIMITS, Sources.id())) {
            assertThat(Cells.rows(stream.next().orElseThrow(), columns))
                    .isEqualTo(List.of(List.of("1", "x", "2026-01-01")));
            assertThat(stream.next()).isEmpty();
            assertThat(stream.next()).isEmpty();
        }
    }

    @Test
    void describesWhatAStarSelects() {
        SERVER.execute(
                "CREATE TABLE `source-test\\`\\\\`.kinds (a UInt8, b UInt8 DEFAULT a, m UInt8 MATERIALIZED a + 1,"
                        + " l UInt8 ALIAS a + 2, e UInt8 EPHEMERAL) ENGINE = MergeTree ORDER BY tuple()");
        assertThat(source.describe(table("kinds")))
                .extracting(SourceColumn::name)
                .containsExactly("a", "b");
        assertThat(source.describe(table("kinds", "m", "a", "l")))
                .extracting(SourceColumn::name)
                .containsExactly("m", "a", "l");
    }

    @Test
    void refusesTheFirstUnsupportedTypeByName() {
        SERVER.execute("CREATE TABLE `source-test\\`\\\\`.arrays (a UInt8, b Dynamic, c Point)"
                + " ENGINE = MergeTree ORDER BY tuple()");
        assertThatThrownBy(() -> source.describe(table("arrays")))
                .isInstanceOf(DponeException.class)
                .hasMessage("Column `b` has type Dynamic, which dpone does not read from ClickHouse");
        assertThat(source.describe(table("arrays", "a"))).hasSize(1);
    }

    @Test
    void describesStructuredColumnsAsWhatOnlyTextIsReadOf() {
        assertThat(source.describe(Sources.query("SELECT map('a', [1]) AS m, tuple(1, 'x') AS t")))
                .extracting(SourceColumn::type)
                .containsExactly(
                        new DataType.StructuredType("Map(String,Array(UInt8))"),
                        new DataType.StructuredType("Tuple(UInt8,String)"));
    }

    @Test
    void refusesTwoColumnsOfOneName() {
        assertThatThrownBy(() -> source.describe(Sources.query("SELECT a, a FROM (SELECT 1 AS a)")))
                .isInstanceOf(DponeException.class)
                .hasMessage("The query's result has two columns named `a`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "lz4"})
    void readsManyBlocks(String compression) {
        ClickHouseSource compressed = Sources.real(Map.of("compression", compression));
        String sql = "SELECT number AS n, repeat(toString(number), number % 40) AS s FROM numbers(700000)";
        List<SourceColumn> columns = source.describe(Sources.query(sql));
        long rows = 0;
        long sum = 0;
        int blocks = 0;
        try (SourceStream stream =
                compressed.open(Sources.query(sql), columns, new ReadLimits(10_000, 1 << 20, 64 << 20), Sources.id())) {
            for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
                FixedColumn numbers = (FixedColumn) next.get().columns().get(0);
                for (int row = 0; row < numbers.rows(); row++) {
                    sum += numbers.longAt(row);
                }
                rows += numbers.rows();
                blocks++;
                assertThat(numbers.rows()).isLessThanOrEqualTo(10_000);
            }
        }
        assertThat(rows).isEqualTo(700_000);
        assertThat(sum).isEqualTo(700_000L * 699_999 / 2);
        assertThat(blocks).isGreaterThanOrEqualTo(70);
    }

    /** Random bytes make compressed blocks of every length and kind. */
    @Test
    void checksTheChecksumsOfBlocksOfManySizes() {
        ClickHouseSource compressed = Sources.real(Map.of("compression", "lz4"));
        String sql = "SELECT randomString(number % 1000) AS s FROM numbers(20000)";
        for (long rows : new long[] {1, 2, 7, 100, 5000}) {
            try (SourceStream stream = compressed.open(
                    Sources.query(sql),
                    Sources.columns("s", "String"),
                    new ReadLimits(rows, 1 << 20, 64 << 20),
                    Sources.id())) {
                assertThat(Sources.drain(stream)).isEqualTo(20_000);
            }
        }
    }

    @Test
    void readsDictionariesOfEveryKeyWidth() {
        for (int keys : new int[] {1, 255, 256, 70_000}) {
            String sql = "SELECT toLowCardinality(toString(number % " + keys + ")) AS s, toString(number % " + keys
                    + ") AS plain FROM numbers(150000)";
            List<List<String>> rows = Sources.read(Sources.real(Map.of("max_threads", "1")), sql);
            assertThat(rows)
                    .hasSize(150_000)
                    .allSatisfy(row -> assertThat(row.get(0)).isEqualTo(row.get(1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "lz4"})
    void showsTheMessageOfAQueryThatFailsAfterRows(String compression) {
        ClickHouseSource compressed = Sources.real(Map.of("compression", compression));
        String sql = "SELECT number AS n, throwIf(number = 500000, 'half way') AS t FROM numbers(1000000)";
        List<SourceColumn> columns = source.describe(Sources.query(sql));
        try (SourceStream stream =
                compressed.open(Sources.query(sql), columns, Sources.LIMITS, "fails-" + Sources.id())) {
            assertThat(stream.next()).isPresent();
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .hasMessageMatching("ClickHouse at 127.0.0.1:\\d+ failed query fails-\\S+ after \\d+ rows: "
                            + "Code: 395. DB::Exception: half way.*FUNCTION_THROW_IF_VALUE_IS_NON_ZERO.*")
                    .extracting(e -> ((DponeException) e).code())
                    .isEqualTo(ErrorCode.SOURCE_FAILED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "lz4"})
    void showsTheMessageOfAQueryThatFailsAtOnce(String compression) {
        ClickHouseSource compressed = Sources.real(Map.of("compression", compression));
        String sql = "SELECT number AS n, throwIf(number = 0, 'at once') AS t FROM numbers(10)";
        try (SourceStream stream = compressed.open(
                Sources.query(sql), Sources.columns("n", "UInt64", "t", "UInt8"), Sources.LIMITS, Sources.id())) {
            assertThatThrownBy(stream::next)
                    .isInstanceOf(DponeException.class)
                    .hasMessageContaining("Code: 395. DB::Exception: at once");
        }
    }

    @Test
    void showsThatTheTimeIsOver() {
        ClickHouseSource hasty = Sources.real(Map.of("max_execution_time", "1"));
        String sql =
                "SELECT number AS n FROM numbers(100000000000) WHERE NOT ignore(sipHash64(number)) AND number % 65536 = 0";
        try (SourceStream stream =
                hasty.open(Sources.query(sql), Sources.columns("n", "UInt64"), Sources.LIMITS, Sources.id())) {
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .hasMessageContaining("Code: 159. ")
                    .hasFieldOrPropertyWithValue(
                            "remedy", "Raise max_execution_time in the connection's settings, or narrow the query.");
        }
    }

    @Test
    void showsThatSomebodyKilledTheQuery() {
        String id = Sources.id();
        String sql = "SELECT number AS n FROM numbers(100000000000)";
        try (SourceStream stream =
                source.open(Sources.query(sql), Sources.columns("n", "UInt64"), Sources.LIMITS, id)) {
            assertThat(stream.next()).isPresent();
            SERVER.execute("KILL QUERY WHERE query_id = '" + id + "' ASYNC");
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .hasMessageContaining("Code: 394. ")
                    .hasFieldOrPropertyWithValue("remedy", "Find out who stopped the query, then run again.");
        }
    }

    @Test
    void abortStopsTheQueryOnTheServer() throws Exception {
        String id = Sources.id();
        String sql = "SELECT number AS n FROM numbers(100000000000)";
        SourceStream stream = source.open(Sources.query(sql), Sources.columns("n", "UInt64"), Sources.LIMITS, id);
        assertThat(stream.next()).isPresent();
        assertThat(running(id)).isEqualTo("1");
        stream.abort();
        assertThatThrownBy(() -> Sources.drain(stream))
                .isInstanceOf(DponeException.class)
                .hasMessageMatching("Reading query " + id + " was aborted after \\d+ rows");
        stream.close();
        // SYNC returns once the query is gone; nothing else waits for it.
        SERVER.execute("KILL QUERY WHERE query_id = '" + id + "' SYNC");
        assertThat(running(id)).isEqualTo("0");
    }

    private static String running(String id) {
        return SERVER.execute("SELECT count() FROM system.processes WHERE query_id = '" + id + "'")
                .strip();
    }

    @Test
    void abortBeforeTheFirstBlockUnblocksTheReader() throws Exception {
        String id = Sources.id();
        String sql = "SELECT sleepEachRow(0.14) AS n FROM numbers(2000)";
        SourceStream stream = source.open(
                Sources.query(sql), Sources.columns("n", "UInt8"), new ReadLimits(20, 1 << 20, 64 << 20), id);
        Thread aborter = new Thread(() -> {
            while (!running(id).equals("1")) {
                Thread.onSpinWait();
            }
            stream.abort();
        });
        aborter.start();
        DponeException failure = catchThrowableOfType(DponeException.class, stream::next);
        assertThat(failure).hasMessage("Reading query " + id + " was aborted after 0 rows");
        aborter.join();
        stream.close();
    }

    @Test
    void refusesABlockThatPassesTheLimitNamingTheSetting() {
        String sql = "SELECT repeat('x', 100000) AS s FROM numbers(3000)";
        try (SourceStream stream = source.open(
                Sources.query(sql), Sources.columns("s", "String"), new ReadLimits(2000, 1 << 20, 64 << 20), "big")) {
            assertThatThrownBy(() -> Sources.drain(stream))
                    .isInstanceOf(DponeException.class)
                    .hasMessage("A block of 2000 rows takes more than 67108864 bytes of memory, passed in column `s`")
                    .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_BLOCK_TOO_LARGE)
                    .extracting(e -> ((DponeException) e).remedy())
                    .asString()
                    .startsWith("Lower native_chunks.max_rows, which is sent as max_block_size (now 2000), ");
        }
    }

    @Test
    void readsStringsOfAMegabyte() {
        String sql = "SELECT repeat(repeat(toString(number % 10), 1024), 1024) AS s FROM numbers(200)";
        try (SourceStream stream = source.open(
                Sources.query(sql), Sources.columns("s", "String"), new ReadLimits(16, 1 << 20, 64 << 20), "long")) {
            assertThat(Sources.drain(stream)).isEqualTo(200);
        }
    }

    @Test
    void aChangedSchemaFailsBeforeTheFirstRow() {
        List<SourceColumn> planned = Sources.columns("n", "UInt32");
        try (SourceStream stream = source.open(
                Sources.query("SELECT number AS n FROM numbers(5)"), planned, Sources.LIMITS, Sources.id())) {
            assertThatThrownBy(stream::next)
                    .isInstanceOf(DponeException.class)
                    .hasMessage("Column `n` of the result has type UInt64, but the plan has UInt32");
        }
    }

    @Test
    void refusalsShowTheServersMessageAndTheRemedy() {
        assertRefused(
                () -> source.describe(Sources.query("SELECT nosuch FROM system.one")),
                "Code: 47. ",
                "Correct the columns or source.options.query.sql.");
        assertRefused(
                () -> source.describe(new SourceQuery(
                        new TableRef("default", "nosuch"), Optional.empty(), List.of(), Optional.empty())),
                "Code: 60. ",
                "Check the database of the connection and the table of the manifest.");
        assertRefused(
                () -> Sources.real(Map.of("nosuch_setting", "1")).describe(Sources.query("SELECT 1")),
                "Code: 115. ",
                "Remove the unknown setting from the connection's settings.");
    }

    private static void assertRefused(ThrowingCallable call, String message, String remedy) {
        assertThatThrownBy(call)
                .isInstanceOf(DponeException.class)
                .hasMessageContaining(" refused DESCRIBE: ")
                .hasMessageContaining(message)
                .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_REFUSED)
                .satisfies(e -> assertThat(((DponeException) e).remedy()).startsWith(remedy));
    }

    @Test
    void aWrongPasswordIsRefusedAndNotShown() {
        ClickHouseSource stranger = new ClickHouseConnector()
                .connect(new ConnectionSpec(
                        "source",
                        Optional.empty(),
                        Optional.of("127.0.0.1"),
                        OptionalInt.of(SERVER.httpPort()),
                        Optional.empty(),
                        Optional.of("nobody"),
                        Optional.of(new Secret("geheim")),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Map.of()));
        assertThatThrownBy(stranger::server)
                .isInstanceOf(DponeException.class)
                .hasMessageContaining(" refused the version query: Code: 516. ")
                .hasMessageNotContaining("geheim")
                .hasFieldOrPropertyWithValue("remedy", "Check username and password of the connection.");
    }

    @Test
    void nobodyListeningIsUnreachable() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        assertThatThrownBy(() -> new ClickHouseConnector()
                        .connect(Sources.spec(port, Map.of()))
                        .server())
                .isInstanceOf(DponeException.class)
                .hasMessage("Cannot connect to ClickHouse at 127.0.0.1:" + port + ": Connection refused")
                .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_UNREACHABLE);
        assertThatThrownBy(() -> new ClickHouseConnector()
                        .connect(Sources.spec("nosuch.invalid", 8123, Map.of()))
                        .server())
                .hasMessage("Cannot connect to ClickHouse at nosuch.invalid:8123: the host name is unknown");
    }

    @Test
    void theNativePortIsNamedAsTheLikelyMistake() {
        assertThatThrownBy(() -> new ClickHouseConnector()
                        .connect(Sources.spec(SERVER.tcpPort(), Map.of()))
                        .server())
                .isInstanceOf(DponeException.class)
                .satisfies(e -> assertThat(((DponeException) e).render()).contains("not the native 9000"));
    }
}
