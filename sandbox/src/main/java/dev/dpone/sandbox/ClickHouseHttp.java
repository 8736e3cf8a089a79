package dev.dpone.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Statements over ClickHouse's HTTP interface, whole answers only. */
record ClickHouseHttp(URI url, String user, String password) {
    private static final int PING_MILLIS = 2_000;

    static boolean answersPing(URI url) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) url.resolve("/ping").toURL().openConnection();
            connection.setConnectTimeout(PING_MILLIS);
            connection.setReadTimeout(PING_MILLIS);
            try (InputStream in = connection.getInputStream()) {
                return connection.getResponseCode() == 200
                        && new String(in.readAllBytes(), StandardCharsets.UTF_8).startsWith("Ok.");
            }
        } catch (IOException e) {
            return false;
        }
    }

    /** The server's answer; its message as an {@link IllegalStateException} when it refuses. */
    String execute(String sql) {
        try {
            // The server holds the answer back until it is whole, so an error is always a status, never a torn body.
            HttpURLConnection connection = (HttpURLConnection)
                    url.resolve("/?wait_end_of_query=1").toURL().openConnection();
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setRequestProperty("X-ClickHouse-User", user);
            connection.setRequestProperty("X-ClickHouse-Key", password);
            connection.setRequestProperty("Content-Type", "text/plain; charset=UTF-8");
            byte[] body = sql.getBytes(StandardCharsets.UTF_8);
            connection.setFixedLengthStreamingMode(body.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            if (connection.getResponseCode() != 200) {
                throw new IllegalStateException(
                        text(connection.getErrorStream()).strip());
            }
            return text(connection.getInputStream());
        } catch (IOException e) {
            throw new IllegalStateException("ClickHouse at " + url + " did not answer: " + e.getMessage(), e);
        }
    }

    private static String text(@Nullable InputStream in) throws IOException {
        if (in == null) {
            return "";
        }
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
