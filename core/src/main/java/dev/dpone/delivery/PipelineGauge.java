package dev.dpone.delivery;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Running figures of one pipeline, for progress and observations. Written by the pipeline, read from any thread; every change
 * is told to the delivery's observer, in order.
 */
public final class PipelineGauge {
    private final Spans spans;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean reading;
    private boolean ended;
    private int queued;
    private int encoding;
    private int importing;
    private int retained;
    private long spoolBytes;
    private long rowsRead;
    private long rowsImported;
    private long bytesEncoded;

    PipelineGauge(Spans spans) {
        this.spans = spans;
    }

    Spans spans() {
        return spans;
    }

    /** The pipeline begins, with nothing done. */
    void began() {
        change(() -> {});
    }

    void reading() {
        change(() -> reading = true);
    }

    void readingEnded() {
        change(() -> reading = false);
    }

    /** The source's end is proven. */
    void sourceEnded() {
        change(() -> ended = true);
    }

    void admitted(Frame frame) {
        change(() -> {
            rowsRead += frame.rows();
            queued++;
        });
    }

    void sealed(SealedFile file) {
        change(() -> {
            bytesEncoded += file.encodedBytes();
            spoolBytes += file.fileBytes();
        });
    }

    void accepted(ChunkReceipt receipt, SealedFile file) {
        change(() -> {
            rowsImported += receipt.rows();
            spoolBytes -= file.fileBytes();
        });
    }

    void retained(int frames) {
        if (frames != figures().retained()) {
            change(() -> retained = frames);
        }
    }

    /** Counts an encoder as busy while the task runs. */
    <T> Callable<T> encoding(Callable<T> task) {
        return counted(
                () -> {
                    queued--;
                    encoding++;
                },
                task,
                () -> encoding--);
    }

    /** Counts an importer as busy while the task runs. */
    <T> Callable<T> importing(Callable<T> task) {
        return counted(() -> importing++, task, () -> importing--);
    }

    private <T> Callable<T> counted(Runnable begin, Callable<T> task, Runnable end) {
        return () -> {
            change(begin);
            try {
                return task.call();
            } finally {
                change(end);
            }
        };
    }

    private void change(Runnable step) {
        lock.lock();
        try {
            step.run();
            spans.state(new PipelineState(
                    spans.now(),
                    reading,
                    ended,
                    queued,
                    encoding,
                    importing,
                    retained,
                    spoolBytes,
                    rowsRead,
                    rowsImported,
                    bytesEncoded));
        } finally {
            lock.unlock();
        }
    }

    /** The figures now. */
    public Figures figures() {
        lock.lock();
        try {
            return new Figures(rowsRead, rowsImported, bytesEncoded, encoding, importing, retained);
        } finally {
            lock.unlock();
        }
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
