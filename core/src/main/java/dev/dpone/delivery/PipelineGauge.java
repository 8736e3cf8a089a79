package dev.dpone.delivery;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Running figures of one pipeline, for progress and observations. Written by the pipeline, read from any thread. */
public final class PipelineGauge {
    final AtomicLong rowsRead = new AtomicLong();
    final AtomicLong rowsImported = new AtomicLong();
    final AtomicLong bytesEncoded = new AtomicLong();
    final AtomicInteger encoding = new AtomicInteger();
    final AtomicInteger importing = new AtomicInteger();
    final AtomicInteger retained = new AtomicInteger();

    /** The figures now; each is exact, together they are a glance. */
    public Figures figures() {
        return new Figures(
                rowsRead.get(),
                rowsImported.get(),
                bytesEncoded.get(),
                encoding.get(),
                importing.get(),
                retained.get());
    }

    /**
     * A glance at the pipeline.
     *
     * @param rowsRead rows admitted to the pipeline
     * @param rowsImported rows whose receipt was accepted
     * @param bytesEncoded bytes of sealed rows
     * @param encoding encoders at work
     * @param importing importers at work
     * @param retained frames between admission and accepted receipt
     */
    public record Figures(
            long rowsRead, long rowsImported, long bytesEncoded, int encoding, int importing, int retained) {}
}
