package dev.dpone.cli;

import dev.dpone.delivery.DeliveryListener;
import dev.dpone.delivery.DeliveryObserver;
import dev.dpone.delivery.DeliveryPhase;
import dev.dpone.delivery.DeliveryResult;
import dev.dpone.delivery.PipelineGauge;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.observations.ObservationFiles;
import dev.dpone.evidence.observations.RunRecorder;
import dev.dpone.manifest.Pipeline;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** Records what a delivery's workers do, and keeps it beside the evidence, however the delivery ends. */
final class Recording implements DeliveryListener {
    private final Pipeline pipeline;
    private final String runId;
    private final DeliveryListener listener;
    private final RunRecorder recorder;
    private volatile boolean opened;

    Recording(Pipeline pipeline, String runId, DeliveryListener listener, Clock clock) {
        this.pipeline = pipeline;
        this.runId = runId;
        this.listener = listener;
        this.recorder = new RunRecorder(pipeline.transfer().limits(), clock.instant(), System.nanoTime());
    }

    /** Delivers; what comes of the recording changes nothing about that. */
    DeliveryResult of(Supplier<DeliveryResult> delivery) {
        DeliveryResult result;
        try {
            result = delivery.get();
        } catch (RuntimeException e) {
            ErrorCode code = e instanceof DponeException dpone ? dpone.code() : ErrorCode.INTERNAL;
            keep(Optional.of(code.id()));
            throw e;
        }
        keep(Optional.empty());
        return result;
    }

    private void keep(Optional<String> failure) {
        if (!opened) {
            return;
        }
        try {
            new ObservationFiles(pipeline.storage().evidenceDir(), runId)
                    .write(recorder.observations(runId, pipeline.id(), failure));
        } catch (IOException | RuntimeException e) {
            listener.warning("The observations of this run cannot be kept: " + e.getMessage());
        }
    }

    @Override
    public void opened(String id) {
        opened = true;
        listener.opened(id);
    }

    @Override
    public void phase(DeliveryPhase phase) {
        listener.phase(phase);
    }

    @Override
    public void warning(String message) {
        listener.warning(message);
    }

    @Override
    public void staging(PipelineGauge gauge) {
        listener.staging(gauge);
    }

    @Override
    public DeliveryObserver observer() {
        return recorder;
    }
}
