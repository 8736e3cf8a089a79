package dev.dpone.bench;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.sandbox.rows.Profile;
import dev.dpone.sandbox.rows.ProfileTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Measures whole deliveries, as a user runs them, against a script that only copies. All ways take turns in each round, every
 * other round backwards, so that their ratios hold on a machine whose speed changes. Prints a Markdown table.
 */
public final class Deliveries {
    private static final Set<String> NAMES = Set.of("rounds", "profile", "rows", "limits", "heap", "folder", "compare");

    private final Arguments arguments;
    private final ProfileTable table;
    private final int rows;
    private final Machine machine = new Machine();

    private Deliveries(Arguments arguments) {
        this.arguments = arguments;
        Profile profile = Profile.valueOf(arguments.text("profile", "mixed").toUpperCase(Locale.ROOT));
        this.table = ProfileTable.of(profile);
        this.rows = arguments.number("rows", profile == Profile.LONG ? profile.rows() : 1_000_000);
    }

    /** Options: see {@code docs/performance.md}. */
    public static void main(String[] args) throws Exception {
        new Deliveries(Arguments.of(args, NAMES)).run();
    }

    private void run() throws IOException, InterruptedException, SQLException {
        Path parent = Path.of(arguments.text("folder", "target/bench")).toAbsolutePath();
        Files.createDirectories(parent);
        Path folder = Files.createTempDirectory(parent, "deliveries-");
        try (Servers servers =
                new Servers(ClickHouseServer.start(Deliveries::say), PostgresServer.start(Deliveries::say))) {
            say("making " + rows + " rows");
            servers.makeSource(table, rows);
            Ways ways = new Ways(servers, table, folder, arguments.text("heap", "256m"));
            prepare(servers, ways);
            DeliveryTable measured = measure(servers, ways);
            compare(servers, ways);
            System.out.println(machine.conditions());
            System.out.println("- " + servers.versions());
            System.out.println(
                    "- " + rows + " rows of profile " + table.profile().lowerCase() + ", "
                            + table.columns().size() + " columns; heap " + arguments.text("heap", "256m") + "; rounds "
                            + arguments.number("rounds", 3) + "\n");
            System.out.println(measured.markdown());
        }
    }

    private static void say(String step) {
        System.err.println(step);
    }

    private String everything() {
        return "SELECT * FROM " + table.in(Servers.DATABASE);
    }

    /** Makes both target tables; builds the launcher's image if need be. */
    private void prepare(Servers servers, Ways ways) throws IOException, InterruptedException, SQLException {
        ways.dpone("1/1", everything() + " LIMIT 1");
        servers.execute("DROP TABLE IF EXISTS " + ways.scriptTarget());
        servers.execute("CREATE TABLE " + ways.scriptTarget() + " AS SELECT " + ways.columns() + " FROM "
                + ways.target() + " LIMIT 0");
    }

    private DeliveryTable measure(Servers servers, Ways ways) throws IOException, InterruptedException, SQLException {
        DeliveryTable measured = new DeliveryTable(rows);
        List<String> turns = new ArrayList<>(List.of(DeliveryTable.SCRIPT));
        turns.addAll(arguments.list("limits", "1/1,2/1,1/2,4/2"));
        for (int round = 0; round < arguments.number("rounds", 3); round++) {
            machine.noteLoad();
            for (String turn : turns) {
                boolean script = turn.equals(DeliveryTable.SCRIPT);
                ProcessUse use = script ? ways.script() : ways.dpone(turn, everything());
                String arrived = servers.ask("SELECT count(*) FROM " + (script ? ways.scriptTarget() : ways.target()));
                if (Long.parseLong(arrived) != rows) {
                    throw new IllegalStateException(turn + " delivered " + arrived + " rows, not " + rows);
                }
                say("round " + (round + 1) + ": " + turn + " took " + Spread.digits(use.seconds()) + " s, "
                        + Spread.digits(use.cpuSeconds()) + " s of CPU");
                measured.add(script ? turn : "dpone " + turn, use);
            }
            Collections.reverse(turns);
        }
        return measured;
    }

    /** Whether both ways brought the same rows; sorting them takes long, so that it can be left out. */
    private void compare(Servers servers, Ways ways) throws SQLException {
        if (arguments.text("compare", "yes").equals("yes")) {
            String different = servers.ask("SELECT count(*) FROM (SELECT " + ways.columns() + " FROM " + ways.target()
                    + " EXCEPT ALL SELECT " + ways.columns() + " FROM " + ways.scriptTarget() + ") AS d");
            System.out.println("- rows that the script brought otherwise: " + different);
        }
    }
}
