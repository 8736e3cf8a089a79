package dev.dpone.cli;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program as a process of its own that breaks one promise, named in the system property {@code broken}. */
public final class BrokenSubject {
    /** Changes a delivered row, adds one, and says that all is well. */
    public static final String ROW = "row";

    /** Empties the target when a delivery fails. */
    public static final String CLEARS = "clears";

    /** Ends a failed delivery with exit 0. */
    public static final String DENIES = "denies";

    /** Delivers once more when it is given a run id again. */
    public static final String REPEATS = "repeats";

    /** Reads the source while it resumes. */
    public static final String READS = "reads";

    /** Does nothing when it is to resume, and says that all is well. */
    public static final String SHIRKS = "shirks";

    private final Map<String, String> environment = System.getenv();
    private final String broken = System.getProperty("broken", "");
    private final String[] arguments;

    private BrokenSubject(String[] arguments) {
        this.arguments = arguments;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(new BrokenSubject(arguments).run());
    }

    private int run() throws IOException, SQLException {
        boolean resumes = arguments[0].equals("resume");
        if (resumes && broken.equals(SHIRKS)) {
            return 0;
        }
        if (resumes && broken.equals(READS)) {
            readSource();
        }
        int exit = command(broken.equals(REPEATS) ? withNewRunId() : arguments);
        boolean delivers = arguments[0].equals("run");
        if (delivers && exit == 0 && broken.equals(ROW)) {
            target("UPDATE %1$s SET id = -7 WHERE id = (SELECT max(id) FROM %1$s)");
            target("INSERT INTO %1$s (id, __dpone__load_id, __dpone__loaded_at) SELECT -8, 'x', now() WHERE NOT EXISTS"
                    + " (SELECT 1 FROM %1$s)");
        }
        if (exit != 0 && broken.equals(CLEARS)) {
            target("DELETE FROM %1$s");
        }
        return broken.equals(DENIES) ? 0 : exit;
    }

    private int command(String... words) {
        Console console = new Console(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                Path.of("").toAbsolutePath(),
                environment,
                Clock.systemUTC(),
                false);
        return new CommandLineProgram(console, Interrupts.none()).run(words);
    }

    private String[] withNewRunId() throws IOException {
        String[] words = Arrays.copyOf(arguments, arguments.length);
        int at = List.of(words).indexOf("--run-id") + 1;
        if (at > 0 && Files.exists(Path.of("state/journal", words[at]))) {
            words[at] += "-again";
        }
        return words;
    }

    private String manifest(String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(Path.of(arguments[1])));
        if (!found.find()) {
            throw new IllegalStateException(pattern);
        }
        return found.group(1);
    }

    private void target(String sql) throws IOException, SQLException {
        String table = "public." + manifest("name: (\\w+)}");
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + target("HOST", "") + ":" + target("PORT", "") + "/"
                                + target("DATABASE", ""),
                        target("USERNAME", ""),
                        target("PASSWORD", ""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql.formatted(table));
        }
    }

    private String target(String field, String otherwise) {
        return environment.getOrDefault("DPONE_CONN_BENCH_TARGET_" + field, otherwise);
    }

    private void readSource() throws IOException {
        Map<String, String> sandbox = new HashMap<>();
        sandbox.put(
                SandboxOptions.CLICKHOUSE_URL,
                "http://" + source("USERNAME") + ":" + source("PASSWORD") + "@" + source("HOST") + ":"
                        + source("PORT"));
        try (ClickHouseServer clickhouse =
                ClickHouseServer.start(SandboxOptions.fromEnvironment(sandbox, progress -> {}))) {
            clickhouse.execute(
                    "SELECT count() FROM " + manifest("schemas:\\s+(\\w+):") + "." + manifest("tables: \\[(\\w+)]"));
        }
    }

    private String source(String field) {
        return environment.getOrDefault("DPONE_CONN_BENCH_SOURCE_" + field, "");
    }
}
