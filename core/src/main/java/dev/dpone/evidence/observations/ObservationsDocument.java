package dev.dpone.evidence.observations;

import dev.dpone.canonical.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Observations as JSON of the closed schema {@code dpone.delivery-observations.v1}, which ships beside this class as
 * {@value #SCHEMA_RESOURCE}. {@link ObservationsReader} reads it back.
 */
public final class ObservationsDocument {
    public static final String SCHEMA = "dpone.delivery-observations.v1";
    public static final String SCHEMA_RESOURCE = SCHEMA + ".schema.json";

    static final String CLOCK = "java.lang.System.nanoTime";

    private ObservationsDocument() {}

    /** The document's bytes: one line of UTF-8 with its break. */
    public static byte[] json(RunObservations observations) {
        return (CanonicalJson.orderedText(fields(observations)) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> fields(RunObservations run) {
        Map<String, Object> fields = summary(run);
        run.staging().ifPresent(staging -> fields.put("waits", waits(staging)));
        run.staging().ifPresent(staging -> fields.put("waits_left", staging.waitsLeft()));
        run.staging().ifPresent(staging -> fields.put("series", series(staging.series())));
        fields.put("spans", run.spans().stream().map(ObservationsDocument::span).toList());
        fields.put("spans_left", run.spansLeft());
        Map<String, Object> lanes = new LinkedHashMap<>();
        lanes.put("bucket_ns", run.lanes().bucketNanos());
        lanes.put("busy_ns", new TreeMap<>(run.lanes().busy()));
        fields.put("lanes", lanes);
        return fields;
    }

    /** The document without what grows with a run's time: spans, waits, series and lanes. */
    public static Map<String, Object> summary(RunObservations run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema", SCHEMA);
        fields.put("run_id", run.runId());
        fields.put("pipeline", run.pipeline());
        fields.put("status", run.limitations().isEmpty() ? "complete" : "incomplete");
        fields.put("limitations", run.limitations());
        fields.put("outcome", run.outcome());
        fields.put("failure", run.failure());
        fields.put("started_at", run.startedAt().toString());
        fields.put("clock_domain", CLOCK);
        fields.put("process_id", run.processId());
        fields.put("duration_ns", run.nanos());
        fields.put("limits", run.limits().record());
        fields.put("configuration_sha256", run.limits().configurationHash());
        fields.put("encoders", run.limits().encoders());
        fields.put("importers", run.limits().importers());
        fields.put("retained_work_capacity", run.limits().retainedWorkCapacity());
        fields.put("spool_reservation_bytes", run.limits().spoolReservation());
        fields.put("staging", run.staging().map(ObservationsDocument::staging));
        fields.put(
                "phases", run.phases().stream().map(ObservationsDocument::phase).toList());
        return fields;
    }

    private static Map<String, Object> staging(RunObservations.Staging staging) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("start_monotonic_ns", staging.start());
        fields.put("end_monotonic_ns", staging.end());
        fields.put(
                "stages",
                staging.stages().stream().map(ObservationsDocument::stage).toList());
        fields.put("retained_maximum", staging.retainedHighest());
        fields.put("spool_maximum_bytes", staging.spoolHighest());
        fields.put("encode_import_overlap_ns", staging.overlapNanos());
        fields.put("rows_read", staging.rowsRead());
        fields.put("rows_imported", staging.rowsImported());
        fields.put("encoded_bytes", staging.encodedBytes());
        fields.put("bottleneck", staging.bottleneck().id());
        return fields;
    }

    private static Map<String, Object> stage(RunObservations.StageUse use) {
        Map<String, Object> waits = new LinkedHashMap<>();
        everyCause(use).forEach((cause, nanos) -> waits.put(cause.id(), nanos));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("stage", use.stage().id());
        fields.put("workers", use.workers());
        fields.put("observed_maximum", use.highest());
        fields.put("busy_ns", use.busyNanos());
        fields.put("idle_ns", use.idleNanos());
        fields.put("busy_permille", use.busyPermille());
        fields.put("waits_ns", waits);
        return fields;
    }

    /** Every cause, so that the schema's objects are closed and complete. */
    private static Map<Cause, Long> everyCause(RunObservations.StageUse use) {
        Map<Cause, Long> all = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            all.put(cause, use.waits().getOrDefault(cause, 0L));
        }
        return all;
    }

    private static Map<String, Object> phase(RunObservations.Phase phase) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", phase.phase());
        fields.put("reason", phase.reason());
        fields.put("completed", phase.completed());
        fields.put("failed", phase.failed());
        fields.put("cancelled", phase.cancelled());
        fields.put("work_ns", phase.workNanos());
        phase.rows().ifPresent(rows -> fields.put("rows", rows));
        phase.encodedBytes().ifPresent(bytes -> fields.put("encoded_bytes", bytes));
        return fields;
    }

    private static Map<String, Object> span(RunObservations.Observed span) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", span.phase());
        fields.put("reason", span.reason());
        fields.put("worker_id", span.worker());
        span.ordinal().ifPresent(ordinal -> fields.put("ordinal", ordinal));
        span.attempt().ifPresent(attempt -> fields.put("attempt", attempt));
        span.rows().ifPresent(rows -> fields.put("rows", rows));
        span.encodedBytes().ifPresent(bytes -> fields.put("encoded_bytes", bytes));
        fields.put("start_monotonic_ns", span.start());
        fields.put("end_monotonic_ns", span.end());
        fields.put("outcome", span.outcome().id());
        return fields;
    }

    private static List<Map<String, Object>> waits(RunObservations.Staging staging) {
        return staging.waits().stream()
                .map(wait -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("stage", wait.stage().id());
                    fields.put("waiting_for", wait.cause().id());
                    fields.put("workers", wait.workers());
                    fields.put("start_monotonic_ns", wait.start());
                    fields.put("end_monotonic_ns", wait.end());
                    return fields;
                })
                .toList();
    }

    private static Map<String, Object> series(RunObservations.Series series) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("bucket_ns", series.bucketNanos());
        for (Stage stage : Stage.values()) {
            fields.put(stage.id() + "_busy_ns", series.busy().getOrDefault(stage, List.of()));
        }
        fields.put("retained_ns", series.retained());
        fields.put("retained_maximum", series.retainedHighest());
        fields.put("spool_maximum_bytes", series.spoolHighest());
        fields.put("rows_imported", series.rows());
        fields.put("encoded_bytes", series.encodedBytes());
        return fields;
    }
}
