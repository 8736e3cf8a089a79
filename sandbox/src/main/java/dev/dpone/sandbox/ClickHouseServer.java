package dev.dpone.sandbox;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A real ClickHouse: a child process of its own on free ports of 127.0.0.1, or the server that
 * {@value SandboxOptions#CLICKHOUSE_URL} names. The child ends with this process, however that ends.
 */
public final class ClickHouseServer implements AutoCloseable {
    private final ClickHouseHttp http;
    private final @Nullable ClickHouseProcess process;

    private ClickHouseServer(ClickHouseHttp http, @Nullable ClickHouseProcess process) {
        this.http = http;
        this.process = process;
    }

    /** Starts the server as the environment says; the first start on a machine downloads it. */
    public static ClickHouseServer start(Consumer<String> progress) {
        return start(SandboxOptions.fromEnvironment(System.getenv(), progress));
    }

    /**
     * Starts the server, or connects to the one the options name; returns when it answers.
     *
     * @throws dev.dpone.error.DponeException SANDBOX_UNAVAILABLE, with the way around
     */
    public static ClickHouseServer start(SandboxOptions options) {
        String own = options.clickhouseUrl();
        if (own != null) {
            return connect(own);
        }
        ClickHouseProcess process = ClickHouseProcess.start(options);
        URI url = URI.create("http://127.0.0.1:" + process.httpPort());
        return new ClickHouseServer(new ClickHouseHttp(url, ClickHouseConfig.USER, ClickHouseConfig.PASSWORD), process);
    }

    /** The server's address without credentials. */
    public URI httpUrl() {
        return http.url();
    }

    public int httpPort() {
        return http.url().getPort();
    }

    /** The port of the native protocol; only for a server started here. */
    public int tcpPort() {
        return started().tcpPort();
    }

    public String username() {
        return http.user();
    }

    public String password() {
        return http.password();
    }

    /** The server's process; only for a server started here. */
    public long pid() {
        return started().child().serverPid();
    }

    /**
     * Runs one statement and returns the whole answer.
     *
     * @throws IllegalStateException with the server's message
     */
    public String execute(String sql) {
        return http.execute(sql);
    }

    /** Kills the server as a crash would; it can't be started again. */
    public void kill() {
        started().child().crash();
    }

    /** Stops the server and deletes its data; leaves a server that was not started here alone. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private ClickHouseProcess started() {
        if (process == null) {
            throw new IllegalStateException("ClickHouse at " + http.url() + " was not started by the sandbox");
        }
        return process;
    }

    private static ClickHouseServer connect(String own) {
        ClickHouseHttp http = parse(own);
        if (!ClickHouseHttp.answersPing(http.url())) {
            throw Unavailable.clickhouse("No ClickHouse answers at " + http.url(), null);
        }
        return new ClickHouseServer(http, null);
    }

    private static ClickHouseHttp parse(String own) {
        try {
            URI given = new URI(own);
            String scheme = given.getScheme();
            if (given.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
                throw new URISyntaxException("", "not http:// or https:// with a host");
            }
            int port = given.getPort() >= 0 ? given.getPort() : "https".equals(scheme) ? 8443 : 8123;
            String info = given.getRawUserInfo() == null ? "default" : given.getRawUserInfo();
            int colon = info.indexOf(':');
            return new ClickHouseHttp(
                    new URI(scheme, null, given.getHost(), port, null, null, null),
                    decoded(colon < 0 ? info : info.substring(0, colon)),
                    decoded(colon < 0 ? "" : info.substring(colon + 1)));
        } catch (URISyntaxException e) {
            // The cause would repeat the URL, and with it the password.
            throw Unavailable.clickhouse(
                    SandboxOptions.CLICKHOUSE_URL + " must be an http:// or https:// URL with a host", null);
        }
    }

    private static String decoded(String raw) {
        // URLDecoder reads forms, where a plus sign stands for a space.
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
