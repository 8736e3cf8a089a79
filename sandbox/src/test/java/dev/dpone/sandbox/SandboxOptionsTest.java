package dev.dpone.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SandboxOptionsTest {
    @Test
    void keepsDownloadsWhereTheEnvironmentSays() {
        assertThat(cache(Map.of("DPONE_CACHE", "/own", "XDG_CACHE_HOME", "/shared")))
                .isEqualTo(Path.of("/own"));
        assertThat(cache(Map.of("DPONE_CACHE", " ", "XDG_CACHE_HOME", "/shared")))
                .isEqualTo(Path.of("/shared/dpone"));
        Path home = Path.of(System.getProperty("user.home"), ".cache", "dpone");
        assertThat(cache(Map.of())).isEqualTo(home);
        assertThat(cache(Map.of("XDG_CACHE_HOME", "relative"))).isEqualTo(home);
    }

    @Test
    void readsTheOwnServers() {
        SandboxOptions options = SandboxOptions.fromEnvironment(
                Map.of(
                        "DPONE_SANDBOX_CLICKHOUSE_URL", "http://h",
                        "DPONE_SANDBOX_POSTGRES_URL", "jdbc:postgresql://h/d",
                        "DPONE_SANDBOX_POSTGRES_BIN", "/bin"),
                step -> {});
        assertThat(options.clickhouseUrl()).isEqualTo("http://h");
        assertThat(options.postgresUrl()).isEqualTo("jdbc:postgresql://h/d");
        assertThat(options.postgresBin()).isEqualTo(Path.of("/bin"));
    }

    private static Path cache(Map<String, String> environment) {
        return SandboxOptions.fromEnvironment(environment, step -> {}).cacheDirectory();
    }
}
