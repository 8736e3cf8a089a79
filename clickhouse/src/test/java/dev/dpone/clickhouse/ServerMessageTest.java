package dev.dpone.clickhouse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerMessageTest {
    private static final String DATA = "\u0001\u0002data\u0000";

    private static Optional<ServerMessage> after(String tail, String... tag) {
        return ServerMessage.after(tail.getBytes(UTF_8), tag.length == 0 ? Optional.empty() : Optional.of(tag[0]));
    }

    /** As the generations between the two tested ones wrote it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "395|Code: 395. DB::Exception: Value passed. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO) (version 23.8.2.7)",
                "241|Code: 241, e.displayText() = DB::Exception: Memory limit (for query) exceeded, e.what() = DB::Exception",
                "1000|Poco::Exception. Code: 1000, e.code() = 104, e.displayText() = Connection reset by peer",
                "1001|std::exception. Code: 1001, type: std::bad_alloc, e.what() = std::bad_alloc",
                "210|Code: 210. DB::NetException: I/O error: Broken pipe",
                "60|Code: 60. DB::Exception: Received from host:9000. DB::Exception: Table \u00e9 doesn't exist",
            })
    void findsUntaggedMessages(int code, String message) {
        assertThat(after(DATA + message + "\n")).contains(new ServerMessage(code, message));
        assertThat(after(message)).contains(new ServerMessage(code, message));
    }

    @Test
    void believesAnUntaggedMessageOnlyIfItIsTextToTheEnd() {
        String message = "Code: 395. DB::Exception: Value passed";
        assertThat(after(DATA + message + DATA)).isEmpty();
        assertThat(after(DATA + message + DATA + message)).contains(new ServerMessage(395, message));
        assertThat(ServerMessage.after(
                        new byte[] {'C', 'o', 'd', 'e', ':', ' ', '1', '.', ' ', 'D', 'B', ':', ':', (byte) 0xFF},
                        Optional.empty()))
                .isEmpty();
        assertThat(after(DATA + "Code: 395 is what the customer wrote")).isEmpty();
        assertThat(after("")).isEmpty();
    }

    @Test
    void believesNothingWithoutItsTagWhereThereIsOne() {
        String message = "Code: 395. DB::Exception: Value passed";
        assertThat(after(DATA + message, "abc")).isEmpty();
        assertThat(after(DATA + "\r\n__exception__\r\nother\r\n" + message, "abc"))
                .isEmpty();
        assertThat(after(DATA + "\r\n__exception__\r\nabc\r\n" + message + "\n39 abc\r\n__exception__\r\n", "abc"))
                .contains(new ServerMessage(395, message));
        // The end of it may be missing.
        assertThat(after(DATA + "\r\n__exception__\r\nabc\r\n" + message, "abc"))
                .contains(new ServerMessage(395, message));
    }
}
