package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A spec to be changed field by field. */
final class Spec {
    static final Secret PASSWORD = new Secret("p4ss-word");

    @Nullable String url;

    @Nullable String host = "db.example";

    OptionalInt port = OptionalInt.empty();

    @Nullable String database = "dwh";

    @Nullable String username = "loader";

    @Nullable Secret password = PASSWORD;

    @Nullable Boolean secure;

    boolean trust;

    @Nullable Path ca;

    final Map<String, String> settings = new LinkedHashMap<>();

    ConnectionSpec build() {
        return new ConnectionSpec(
                "mssql-target",
                Optional.ofNullable(url).map(Secret::new),
                Optional.ofNullable(host),
                port,
                Optional.ofNullable(database),
                Optional.ofNullable(username),
                Optional.ofNullable(password),
                Optional.ofNullable(secure),
                trust,
                Optional.ofNullable(ca),
                settings);
    }

    Properties properties() {
        return ConnectionSettings.of(build()).driverProperties(Duration.ofSeconds(3));
    }

    void refused(String message, String remedy) {
        assertThatThrownBy(() -> new MssqlConnector().connect(build()))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_INVALID);
                    assertThat(e.getMessage()).isEqualTo("Connection mssql-target: " + message);
                    assertThat(e.remedy()).isEqualTo(remedy);
                    assertThat(e.render()).doesNotContain(PASSWORD.reveal()).doesNotContain("s3cret");
                });
    }
}
