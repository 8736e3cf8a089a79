package dev.dpone.delivery;

import dev.dpone.limits.NativeChunkLimits;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one pipeline: one that reads the source, E that encode, I that import. Never shared between stages. */
record StagePools(Executor reader, Executor encoders, Executor importers, Runnable shutdown) implements AutoCloseable {

    /** Fixed platform threads named {@code source-0}, {@code encode-0}.., {@code import-0}... */
    static StagePools of(NativeChunkLimits limits) {
        ExecutorService reader = Executors.newFixedThreadPool(1, named("source"));
        ExecutorService encoders = Executors.newFixedThreadPool(limits.encoders(), named("encode"));
        ExecutorService importers = Executors.newFixedThreadPool(limits.importers(), named("import"));
        return new StagePools(reader, encoders, importers, () -> {
            reader.shutdown();
            encoders.shutdown();
            importers.shutdown();
        });
    }

    private static ThreadFactory named(String stage) {
        AtomicInteger next = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, stage + "-" + next.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void close() {
        shutdown.run();
    }
}
