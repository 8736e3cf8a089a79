package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    private static ConnectionSpec spec(
            @Nullable String url,
            @Nullable String host,
            @Nullable Integer port,
            @Nullable Boolean secure,
            Map<String, String> settings) {
        return new ConnectionSpec(
                "src",
                Optional.ofNullable(url).map(Secret::new),
                Optional.ofNullable(host),
                port == null ? OptionalInt.empty() : OptionalInt.of(port),
                Optional.of("db"),
                Optional.empty(),
                Optional.empty(),
                Optional.ofNullable(secure),
                false,
                Optional.empty(),
                settings);
    }

    private static Address fields(@Nullable Integer port, @Nullable Boolean secure) {
        return Endpoint.of(spec(null, "h", port, secure, Map.of())).address();
    }

    @Test
    void fillsPortAndTls() {
        assertThat(fields(null, null)).isEqualTo(new Address("h", 8123, false, "db"));
        assertThat(fields(null, true)).isEqualTo(new Address("h", 8443, true, "db"));
        assertThat(fields(8443, null)).isEqualTo(new Address("h", 8443, true, "db"));
        assertThat(fields(8443, false)).isEqualTo(new Address("h", 8443, false, "db"));
    }

    @ParameterizedTest
    @CsvSource({
        "http://h,h,8123,false,db",
        "https://h/other,h,8443,true,other",
        "jdbc:clickhouse://h:9999/d%20x,h,9999,false,d x",
        "jdbc:ch:https://h:1,h,1,true,db",
        "jdbc:clickhouse://[::1]:8443,[::1],8443,true,db"
    })
    void readsUrls(String url, String host, int port, boolean secure, String database) {
        assertThat(Endpoint.of(spec(url, null, null, null, Map.of())).address())
                .isEqualTo(new Address(host, port, secure, database));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://h/geheim",
                "http://user:geheim@h",
                "http://h?password=geheim",
                "ht tp://geheim",
                "geheim"
            })
    void refusesOtherUrlsWithoutShowingThem(String url) {
        assertThatThrownBy(() -> Endpoint.of(spec(url, null, null, null, Map.of())))
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("Connection src: the URL ")
                .hasNoCause()
                .satisfies(e -> assertThat(((DponeException) e).render()).doesNotContain("geheim"))
                .extracting(e -> ((DponeException) e).code())
                .isEqualTo(ErrorCode.CONNECTION_INVALID);
    }

    @Test
    void asksForTheHost() {
        assertThatThrownBy(() -> Endpoint.of(spec(null, null, null, null, Map.of())))
                .hasMessage("Connection src has no host")
                .hasFieldOrPropertyWithValue(
                        "remedy", "Set the field host, or the environment variable DPONE_CONN_SRC_HOST.");
    }

    @Test
    void takesItsOwnOptionsOutOfTheSettings() {
        Endpoint endpoint = Endpoint.of(spec(
                null,
                "h",
                null,
                null,
                Map.of(
                        "compression",
                        "gzip",
                        "read_timeout_seconds",
                        "7",
                        "connect_timeout_seconds",
                        "3",
                        "max_threads",
                        "1")));
        assertThat(endpoint.compression()).isEqualTo(Compression.GZIP);
        assertThat(endpoint.readMillis()).isEqualTo(7000);
        assertThat(endpoint.connectMillis()).isEqualTo(3000);
        assertThat(endpoint.settings()).isEqualTo(Map.of("max_threads", "1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compression|zstd|Connection src: compression must be none, gzip or lz4, but was zstd",
                "read_timeout_seconds|0|Connection src: read_timeout_seconds must be 1 to 86400, but was 0",
                "connect_timeout_seconds|2.5|Connection src: connect_timeout_seconds must be 1 to 86400, but was 2.5",
                "max_block_size|1|Connection src: the setting max_block_size is dpone's to choose, since a complete and exact result depends on it",
                "result_overflow_mode|break|Connection src: the setting result_overflow_mode is dpone's to choose, since a complete and exact result depends on it",
                "query_id|x|Connection src: the setting query_id is dpone's to choose, since a complete and exact result depends on it",
            })
    void refusesSettings(String name, String value, String message) {
        assertThatThrownBy(() -> Endpoint.of(spec(null, "h", null, null, Map.of(name, value))))
                .isInstanceOf(DponeException.class)
                .hasMessage(message)
                .extracting(e -> ((DponeException) e).code())
                .isEqualTo(ErrorCode.CONNECTION_INVALID);
    }

    @Test
    void refusesLineBreaksInCredentials() {
        ConnectionSpec spec = new ConnectionSpec(
                "src",
                Optional.empty(),
                Optional.of("h"),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of("me"),
                Optional.of(new Secret("geheim\n")),
                Optional.empty(),
                false,
                Optional.empty(),
                Map.of());
        assertThatThrownBy(() -> Endpoint.of(spec))
                .hasMessage("Connection src: the password holds a control character, such as a line break");
    }
}
