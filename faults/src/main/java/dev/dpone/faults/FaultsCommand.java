package dev.dpone.faults;

import dev.dpone.error.DponeException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program {@code dpone-faults}. */
@Command(
        name = "dpone-faults",
        description =
                "Kills real deliveries on real engines at every durable boundary and at random moments, recovers them,"
                        + " and checks the target by SQL of its own.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit status: 0 when every trial came to its right end; 1 for a wrong result or a boundary not reached;"
                    + " 2 for wrong usage.",
            "",
            "Example:",
            "  ./dpone-faults --kills 50 --seed 7 --target postgres"
        })
public final class FaultsCommand implements Callable<Integer> {
    @Option(names = "--kills", paramLabel = "N", description = "How many kills. Default: ${DEFAULT-VALUE}.")
    private int kills = 50;

    @Option(names = "--seed", paramLabel = "S", description = "Decides every trial. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--target",
            paramLabel = "NAME",
            description = "postgres, or mssql at " + MssqlEngine.URL + ". Default: ${DEFAULT-VALUE}.")
    private String target = "postgres";

    @Option(names = "--jobs", paramLabel = "J", description = "Trials side by side. Default: ${DEFAULT-VALUE}.")
    private int jobs = 2;

    @Option(names = "--all-boundaries", description = "Kill at least once before and after every boundary.")
    private boolean everyStop;

    @Option(
            names = "--planted-bug",
            paramLabel = "NAME",
            description = "Put a known bug into every process, to see that it is noticed: ${COMPLETION-CANDIDATES}.",
            converter = BugName.class,
            completionCandidates = BugNames.class)
    private PlantedBug bug = PlantedBug.NONE;

    private static final class BugName implements CommandLine.ITypeConverter<PlantedBug> {
        @Override
        public PlantedBug convert(String name) {
            return PlantedBug.of(name);
        }
    }

    private static final class BugNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(PlantedBug.values()).map(PlantedBug::id).iterator();
        }
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new FaultsCommand()).execute(arguments));
    }

    @Override
    public Integer call() {
        try {
            Report report = new Harness(
                            new Harness.Options(kills, seed, target, jobs, everyStop, bug),
                            System.getenv(),
                            System.err::println)
                    .run();
            System.out.print(report.table());
            return report.good() ? 0 : 1;
        } catch (DponeException e) {
            System.err.println(e.code().id() + ": " + e.getMessage() + ". " + e.remedy());
            return e.code().exit().status();
        }
    }
}
