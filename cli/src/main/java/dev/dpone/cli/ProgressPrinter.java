package dev.dpone.cli;

import dev.dpone.delivery.DeliveryListener;
import dev.dpone.delivery.DeliveryPhase;
import dev.dpone.delivery.PipelineGauge;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows what a delivery is doing: phases, rows, rate, and how busy the two stages are. Thread-safe. */
final class ProgressPrinter implements DeliveryListener, AutoCloseable {
    private static final long PLAIN_MILLIS = 10_000;
    private static final long LINE_MILLIS = 500;

    private final Console console;
    private final boolean overwrite;
    private final boolean silent;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable PipelineGauge gauge;
    private volatile long began;

    private ProgressPrinter(Console console, boolean overwrite, boolean silent) {
        this.console = console;
        this.overwrite = overwrite;
        this.silent = silent;
        if (!silent) {
            Thread ticker = new Thread(this::tickUntilClosed, "progress-0");
            ticker.setDaemon(true);
            ticker.start();
        }
    }

    private void tickUntilClosed() {
        try {
            while (!closed.await(overwrite ? LINE_MILLIS : PLAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                tick();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static ProgressPrinter of(ProgressMode mode, Console console) {
        return new ProgressPrinter(
                console, mode == ProgressMode.AUTO && console.interactive(), mode == ProgressMode.NONE);
    }

    void pipeline(String id) {
        say("pipeline " + id);
    }

    @Override
    public void opened(String runId) {
        say("run " + runId);
    }

    @Override
    public void phase(DeliveryPhase phase) {
        PipelineGauge staged = gauge;
        if (staged != null && phase == DeliveryPhase.PREPARING) {
            say(figures(staged.figures()));
            gauge = null;
        }
        say(phase.words());
    }

    @Override
    public void staging(PipelineGauge pipelineGauge) {
        began = System.nanoTime();
        gauge = pipelineGauge;
    }

    @Override
    public void warning(String message) {
        console.say("warning: " + message);
    }

    private void say(String message) {
        if (!silent) {
            console.say((overwrite ? "\r\u001b[K" : "") + message);
        }
    }

    private void tick() {
        PipelineGauge current = gauge;
        if (current == null) {
            return;
        }
        String line = figures(current.figures());
        if (overwrite) {
            console.err().print("\r\u001b[K" + line);
            console.err().flush();
        } else {
            say(line);
        }
    }

    private String figures(PipelineGauge.Figures figures) {
        double seconds = Math.max(0.001, (System.nanoTime() - began) / 1e9);
        return String.format(
                Locale.ROOT,
                "%,d rows read, %,d imported, %.1f MB encoded, %,.0f rows/s, encoding %d, importing %d, retained %d",
                figures.rowsRead(),
                figures.rowsImported(),
                figures.bytesEncoded() / 1e6,
                figures.rowsImported() / seconds,
                figures.encoding(),
                figures.importing(),
                figures.retained());
    }

    @Override
    public void close() {
        closed.countDown();
        gauge = null;
    }
}
