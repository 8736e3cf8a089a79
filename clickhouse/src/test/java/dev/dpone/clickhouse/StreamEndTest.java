package dev.dpone.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.clickhouse.ScriptedServer.Generation;
import dev.dpone.clickhouse.ScriptedServer.Script;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.SourceStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only a proven end is success: answers of both server generations that fail, stop or stall. */
@Timeout(60)
class StreamEndTest {
    private static final List<SourceColumn> COLUMNS = Sources.columns("n", "UInt64", "s", "String");
    private static final String NEW_MESSAGE =
            "Code: 395. DB::Exception: Value passed to 'throwIf' function is non-zero. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)";
    private static final String OLD_MESSAGE =
            "Code: 395, e.displayText() = DB::Exception: Value passed to 'throwIf' function is non zero,"
                    + " e.what() = DB::Exception";

    private static byte[] block() {
        return Native.block(Native.longs("n", "UInt64", 1, 2), Native.strings("s", "one", "two"));
    }

    private static long read(ScriptedServer server, String... settings) {
        Map<String, String> map = settings.length == 0 ? Map.of() : Map.of(settings[0], settings[1]);
        ClickHouseSource source = new ClickHouseConnector().connect(Sources.anonymous(server.port(), map));
        try (SourceStream stream = source.open(Sources.query("SELECT 1"), COLUMNS, Sources.LIMITS, "q1")) {
            return Sources.drain(stream);
        }
    }

    private static DponeException failure(Generation generation, Script script, String... settings) throws Exception {
        try (ScriptedServer server = new ScriptedServer(generation, script)) {
            DponeException failure = catchThrowableOfType(DponeException.class, () -> read(server, settings));
            assertThat(failure).isNotNull();
            return failure;
        }
    }

    private static Script sending(byte[]... pieces) {
        return (out, socket) -> {
            for (byte[] piece : pieces) {
                out.write(piece);
            }
        };
    }

    private static byte[] head(Generation generation) throws IOException {
        try (ScriptedServer server = new ScriptedServer(generation, (out, socket) -> {})) {
            return server.head("");
        }
    }

    @ParameterizedTest
    @EnumSource(Generation.class)
    void acceptsTheTerminatingChunkAfterWholeBlocks(Generation generation) throws Exception {
        Script script = sending(
                head(generation), ScriptedServer.chunk(block()), ScriptedServer.chunk(block()), ScriptedServer.end());
        try (ScriptedServer server = new ScriptedServer(generation, script)) {
            assertThat(read(server)).isEqualTo(4);
            assertThat(server.requests().get(server.requests().size() - 1)).doesNotContain("KILL QUERY");
        }
    }

    @ParameterizedTest
    @EnumSource(Generation.class)
    void acceptsAnEmptyResultAndBlocksWithoutRows(Generation generation) throws Exception {
        byte[] empty = Native.block(Native.longs("n", "UInt64"), Native.strings("s"));
        for (Script script : List.of(
                sending(head(generation), ScriptedServer.end()),
                sending(head(generation), ScriptedServer.chunk(empty), ScriptedServer.end()))) {
            try (ScriptedServer server = new ScriptedServer(generation, script)) {
                assertThat(read(server)).isZero();
            }
        }
    }

    @Test
    void acceptsContentLength() throws Exception {
        byte[] head = ("HTTP/1.1 200 OK\r\nX-ClickHouse-Query-Id: q1\r\nContent-Length: " + block().length + "\r\n\r\n")
                .getBytes(UTF_8);
        try (ScriptedServer server = new ScriptedServer(Generation.NEW, sending(head, block()))) {
            assertThat(read(server)).isEqualTo(2);
        }
        assertThat(failure(Generation.NEW, sending(head, Arrays.copyOf(block(), block().length - 1))))
                .hasMessageContaining("is not complete: the connection was closed 1 bytes before the end of the body")
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
    }

    @Test
    void refusesABodyWhoseEndCannotBeProven() throws Exception {
        byte[] head = "HTTP/1.0 200 OK\r\nX-ClickHouse-Query-Id: q1\r\n\r\n".getBytes(UTF_8);
        assertThat(failure(Generation.OLD, sending(head, block())))
                .hasMessageContaining("its answer has neither chunks nor a length, so that its end can't be proven")
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_MALFORMED);
    }

    @Test
    void showsTheTaggedMessageOfNewServers() throws Exception {
        assertThat(failure(
                        Generation.NEW,
                        sending(
                                head(Generation.NEW),
                                ScriptedServer.chunk(block()),
                                ScriptedServer.chunk(ScriptedServer.tagged(NEW_MESSAGE)))))
                .hasMessageContaining(" failed query q1 after 2 rows: " + NEW_MESSAGE)
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_FAILED);
    }

    /** Also in place of the first block, within a block, as the last bytes of a long one, and before a clean end. */
    @Test
    void showsTheTaggedMessageWhereverItStands() throws Exception {
        byte[] tagged = ScriptedServer.tagged(NEW_MESSAGE);
        byte[] half = Arrays.copyOf(block(), block().length / 2);
        byte[] longBlock = Native.block(Native.longs("n", "UInt64", 1), Native.strings("s", "x".repeat(3_000_000)));
        byte[] longHalf = Arrays.copyOf(longBlock, 2_500_000);
        for (byte[] before : List.of(new byte[0], half, longHalf)) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes(before);
            body.writeBytes(tagged);
            byte[] chunk = ScriptedServer.chunk(body.toByteArray());
            assertThat(failure(Generation.NEW, sending(head(Generation.NEW), chunk)))
                    .hasMessageContaining(" failed query q1 after 0 rows: " + NEW_MESSAGE);
            assertThat(failure(Generation.NEW, sending(head(Generation.NEW), chunk, ScriptedServer.end())))
                    .hasMessageContaining(" failed query q1 after 0 rows: " + NEW_MESSAGE);
        }
    }

    @Test
    void showsTheAppendedMessageOfOldServersDespiteTheirCleanEnd() throws Exception {
        for (byte[] before : List.of(new byte[0], block(), Arrays.copyOf(block(), block().length / 2))) {
            assertThat(failure(
                            Generation.OLD,
                            sending(
                                    head(Generation.OLD),
                                    ScriptedServer.chunk(before),
                                    ScriptedServer.chunk((OLD_MESSAGE + "\n").getBytes(UTF_8)),
                                    ScriptedServer.end())))
                    .hasMessageContaining(" failed query q1 after " + (before.length == block().length ? 2 : 0)
                            + " rows: " + OLD_MESSAGE)
                    .extracting(DponeException::code)
                    .isEqualTo(ErrorCode.SOURCE_FAILED);
        }
    }

    @Test
    void takesNoDataForAMessage() throws Exception {
        byte[] confusing = Native.block(
                Native.longs("n", "UInt64", 1),
                Native.strings("s", ScriptedServer.tagged(NEW_MESSAGE).length + NEW_MESSAGE));
        try (ScriptedServer server = new ScriptedServer(
                Generation.NEW, sending(head(Generation.NEW), ScriptedServer.chunk(confusing), ScriptedServer.end()))) {
            assertThat(read(server)).isEqualTo(1);
        }
        assertThat(failure(Generation.NEW, sending(head(Generation.NEW), ScriptedServer.chunk(confusing))))
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
    }

    @ParameterizedTest
    @EnumSource(Generation.class)
    void refusesStreamsThatJustStop(Generation generation) throws Exception {
        byte[] whole = ScriptedServer.chunk(block());
        // Before any chunk, at a block's edge without the terminating chunk, within a chunk, within its size line.
        assertThat(failure(generation, sending(head(generation))))
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
        assertThat(failure(generation, sending(head(generation), whole)))
                .hasMessageContaining("The answer to query q1 from ClickHouse at 127.0.0.1:")
                .hasMessageContaining(" is not complete: the connection was closed within a line of HTTP")
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
        assertThat(failure(generation, sending(head(generation), Arrays.copyOf(whole, whole.length - 9))))
                .hasMessageContaining(" is not complete: the connection was closed within a chunk");
        assertThat(failure(generation, sending(head(generation), whole, new byte[] {'1', '0'})))
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
        assertThat(failure(generation, sending(Arrays.copyOf(head(generation), 30))))
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
        assertThat(failure(generation, sending()))
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
    }

    @ParameterizedTest
    @EnumSource(Generation.class)
    void refusesACleanEndWithinABlock(Generation generation) throws Exception {
        byte[] half = Arrays.copyOf(block(), block().length - 2);
        assertThat(failure(generation, sending(head(generation), ScriptedServer.chunk(half), ScriptedServer.end())))
                .hasMessageContaining(" is not complete: the answer ends within a block")
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_TRUNCATED);
    }

    @Test
    void refusesBytesAfterTheEndOfAChunk() throws Exception {
        byte[] wrong = ScriptedServer.chunk(block());
        wrong[wrong.length - 2] = 'x';
        assertThat(failure(Generation.NEW, sending(head(Generation.NEW), wrong, ScriptedServer.end())))
                .hasMessageContaining("a chunk is longer than it says")
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_MALFORMED);
    }

    @Test
    void refusesTheExceptionCodeHeaderOnAGoodStatus() throws Exception {
        byte[] head = new String(head(Generation.NEW), UTF_8)
                .replace("\r\n\r\n", "\r\nX-ClickHouse-Exception-Code: 241\r\n\r\n")
                .getBytes(UTF_8);
        byte[] body = ScriptedServer.chunk("Code: 241. DB::Exception: Memory limit exceeded".getBytes(UTF_8));
        assertThat(failure(Generation.NEW, sending(head, body, ScriptedServer.end())))
                .hasMessageContaining(" failed query q1: Code: 241. DB::Exception: Memory limit exceeded")
                .hasFieldOrPropertyWithValue(
                        "remedy", "Raise max_memory_usage in the connection's settings, or narrow the query.");
    }

    @Test
    void boundsTheMessageAndKeepsItOnOneLine() throws Exception {
        DponeException failure = failure(
                Generation.NEW,
                sending(
                        head(Generation.NEW),
                        ScriptedServer.chunk(
                                ScriptedServer.tagged("Code: 1. DB::Exception: a\nb\t" + "x".repeat(9000)))));
        assertThat(failure.getMessage())
                .contains("DB::Exception: a b xxx")
                .hasSizeLessThan(1200)
                .endsWith("xxx...");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", "SSH-2.0-x\r\n\r\n"})
    void refusesWhatIsNoAnswerOfClickHouse(String answer) throws Exception {
        assertThat(failure(Generation.NEW, sending(answer.getBytes(UTF_8))))
                .extracting(DponeException::code)
                .isEqualTo(ErrorCode.SOURCE_MALFORMED);
    }

    @Test
    void refusesAnAnswerWithoutClickHousesHeaders() throws Exception {
        byte[] head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8);
        assertThat(failure(Generation.NEW, sending(head)))
                .hasMessageContaining("the answer does not come from ClickHouse");
    }

    @Test
    void stallsFailAfterTheReadTimeout() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Script script = (out, socket) -> {
            out.write(head(Generation.NEW));
            out.write(ScriptedServer.chunk(block()));
            out.flush();
            done.await();
        };
        try {
            assertThat(failure(Generation.NEW, script, "read_timeout_seconds", "1"))
                    .hasMessageContaining(" sent nothing for 1 seconds in query q1")
                    .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_STALLED)
                    .hasFieldOrPropertyWithValue(
                            "remedy",
                            "Raise read_timeout_seconds in the connection's settings if the query needs longer before its"
                                    + " next row; otherwise look at the server and the network.");
        } finally {
            done.countDown();
        }
    }

    @Test
    void aFailedStreamIsKilledAndStaysFailed() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(Generation.OLD, sending(head(Generation.OLD), ScriptedServer.chunk(block())))) {
            ClickHouseSource source = new ClickHouseConnector().connect(Sources.anonymous(server.port(), Map.of()));
            SourceStream stream = source.open(Sources.query("SELECT 1"), COLUMNS, Sources.LIMITS, "q1");
            assertThat(stream.next()).isPresent();
            DponeException first = catchThrowableOfType(DponeException.class, stream::next);
            DponeException second = catchThrowableOfType(DponeException.class, stream::next);
            assertThat(second).isSameAs(first);
            stream.close();
            assertThat(server.awaitKill()).isTrue();
            stream.close();
        }
    }

    @Test
    void abortFailsABlockedReadAndKillsTheQuery() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Script script = (out, socket) -> {
            out.write(head(Generation.NEW));
            out.write(ScriptedServer.chunk(block()));
            out.flush();
            sent.countDown();
            done.await();
        };
        try (ScriptedServer server = new ScriptedServer(Generation.NEW, script)) {
            ClickHouseSource source = new ClickHouseConnector().connect(Sources.anonymous(server.port(), Map.of()));
            SourceStream stream = source.open(Sources.query("SELECT 1"), COLUMNS, Sources.LIMITS, "q'1");
            assertThat(stream.next()).isPresent();
            Thread aborter = new Thread(() -> {
                try {
                    sent.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                stream.abort();
                stream.abort();
            });
            aborter.start();
            DponeException failure = catchThrowableOfType(DponeException.class, stream::next);
            assertThat(failure).hasMessage("Reading query q'1 was aborted after 2 rows");
            aborter.join();
            stream.close();
            assertThat(server.awaitKill()).isTrue();
            assertThat(server.requests())
                    .filteredOn(r -> r.contains("KILL"))
                    .singleElement()
                    .asString()
                    .endsWith("KILL QUERY WHERE query_id = 'q\\'1' ASYNC");
        } finally {
            done.countDown();
        }
    }

    @Test
    void refusesGzipThatIsCutOrChanged() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(block());
        }
        byte[] whole = packed.toByteArray();
        byte[] changed = whole.clone();
        changed[changed.length - 6] ^= 1; // in the CRC
        byte[] head = new String(head(Generation.NEW), UTF_8)
                .replace("\r\n\r\n", "\r\nContent-Encoding: gzip\r\n\r\n")
                .getBytes(UTF_8);
        try (ScriptedServer server =
                new ScriptedServer(Generation.NEW, sending(head, ScriptedServer.chunk(whole), ScriptedServer.end()))) {
            assertThat(read(server, "compression", "gzip")).isEqualTo(2);
        }
        byte[] cut = ScriptedServer.chunk(Arrays.copyOf(whole, whole.length - 3));
        assertThat(failure(Generation.NEW, sending(head, cut, ScriptedServer.end()), "compression", "gzip"))
                .hasMessageContaining("is not complete: the gzip answer ends before its end mark");
        assertThat(failure(
                        Generation.NEW,
                        sending(head, ScriptedServer.chunk(changed), ScriptedServer.end()),
                        "compression",
                        "gzip"))
                .hasMessageContaining("can't be read: the gzip answer differs from its checksum");
        byte[] message = ScriptedServer.chunk(ScriptedServer.tagged(NEW_MESSAGE));
        assertThat(failure(
                        Generation.NEW,
                        sending(head, ScriptedServer.chunk(whole), message, ScriptedServer.end()),
                        "compression",
                        "gzip"))
                .hasMessageContaining(" failed query q1 after 2 rows: " + NEW_MESSAGE);
    }

    @Test
    void sendsCredentialsAsHeadersAndOnlySettingsTheServerHas() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(Generation.OLD, sending(head(Generation.OLD), ScriptedServer.end()))) {
            ClickHouseSource source =
                    new ClickHouseConnector().connect(Sources.spec(server.port(), Map.of("max_threads", "2")));
            try (SourceStream stream = source.open(Sources.query("SELECT 1"), COLUMNS, Sources.LIMITS, "q1")) {
                assertThat(Sources.drain(stream)).isZero();
            }
            String request = server.requests().get(server.requests().size() - 1);
            assertThat(request)
                    .startsWith(
                            "POST /?default_format=Native&extremes=0&max_block_size=65536&max_threads=2&query_id=q1 HTTP/1.1\r\n")
                    .contains("\r\nX-ClickHouse-User: ", "\r\nX-ClickHouse-Key: ", "\r\nConnection: close\r\n");
        }
    }
}
