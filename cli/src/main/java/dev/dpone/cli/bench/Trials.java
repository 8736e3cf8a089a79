package dev.dpone.cli.bench;

import static dev.dpone.evidence.benchmark.Check.Method.LIVE_OBSERVATION;

import dev.dpone.evidence.benchmark.Check;
import dev.dpone.evidence.benchmark.CorrectnessReceipt;
import dev.dpone.evidence.benchmark.Metric;
import dev.dpone.evidence.benchmark.Ref;
import dev.dpone.evidence.benchmark.Sample;
import dev.dpone.evidence.benchmark.Status;
import dev.dpone.evidence.observations.ObservationFiles;
import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.Stage;
import dev.dpone.limits.NativeChunkLimits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Measures single deliveries of one table, and looks at what each left before its time counts. */
final class Trials {
    private static final String CONCURRENCY = "concurrency_within_limits";
    private static final String OBSERVATIONS = "observations.json of the subject";
    private static final String RESULT = "result printed by the subject";

    private final Workshop workshop;
    private final Witness witness;
    private final Bundle bundle;

    Trials(Workshop workshop, Bundle bundle) {
        this.workshop = workshop;
        this.witness = new Witness(workshop.stand());
        this.bundle = bundle;
    }

    /**
     * One delivery over old rows.
     *
     * @param id within its envelope, such as {@code trial-1}
     */
    Sample measure(Cell cell, String id, boolean warmup) throws IOException {
        BenchTable table = cell.table();
        String run = workshop.runId(table.name() + "-" + id, cell.configuration());
        table.restoreOldRows(workshop.stand());
        Path manifest = workshop.manifest(table, cell.configuration());
        Optional<BigDecimal> loadBefore = Machine.load();
        SubjectProcess.Ended ended = workshop.subject().run(manifest, run);
        long visible = witness.visible(table, run);
        Optional<BigDecimal> loadAfter = Machine.load();

        Optional<RunObservations> observed = observations(run);
        List<Check> checks = new ArrayList<>(witness.published(table, run, RecoveryTrials.receiptId(ended)));
        concurrency(observed, cell.configuration().limits()).ifPresent(checks::add);
        CorrectnessReceipt receipt = CorrectnessReceipt.of(
                cell.identity(),
                Optional.of(id),
                CorrectnessReceipt.Scope.SAMPLE,
                new CorrectnessReceipt.Fixture(
                        table.name(), table.rows(), cell.identity().workload().sha256()),
                checks);
        Ref correctness = bundle.receipt(cell, id, receipt);
        Optional<Ref> kept = observed.isPresent()
                ? Optional.of(bundle.observations(cell, id, file(run), observed.get()))
                : Optional.empty();
        Optional<String> problem = problem(ended, visible, table, receipt);
        boolean timed = ended.exit() == 0 && visible == table.rows();
        Status status = problem.isEmpty()
                ? Status.PASS
                : timed && receipt.status() != Status.FAIL ? Status.UNVERIFIED : Status.FAIL;
        return new Sample(
                id,
                warmup,
                status,
                problem.map(Witness::line),
                status == Status.FAIL ? Optional.empty() : Optional.of(Sample.seconds(ended.took())),
                status == Status.FAIL ? Optional.empty() : pipeline(observed),
                correctness,
                kept,
                metrics(ended, observed, loadBefore, loadAfter));
    }

    private static Optional<String> problem(
            SubjectProcess.Ended ended, long visible, BenchTable table, CorrectnessReceipt receipt) {
        if (ended.exit() != 0) {
            return Optional.of("the subject ended with exit " + ended.exit() + ": " + ended.problem());
        }
        if (visible != table.rows()) {
            return Optional.of(visible + " of " + table.rows() + " rows were visible when the subject had ended");
        }
        if (receipt.status() != Status.PASS) {
            return Optional.of("the correctness receipt is " + receipt.status());
        }
        return Optional.empty();
    }

    private Path file(String run) {
        return workshop.evidence().resolve(run).resolve("observations-1.json");
    }

    private Optional<RunObservations> observations(String run) {
        if (!Files.exists(file(run))) {
            return Optional.empty();
        }
        return new ObservationFiles(workshop.evidence(), run)
                .read().observations().stream()
                        .filter(observed -> observed.runId().equals(run))
                        .findFirst();
    }

    /** By the subject's own observations, where it keeps some: the harness cannot see its threads. */
    private static Optional<Check> concurrency(Optional<RunObservations> observed, NativeChunkLimits limits) {
        Optional<RunObservations.Staging> staging = observed.flatMap(RunObservations::staging);
        if (observed.isEmpty() || staging.isEmpty()) {
            return Optional.empty();
        }
        int encoders = staging.get().stage(Stage.ENCODE).highest();
        int importers = staging.get().stage(Stage.IMPORT).highest();
        int retained = staging.get().retainedHighest();
        String within = "limits " + limits.configurationHash() + ", at most " + limits.encoders() + " encoders, "
                + limits.importers() + " importers, " + limits.retainedWorkCapacity() + " frames retained";
        boolean fits = encoders <= limits.encoders()
                && importers <= limits.importers()
                && retained <= limits.retainedWorkCapacity()
                && observed.get().limits().equals(limits);
        String seen = "limits " + observed.get().limits().configurationHash() + ", " + encoders + " encoders, "
                + importers + " importers, " + retained + " frames retained";
        return Optional.of(Check.compared(
                CONCURRENCY,
                LIVE_OBSERVATION,
                within,
                fits ? within : seen,
                "more was at work at once than the limits allow, or other limits were in force"));
    }

    private static Optional<BigDecimal> pipeline(Optional<RunObservations> observed) {
        return observed.flatMap(RunObservations::staging)
                .map(staging -> Sample.seconds(Duration.ofNanos(staging.nanos())));
    }

    private static SortedMap<String, Metric> metrics(
            SubjectProcess.Ended ended,
            Optional<RunObservations> observed,
            Optional<BigDecimal> loadBefore,
            Optional<BigDecimal> loadAfter) {
        SortedMap<String, Metric> metrics = new TreeMap<>();
        metrics.put("load_before", load(loadBefore));
        metrics.put("load_after", load(loadAfter));
        metrics.put("chunks", printed(ended, "chunks", "files"));
        metrics.put("subject_seconds", printed(ended, "duration_seconds", "s"));
        metrics.put("peak_heap_bytes", printed(ended, "peak_heap_bytes", "bytes"));
        Optional<RunObservations.Staging> staging = observed.flatMap(RunObservations::staging);
        metrics.put("rows", seen(staging.map(RunObservations.Staging::rowsImported), "rows"));
        metrics.put("encoded_bytes", seen(staging.map(RunObservations.Staging::encodedBytes), "bytes"));
        metrics.put(
                "encoders_observed",
                seen(staging.map(all -> (long) all.stage(Stage.ENCODE).highest()), "workers"));
        metrics.put(
                "importers_observed",
                seen(staging.map(all -> (long) all.stage(Stage.IMPORT).highest()), "workers"));
        metrics.put("retained_observed", seen(staging.map(all -> (long) all.retainedHighest()), "frames"));
        return metrics;
    }

    private static Metric load(Optional<BigDecimal> load) {
        String from = "load average of the last minute";
        return load.map(value -> Metric.measured(value, "processes", from))
                .orElseGet(() -> Metric.unavailable("processes", "the system does not tell", from));
    }

    private static Metric printed(SubjectProcess.Ended ended, String field, String unit) {
        return Subject.result(ended, field)
                .filter(value -> value.isNumber())
                .map(value -> Metric.measured(value.decimalValue(), unit, RESULT))
                .orElseGet(() -> Metric.unavailable(unit, "not printed", RESULT));
    }

    private static Metric seen(Optional<Long> value, String unit) {
        return value.map(figure -> Metric.measured(figure, unit, OBSERVATIONS))
                .orElseGet(() -> Metric.unavailable(unit, "no observations were kept", OBSERVATIONS));
    }
}
