package dev.dpone.evidence.observations;

import dev.dpone.delivery.Span;
import dev.dpone.error.DponeException;
import dev.dpone.evidence.StoredJson;
import dev.dpone.limits.NativeChunkLimitsCodec;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads {@link ObservationsDocument}. Strict: what does not have that form, or contradicts itself, is refused. */
public final class ObservationsReader {
    private ObservationsReader() {}

    /** Throws {@link IllegalArgumentException}, which says what is wrong. */
    public static RunObservations read(byte[] json) {
        try {
            RunObservations run = run(StoredJson.read(json));
            // One spelling per value: surplus fields and derived values that contradict the others show here.
            if (!Arrays.equals(ObservationsDocument.json(run), json)) {
                throw new IllegalArgumentException("not in the form that dpone writes");
            }
            return run;
        } catch (DponeException | DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static RunObservations run(StoredJson node) {
        if (!node.text("schema").equals(ObservationsDocument.SCHEMA)) {
            throw new IllegalArgumentException("schema must be " + ObservationsDocument.SCHEMA);
        }
        return new RunObservations(
                node.text("run_id"),
                node.text("pipeline"),
                node.text("outcome"),
                node.optionalText("failure"),
                node.texts("limitations"),
                Instant.parse(node.text("started_at")),
                node.number("process_id"),
                node.number("duration_ns"),
                NativeChunkLimitsCodec.read(node.object("limits").allNumbers()),
                node.optionalObject("staging").map(staging -> staging(staging, node)),
                node.objects("phases", ObservationsReader::phase),
                node.objects("spans", ObservationsReader::span),
                node.number("spans_left"),
                lanes(node.object("lanes")));
    }

    private static RunObservations.Staging staging(StoredJson staging, StoredJson run) {
        return new RunObservations.Staging(
                staging.number("start_monotonic_ns"),
                staging.number("end_monotonic_ns"),
                staging.objects("stages", ObservationsReader::stage),
                staging.count("retained_maximum"),
                staging.number("spool_maximum_bytes"),
                staging.number("encode_import_overlap_ns"),
                staging.number("rows_read"),
                staging.number("rows_imported"),
                staging.number("encoded_bytes"),
                run.objects("waits", ObservationsReader::wait),
                run.number("waits_left"),
                series(run.object("series")));
    }

    private static RunObservations.StageUse stage(StoredJson node) {
        Map<Cause, Long> waits = new EnumMap<>(Cause.class);
        node.object("waits_ns").allNumbers().forEach((cause, nanos) -> waits.put(cause(cause), nanos));
        return new RunObservations.StageUse(
                stageOf(node.text("stage")),
                node.count("workers"),
                node.count("observed_maximum"),
                node.number("busy_ns"),
                waits);
    }

    private static RunObservations.Phase phase(StoredJson node) {
        return new RunObservations.Phase(
                node.text("phase"),
                node.text("reason"),
                node.number("completed"),
                node.number("failed"),
                node.number("cancelled"),
                node.number("work_ns"),
                node.optionalNumber("rows"),
                node.optionalNumber("encoded_bytes"));
    }

    private static RunObservations.Observed span(StoredJson node) {
        RunObservations.Observed span = new RunObservations.Observed(
                node.text("phase"),
                node.text("reason"),
                node.text("worker_id"),
                node.optionalCount("ordinal"),
                node.optionalCount("attempt"),
                node.optionalNumber("rows"),
                node.optionalNumber("encoded_bytes"),
                node.number("start_monotonic_ns"),
                node.number("end_monotonic_ns"),
                Span.End.valueOf(node.text("outcome").toUpperCase(Locale.ROOT)));
        if (span.end() < span.start()) {
            throw new IllegalArgumentException("a span ends before it starts");
        }
        return span;
    }

    private static RunObservations.Wait wait(StoredJson node) {
        return new RunObservations.Wait(
                stageOf(node.text("stage")),
                cause(node.text("waiting_for")),
                node.count("workers"),
                node.number("start_monotonic_ns"),
                node.number("end_monotonic_ns"));
    }

    private static RunObservations.Series series(StoredJson node) {
        Map<Stage, List<Long>> busy = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            busy.put(stage, node.numbers(stage.id() + "_busy_ns"));
        }
        return new RunObservations.Series(
                positive(node.number("bucket_ns")),
                busy,
                node.numbers("retained_ns"),
                node.numbers("retained_maximum"),
                node.numbers("spool_maximum_bytes"),
                node.numbers("rows_imported"),
                node.numbers("encoded_bytes"));
    }

    private static RunObservations.Lanes lanes(StoredJson node) {
        return new RunObservations.Lanes(
                positive(node.number("bucket_ns")), node.object("busy_ns").numberLists());
    }

    private static long positive(long nanos) {
        if (nanos == 0) {
            throw new IllegalArgumentException("bucket_ns must be more than 0");
        }
        return nanos;
    }

    private static Stage stageOf(String id) {
        return Stage.valueOf(id.toUpperCase(Locale.ROOT));
    }

    private static Cause cause(String id) {
        return Cause.valueOf(id.toUpperCase(Locale.ROOT));
    }
}
