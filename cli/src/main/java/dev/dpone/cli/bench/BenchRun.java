package dev.dpone.cli.bench;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.delivery.Cancellation;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.benchmark.Build;
import dev.dpone.evidence.benchmark.Campaign;
import dev.dpone.evidence.benchmark.Check;
import dev.dpone.evidence.benchmark.CorrectnessReceipt;
import dev.dpone.evidence.benchmark.Ref;
import dev.dpone.evidence.benchmark.RunEnvelope;
import dev.dpone.evidence.benchmark.Sample;
import dev.dpone.evidence.benchmark.Status;
import dev.dpone.evidence.benchmark.Workload;
import dev.dpone.files.IoFailure;
import dev.dpone.sandbox.SandboxOptions;
import dev.dpone.sandbox.ScratchFolder;
import dev.dpone.sandbox.rows.Profile;
import dev.dpone.sandbox.rows.ProfileTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One benchmark, from its settings to its bundle. */
public final class BenchRun {
    private static final String FIDELITY = "type-fidelity";
    private static final String RECOVERY = "failure-recovery";

    private final BenchSettings settings;
    private final Map<String, String> environment;
    private final Consumer<String> progress;
    private final Cancellation cancellation;

    /**
     * @param environment names servers to use instead of starting some
     * @param progress told one sentence per step
     * @param cancellation ends the subject and the servers when requested
     */
    public BenchRun(
            BenchSettings settings,
            Map<String, String> environment,
            Consumer<String> progress,
            Cancellation cancellation) {
        this.settings = settings;
        this.environment = Map.copyOf(environment);
        this.progress = progress;
        this.cancellation = cancellation;
    }

    /**
     * Measures everything and writes the bundle.
     *
     * @param name what tells its tables and runs from others', of lower-case letters and digits
     * @throws dev.dpone.error.DponeException {@code DPONE_BENCH_SUBJECT_UNABLE} before anything is started or made
     */
    public BenchResult run(String name) {
        Bundle.check(settings.output());
        try (ScratchFolder scratch = ScratchFolder.create("dpone-bench-")) {
            Path folder = scratch.path();
            Subject subject =
                    new Subject(settings.subject().orElseGet(SubjectCommand::itself), folder, Map.of(), cancellation);
            Build build = subject.build();
            boolean knowsStageCounts = subject.knowsStageCounts();
            settings.configurations().forEach(configuration -> subject.require(configuration, knowsStageCounts));
            progress.accept("subject: dpone " + build.version() + ", commit " + build.commit()
                    + (build.dirty() ? ", dirty" : ""));
            Bundle bundle = Bundle.create(settings.output());
            SandboxOptions options = SandboxOptions.fromEnvironment(environment, progress);
            try (Stand stand = Stand.start(settings.target(), options, environment, name, folder)) {
                return run(
                        new Workshop(stand, subject.connectedTo(stand.variables()), folder, name, cancellation),
                        bundle,
                        build);
            }
        } catch (IOException e) {
            throw new DponeException(
                    ErrorCode.OUTPUT_FAILED,
                    "The bundle " + settings.output() + " cannot be written: "
                            + IoFailure.of(e).reason(),
                    "Name a directory in --output that you may write to, with room, and run the same command again.",
                    e);
        }
    }

    private BenchResult run(Workshop workshop, Bundle bundle, Build subject) throws IOException {
        Surroundings surroundings = Surroundings.of(workshop.stand(), subject, environment);
        workshop.stand()
                .clickhouse()
                .execute("CREATE DATABASE " + workshop.stand().database());
        Map<BenchConfiguration, Receipts> receipts = receipts(workshop);
        List<Workload> workloads = new ArrayList<>();
        List<RunEnvelope> runs = new ArrayList<>();
        List<Ref> refs = new ArrayList<>();
        for (Profile profile : settings.profiles()) {
            progress.accept("making " + settings.rows().count() + " rows of " + profile.lowerCase());
            ProfileTable made = ProfileTable.of(profile);
            made.create(workshop.stand().database(), settings.rows())
                    .forEach(workshop.stand().clickhouse()::execute);
            BenchTable table = BenchTable.of(workshop.stand(), profile.lowerCase());
            Workload workload = workload(made);
            workloads.add(workload);
            List<Cell> cells = settings.configurations().stream()
                    .map(configuration ->
                            new Cell(table, configuration, surroundings.identity(workload, configuration, table)))
                    .toList();
            Map<Cell, List<Sample>> samples = rounds(new Trials(workshop, bundle), cells);
            for (Cell cell : cells) {
                RunEnvelope run = envelope(bundle, cell, samples.getOrDefault(cell, List.of()), receipts);
                runs.add(run);
                refs.add(bundle.envelope(cell, run));
            }
        }
        Path campaign = bundle.campaign(new Campaign(workloads, refs, Limitations.OF_CAMPAIGN));
        return new BenchResult(campaign, runs);
    }

    /** What was found out once per configuration. */
    private record Receipts(
            CorrectnessReceipt.Fixture fidelityFixture,
            List<Check> fidelity,
            CorrectnessReceipt.Fixture recoveryFixture,
            List<Check> recovery) {}

    private Map<BenchConfiguration, Receipts> receipts(Workshop workshop) {
        Stand stand = workshop.stand();
        List<String> fidelitySql =
                FidelityFixture.of(stand.type(), stand.notANumber()).create(stand.database());
        fidelitySql.forEach(stand.clickhouse()::execute);
        BenchTable fidelity = BenchTable.of(stand, FidelityFixture.TABLE);
        long maxRowBytes = settings.configurations().get(0).limits().maxRowBytes();
        RecoveryTrials.Tables tables = RecoveryTrials.Tables.make(stand, maxRowBytes);
        Map<BenchConfiguration, Receipts> receipts = new LinkedHashMap<>();
        for (BenchConfiguration configuration : settings.configurations()) {
            progress.accept(configuration.words() + ": values of every type");
            List<Check> typed = fidelity(workshop, fidelity, configuration);
            progress.accept(configuration.words() + ": empty, refused, repeated and killed deliveries");
            List<Check> recovered = new RecoveryTrials(workshop).checks(tables, configuration);
            receipts.put(
                    configuration,
                    new Receipts(
                            fixture(FIDELITY, fidelity.rows(), fidelitySql, stand),
                            typed,
                            fixture(
                                    RECOVERY,
                                    RecoveryFixture.ROWS,
                                    RecoveryFixture.create(stand.database(), maxRowBytes),
                                    stand),
                            recovered));
        }
        return receipts;
    }

    private static List<Check> fidelity(Workshop workshop, BenchTable table, BenchConfiguration configuration) {
        table.restoreOldRows(workshop.stand());
        String run = workshop.runId(FIDELITY, configuration);
        SubjectProcess.Ended ended = workshop.subject().run(workshop.manifest(table, configuration), run);
        return new Witness(workshop.stand()).published(table, run, RecoveryTrials.receiptId(ended));
    }

    /** The hash is over what makes the rows, whatever this benchmark's database is called. */
    private static CorrectnessReceipt.Fixture fixture(String id, long rows, List<String> statements, Stand stand) {
        List<String> made = statements.stream()
                .map(sql -> sql.replace(stand.database(), "dpone_bench"))
                .toList();
        return new CorrectnessReceipt.Fixture(id, rows, CanonicalJson.fingerprint(made));
    }

    private Workload workload(ProfileTable made) {
        String sha256 = CanonicalJson.fingerprint(Map.of(
                "columns",
                made.columns().stream()
                        .map(column -> Map.of("name", column.name(), "type", column.type(), "value", column.value()))
                        .toList(),
                "rows",
                settings.rows().count(),
                "seed",
                settings.rows().seed(),
                "repeated",
                settings.rows().repeated()));
        return new Workload(
                made.profile().lowerCase(),
                settings.rows().seed(),
                settings.rows().count(),
                made.columns().size(),
                sha256);
    }

    /** One warm-up and the trials of all cells in turns, every other round backwards: what drifts, drifts for all. */
    private Map<Cell, List<Sample>> rounds(Trials trials, List<Cell> cells) throws IOException {
        Map<Cell, List<Sample>> samples = new LinkedHashMap<>();
        List<Cell> turns = new ArrayList<>(cells);
        for (int round = 0; round <= settings.trials(); round++) {
            String id = round == 0 ? "warmup" : "trial-" + round;
            for (Cell cell : turns) {
                Sample sample = trials.measure(cell, id, round == 0);
                samples.computeIfAbsent(cell, none -> new ArrayList<>()).add(sample);
                progress.accept(
                        cell.table().name() + " " + cell.configuration().words() + " " + id + ": " + told(sample));
            }
            Collections.reverse(turns);
        }
        return samples;
    }

    private static String told(Sample sample) {
        return sample.status()
                + sample.visibilitySeconds()
                        .map(seconds -> ", visible after " + BenchResult.digits(seconds) + " s")
                        .orElse("")
                + sample.reason().map(reason -> ", " + reason).orElse("");
    }

    private static RunEnvelope envelope(
            Bundle bundle, Cell cell, List<Sample> samples, Map<BenchConfiguration, Receipts> receipts)
            throws IOException {
        Receipts found = receipts.get(cell.configuration());
        if (found == null) {
            throw new IllegalStateException("No receipts of " + cell.id());
        }
        Ref fidelity = bundle.receipt(
                cell,
                FIDELITY,
                CorrectnessReceipt.of(
                        cell.identity(),
                        Optional.empty(),
                        CorrectnessReceipt.Scope.TYPE_FIDELITY,
                        found.fidelityFixture(),
                        found.fidelity()));
        Ref recovery = bundle.receipt(
                cell,
                RECOVERY,
                CorrectnessReceipt.of(
                        cell.identity(),
                        Optional.empty(),
                        CorrectnessReceipt.Scope.FAILURE_RECOVERY,
                        found.recoveryFixture(),
                        found.recovery()));
        Build subject = cell.identity().subject();
        Status best = RunEnvelope.best(samples, fidelity, recovery);
        return new RunEnvelope(
                Surroundings.producer(),
                subject,
                cell.identity().route(),
                cell.identity().workload(),
                cell.identity().limits(),
                cell.identity().environment(),
                samples,
                fidelity,
                recovery,
                best == Status.PASS && !subject.traceable() ? Status.UNVERIFIED : best,
                Limitations.of(subject));
    }
}
