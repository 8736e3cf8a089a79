package dev.dpone.evidence.benchmark;

import dev.dpone.evidence.benchmark.CorrectnessReceipt.Execution;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Fixture;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import dev.dpone.evidence.observations.ObservationsDocument;
import dev.dpone.evidence.observations.States;
import dev.dpone.limits.NativeChunkLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A bundle as a good bench run leaves it, until told otherwise. */
final class BundleExample {
    static final NativeChunkLimits EIGHT = NativeChunkLimits.defaults();
    static final NativeChunkLimits TEN = ten(2, 1);
    static final Workload NARROW = new Workload("narrow", 1, 2000, 5, "1".repeat(64));
    static final Workload WIDE = new Workload("wide", 1, 500, 100, "2".repeat(64));

    private record Case(Workload workload, NativeChunkLimits limits, List<String> seconds) {}

    private final List<Case> cases = new ArrayList<>();
    private final List<Workload> declared = new ArrayList<>();
    private Build subject = new Build("dpone", "1.0.0", "a".repeat(40), false);
    private Build producer = new Build("dpone", "1.0.0", "b".repeat(40), false);
    private Route route = new Route(Route.Sink.POSTGRES, Route.Strategy.FULL_REFRESH);
    private Environment environment = environment(Map.of("java", "17.0.9", "dpone", "1.0.0"), 2);
    private Execution execution = Execution.LIVE;
    private boolean warmup = true;
    private boolean observed;
    private UnaryOperator<RunEnvelope> envelope = UnaryOperator.identity();
    private UnaryOperator<Check> check = UnaryOperator.identity();
    private UnaryOperator<CorrectnessReceipt> receipt = UnaryOperator.identity();
    private Set<Scope> scopes = Set.of(Scope.values());

    static NativeChunkLimits ten(int encoders, int importers) {
        return new NativeChunkLimits(
                1L << 40,
                1L << 40,
                65_536,
                16 << 20,
                1 << 20,
                2,
                1_024,
                1,
                OptionalInt.of(encoders),
                OptionalInt.of(importers));
    }

    static Environment environment(Map<String, String> versions, int cores) {
        return new Environment(
                versions, "c".repeat(64), Map.of("cores", cores, "memory_bytes", 1L << 32, "cpu", "Example CPU"));
    }

    /** Trials that took so many seconds. */
    BundleExample with(Workload workload, NativeChunkLimits limits, String... seconds) {
        cases.add(new Case(workload, limits, List.of(seconds)));
        return this;
    }

    BundleExample declaring(Workload workload) {
        declared.add(workload);
        return this;
    }

    BundleExample of(Build build) {
        subject = build;
        return this;
    }

    BundleExample by(Build build) {
        producer = build;
        return this;
    }

    BundleExample on(Environment other) {
        environment = other;
        return this;
    }

    BundleExample over(Route other) {
        route = other;
        return this;
    }

    BundleExample hermetic() {
        execution = Execution.HERMETIC;
        return this;
    }

    BundleExample withoutWarmup() {
        warmup = false;
        return this;
    }

    BundleExample observed() {
        observed = true;
        return this;
    }

    BundleExample changing(UnaryOperator<RunEnvelope> change) {
        envelope = change;
        return this;
    }

    /** Changes the checks of one scope, of measured trials only where it is that of samples. */
    BundleExample changingChecks(Scope scope, UnaryOperator<Check> change) {
        scopes = Set.of(scope);
        check = change;
        return this;
    }

    BundleExample changingReceipts(Scope scope, UnaryOperator<CorrectnessReceipt> change) {
        scopes = Set.of(scope);
        receipt = change;
        return this;
    }

    Path write(Path folder) {
        try {
            BundleWriter writer = new BundleWriter(folder);
            List<Ref> runs = new ArrayList<>();
            Set<Workload> workloads = new LinkedHashSet<>(declared);
            for (Case each : cases) {
                String name = each.workload().id() + "-"
                        + each.limits().configurationHash().substring(0, 8);
                runs.add(writer.write("runs/" + name + ".json", run(writer, name, each)));
                workloads.add(each.workload());
            }
            writer.write(new Campaign(List.copyOf(workloads), runs, List.of()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    /** Reads what {@link #write} wrote. */
    Bundle read(Path folder) {
        return Bundle.read(write(folder));
    }

    private RunEnvelope run(BundleWriter writer, String name, Case each) throws IOException {
        RunIdentity run = new RunIdentity(subject, route, each.workload(), each.limits(), environment);
        List<Sample> samples = new ArrayList<>();
        if (warmup) {
            samples.add(sample(writer, name, run, "warmup-1", true, "99"));
        }
        int trial = 0;
        for (String seconds : each.seconds()) {
            samples.add(sample(writer, name, run, "trial-" + ++trial, false, seconds));
        }
        Ref fidelity = receipt(writer, name, run, Scope.TYPE_FIDELITY, Optional.empty());
        Ref recovery = receipt(writer, name, run, Scope.FAILURE_RECOVERY, Optional.empty());
        return envelope.apply(new RunEnvelope(
                producer,
                subject,
                route,
                each.workload(),
                each.limits(),
                environment,
                samples,
                fidelity,
                recovery,
                RunEnvelope.best(samples, fidelity, recovery),
                List.of()));
    }

    private Sample sample(BundleWriter writer, String name, RunIdentity run, String id, boolean warmup, String seconds)
            throws IOException {
        Ref correctness = receipt(writer, name, run, Scope.SAMPLE, Optional.of(id));
        Optional<Ref> observations = Optional.empty();
        if (observed) {
            byte[] document = ObservationsDocument.json(new States(2, 1, 2).observations());
            observations =
                    Optional.of(writer.write("observations/" + name + "-" + id + ".json", document, Status.PASS));
        }
        return new Sample(
                id,
                warmup,
                correctness.status(),
                correctness.status() == Status.PASS ? Optional.empty() : Optional.of("see the receipt"),
                Optional.of(new BigDecimal(seconds)),
                Optional.of(new BigDecimal("0.25")),
                correctness,
                observations,
                new TreeMap<>(Map.of(
                        "encoded_bytes",
                        Metric.measured(12_345, "bytes", "result"),
                        "peak_heap",
                        Metric.unavailable("bytes", "not printed", "result"))));
    }

    private Ref receipt(BundleWriter writer, String name, RunIdentity run, Scope scope, Optional<String> sample)
            throws IOException {
        boolean warm = sample.orElse("").startsWith("warmup");
        boolean changed = scopes.contains(scope) && !warm;
        List<Check> checks = scope.required().stream()
                .map(BundleExample::passed)
                .map(passed -> changed ? check.apply(passed) : passed)
                .toList();
        CorrectnessReceipt good = CorrectnessReceipt.of(run, sample, scope, fixture(run, scope), checks);
        CorrectnessReceipt document = new CorrectnessReceipt(
                good.subjectCommit(),
                good.workloadSha256(),
                good.configurationSha256(),
                good.environmentSha256(),
                sample,
                route,
                scope,
                execution,
                good.fixture(),
                checks);
        String path = "receipts/" + name + "-" + sample.orElse(scope.id()) + ".json";
        return writer.write(path, changed ? receipt.apply(document) : document);
    }

    private static Fixture fixture(RunIdentity run, Scope scope) {
        return scope == Scope.SAMPLE
                ? new Fixture(
                        run.workload().id(),
                        run.workload().rows(),
                        run.workload().sha256())
                : new Fixture(scope.id(), 32, "d".repeat(64));
    }

    static Check passed(String id) {
        return id.equals(CorrectnessReceipt.OUTSIDE_WINDOW_UNCHANGED)
                ? Check.notApplicable(id, "full_refresh has no window")
                : Check.compared(id, Check.Method.VERSIONED_TYPED_DIGEST, "2000 rows", "2000 rows", "rows differ");
    }

    /** Every file with its content. */
    static Map<String, String> contents(Path folder) {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return contents;
    }
}
