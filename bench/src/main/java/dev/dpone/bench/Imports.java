package dev.dpone.bench;

import dev.dpone.mssql.MssqlConnector;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.rows.Profile;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import dev.dpone.spi.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Measures the import of sealed files into SQL Server against the driver's bulk copy of the same rows from Java objects, in
 * turns on one server. Prints a Markdown table.
 */
public final class Imports {
    private static final Set<String> NAMES = Set.of("rounds", "profiles", "percent", "folder");
    private static final String URL = "DPONE_TEST_MSSQL_URL";

    private Imports() {}

    /** Options: see {@code docs/performance.md}. */
    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.of(args, NAMES);
        String url = System.getenv().getOrDefault(URL, "");
        if (url.isEmpty()) {
            System.err.println("SKIPPED: " + URL + " names no server to measure on");
            System.exit(2);
        }
        Path folder = Path.of(arguments.text("folder", "target/bench")).toAbsolutePath();
        int rounds = arguments.number("rounds", 3);
        Machine machine = new Machine();
        ImportTable table = new ImportTable();
        try (Target target = new MssqlConnector().connect(spec(url))) {
            List<Profile> profiles = arguments.list("profiles", "narrow,unicode,decimal,nullable").stream()
                    .map(name -> Profile.valueOf(name.toUpperCase(Locale.ROOT)))
                    .toList();
            for (Profile profile : profiles) {
                int rows = Math.max(1, (int) (profile.rows() * (long) arguments.number("percent", 20) / 100));
                measure(record(profile, rows), target, url, folder, rounds, machine, table);
            }
            System.out.println(machine.conditions());
            System.out.println("- server: " + target.server().product() + " "
                    + target.server().version());
            System.out.println("- rounds: " + rounds + "\n");
            System.out.println(table.markdown());
        }
    }

    /** The source has ended before anything is measured. */
    private static Recording record(Profile profile, int rows) throws IOException, InterruptedException {
        try (ClickHouseServer server = ClickHouseServer.start(Imports::say)) {
            return Recording.record(server, profile, rows);
        }
    }

    private static void measure(
            Recording recording, Target target, String url, Path folder, int rounds, Machine machine, ImportTable table)
            throws IOException, SQLException {
        try (ImportWays ways = ImportWays.prepare(recording, target, url, folder)) {
            // Once unmeasured, for the compiler and the server's caches.
            ways.dpone();
            ways.plain();
            for (int round = 0; round < rounds; round++) {
                machine.noteLoad();
                say(recording.profile() + ": round " + (round + 1) + " of " + rounds);
                boolean forth = round % 2 == 0;
                ImportTable.Times first = forth ? ways.dpone() : ways.plain();
                ImportTable.Times second = forth ? ways.plain() : ways.dpone();
                table.add(recording.profile(), forth ? first : second, forth ? second : first);
            }
        }
    }

    private static void say(String step) {
        System.err.println(step);
    }

    private static ConnectionSpec spec(String url) {
        return new ConnectionSpec(
                "bench",
                Optional.of(new Secret(url)),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Map.of());
    }
}
