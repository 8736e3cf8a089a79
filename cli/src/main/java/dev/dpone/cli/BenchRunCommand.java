package dev.dpone.cli;

import dev.dpone.canonical.Ulid;
import dev.dpone.cli.bench.BenchConfiguration;
import dev.dpone.cli.bench.BenchResult;
import dev.dpone.cli.bench.BenchRun;
import dev.dpone.cli.bench.BenchSettings;
import dev.dpone.cli.bench.SubjectCommand;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.benchmark.Status;
import dev.dpone.sandbox.rows.MadeRows;
import dev.dpone.sandbox.rows.Profile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        description = {
            "Measures deliveries of made rows on real servers, looks at each result by SQL and digests of its own, and keeps"
                    + " what was seen as a bundle of documents.",
            "",
            "Equal counts in --limits are the eight fields of the durable record that every dpone knows, and envelopes of"
                    + " version 1. Different counts, such as 2/1, are ten fields and envelopes of version 2: a subject whose schema"
                    + " lacks encoding_parallelism and import_parallelism is refused before anything is started."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:no run is FAIL",
            "  1:a run is FAIL; the bundle is written all the same, except after an error",
            "  2:usage, or a subject that can't be measured; nothing was started",
            "130:interrupted; there is no campaign.json"
        },
        footer = {
            "",
            "Example:",
            "  dpone bench run --output baseline --subject ../older/dpone --profiles narrow,unicode --limits 1/1"
        })
final class BenchRunCommand implements Callable<Integer> {
    private static final long MOST_ROWS = 1_000_000;
    private static final Pattern COUNTS = Pattern.compile("(\\d{1,3})/(\\d{1,3})");
    private static final Map<String, Profile> PROFILES = Map.of(
            "narrow", Profile.NARROW,
            "wide", Profile.WIDE,
            "unicode", Profile.UNICODE,
            "decimal", Profile.DECIMAL,
            "null", Profile.NULLABLE,
            "skewed", Profile.SKEWED);
    private static final String ALL_PROFILES = "narrow,wide,unicode,decimal,null,skewed";

    private final Console console;
    private final Interrupts interrupts;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            required = true,
            description = "Where the bundle goes: a directory that doesn't exist, or an empty one.")
    private @Nullable Path output;

    @Option(
            names = "--target",
            description = "postgres, or mssql by DPONE_SANDBOX_MSSQL_URL. Default: ${DEFAULT-VALUE}.",
            defaultValue = "postgres")
    private String target = "postgres";

    @Option(
            names = "--profiles",
            split = ",",
            paramLabel = "NAME",
            description = "Kinds of rows. Default: ${DEFAULT-VALUE}.",
            defaultValue = ALL_PROFILES)
    private List<String> profiles = List.of();

    @Option(
            names = "--rows",
            description = "Rows per profile, 1 to 1000000. Default: ${DEFAULT-VALUE}.",
            defaultValue = "100000")
    private long rows;

    @Option(
            names = "--trials",
            description = "Measured deliveries per configuration, after one warm-up. Default: ${DEFAULT-VALUE}.",
            defaultValue = "3")
    private int trials;

    @Option(
            names = "--limits",
            split = ",",
            paramLabel = "E/I",
            description = "Encoders and importers of each configuration. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1/1")
    private List<String> limits = List.of();

    @Option(
            names = "--subject",
            paramLabel = "COMMAND",
            description = "The dpone launcher to measure, words with spaces between them. Default: this very program.")
    private @Nullable String subject;

    @Option(names = "--seed", description = "What the values depend on. Default: ${DEFAULT-VALUE}.", defaultValue = "1")
    private long seed;

    @Option(names = "--format", description = "text, json or md. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    BenchRunCommand(Console console, Interrupts interrupts) {
        this.console = console;
        this.interrupts = interrupts;
    }

    @Override
    public Integer call() {
        BenchSettings settings = settings();
        String name = new Ulid(console.clock(), new SecureRandom()).next().toLowerCase(Locale.ROOT);
        BenchResult result;
        try {
            result = new BenchRun(settings, console.environment(), console::say, interrupts.cancellation()).run(name);
        } catch (DponeException e) {
            throw e.code() == ErrorCode.INTERRUPTED_BY_USER ? interrupted(settings, e) : e;
        }
        console.out().println(format == ResultFormat.JSON ? ResultFormat.json(result.fields()) : result.text());
        console.out().flush();
        return result.status() == Status.FAIL ? 1 : 0;
    }

    private BenchSettings settings() {
        if (output == null) {
            throw new IllegalStateException("--output is required");
        }
        if (!List.of("postgres", "mssql").contains(target)) {
            throw usage("--target must be postgres or mssql, but was " + target, "Name one of them.");
        }
        if (rows < 1 || rows > MOST_ROWS) {
            throw usage("--rows must be 1 to " + MOST_ROWS + ", but was " + rows, "Give a number in this range.");
        }
        if (trials < 1 || trials > 100) {
            throw usage("--trials must be 1 to 100, but was " + trials, "Give a number in this range.");
        }
        if (seed < 0) {
            throw usage("--seed must be 0 or more, but was " + seed, "Give a number that is not negative.");
        }
        return new BenchSettings(
                console.workingDirectory().resolve(output).normalize(),
                target,
                unique("--profiles", profiles).stream()
                        .map(BenchRunCommand::profile)
                        .toList(),
                new MadeRows(rows, seed, true),
                trials,
                unique("--limits", limits).stream()
                        .map(BenchRunCommand::configuration)
                        .toList(),
                Optional.ofNullable(subject).map(text -> SubjectCommand.parse(text, console.workingDirectory())));
    }

    private static List<String> unique(String option, List<String> values) {
        if (new HashSet<>(values).size() != values.size()) {
            throw usage(option + " names something twice: " + String.join(",", values), "Name each once.");
        }
        return values;
    }

    private static Profile profile(String name) {
        Profile profile = PROFILES.get(name);
        if (profile == null) {
            throw usage("--profiles must be of " + ALL_PROFILES + ", but had '" + name + "'", "Name some of these.");
        }
        return profile;
    }

    private static BenchConfiguration configuration(String counts) {
        Matcher matcher = COUNTS.matcher(counts);
        if (!matcher.matches()) {
            throw usage("--limits must be E/I like 2/1, but had '" + counts + "'", "Write two numbers from 1 to 64.");
        }
        return BenchConfiguration.of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    private static DponeException usage(String message, String remedy) {
        return new DponeException(ErrorCode.USAGE_INVALID, message, remedy);
    }

    private static DponeException interrupted(BenchSettings settings, DponeException cause) {
        return new DponeException(
                ErrorCode.INTERRUPTED_BY_USER,
                "The benchmark was interrupted; " + settings.output() + " has no campaign.json and is no bundle",
                "Delete the directory, or name another one in --output, and run the same command again.",
                cause);
    }
}
