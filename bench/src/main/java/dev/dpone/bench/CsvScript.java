package dev.dpone.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import org.postgresql.PGConnection;

/**
 * What one would write in an afternoon: the server's CSV piped into COPY, in one transaction that empties the table first.
 * It checks nothing: not the end of the stream, not the values, and a second run after a lost COMMIT is anyone's guess.
 */
public final class CsvScript {
    private CsvScript() {}

    /** Everything comes from the environment, so that no password shows in a list of processes. */
    public static void main(String[] args) throws Exception {
        Map<String, String> given = System.getenv();
        try (InputStream csv = csv(given);
                Connection connection = DriverManager.getConnection(
                        need(given, "SCRIPT_JDBC"), need(given, "SCRIPT_USER"), need(given, "SCRIPT_PASSWORD"))) {
            connection.setAutoCommit(false);
            String table = need(given, "SCRIPT_TABLE");
            try (Statement statement = connection.createStatement()) {
                statement.execute("TRUNCATE " + table);
            }
            long rows = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + table + " FROM STDIN (FORMAT csv, NULL '\\N')", csv, 1 << 16);
            connection.commit();
            System.out.println(rows);
        }
    }

    private static InputStream csv(Map<String, String> given) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(need(given, "SCRIPT_URL")))
                .header("X-ClickHouse-User", need(given, "SCRIPT_CLICKHOUSE_USER"))
                .header("X-ClickHouse-Key", need(given, "SCRIPT_CLICKHOUSE_PASSWORD"))
                .POST(HttpRequest.BodyPublishers.ofString(need(given, "SCRIPT_QUERY")))
                .build();
        HttpResponse<InputStream> answer =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException("ClickHouse answered with status " + answer.statusCode());
        }
        return answer.body();
    }

    private static String need(Map<String, String> given, String name) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is not set");
        }
        return value;
    }
}
