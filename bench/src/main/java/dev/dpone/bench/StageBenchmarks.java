package dev.dpone.bench;

import dev.dpone.column.Block;
import dev.dpone.digest.RowSum;
import dev.dpone.sandbox.rows.Profile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One thread over a recording of Native bytes. The secondary results are the time per value and per Native byte: each stage's
 * time is related to the bytes its values had when they came from the server, as is that of the memory copy. The third is the
 * time per nanosecond that the thread was running: 1 on a quiet machine, more where others have the processor meanwhile.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StageBenchmarks {
    /** Names the folder with the recordings that {@link Stages} made. */
    static final String FOLDER = "dpone.bench.recordings";

    @Param({"NARROW", "WIDE", "UNICODE", "DECIMAL", "NULLABLE", "MIXED"})
    public Profile profile = Profile.NARROW;

    private byte[] bytes;
    private byte[] copy;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long values;
    private StageWork work;
    private List<Block> blocks;

    /** What one invocation went over. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Counted {
        public long values;
        public long nativeBytes;
        public long runningNanos;
    }

    @Setup
    public void load() throws IOException {
        Recording recording = Recording.load(Path.of(System.getProperty(FOLDER, "target/recordings")), profile);
        bytes = recording.bytes();
        copy = new byte[bytes.length];
        work = new StageWork(recording);
        blocks = work.blocks();
        values = blocks.stream().mapToLong(Block::rows).sum()
                * recording.columns().size();
    }

    @Benchmark
    public byte[] copy(Counted counted) {
        long began = threads.getCurrentThreadCpuTime();
        System.arraycopy(bytes, 0, copy, 0, bytes.length);
        count(counted, began);
        return copy;
    }

    @Benchmark
    public void decode(Counted counted, Blackhole blackhole) throws IOException {
        long began = threads.getCurrentThreadCpuTime();
        work.decode(blackhole::consume);
        count(counted, began);
    }

    @Benchmark
    public long encode(Counted counted) {
        long began = threads.getCurrentThreadCpuTime();
        long written = work.encode(blocks);
        count(counted, began);
        return written;
    }

    @Benchmark
    public RowSum digest(Counted counted) {
        long began = threads.getCurrentThreadCpuTime();
        RowSum sum = work.digest(blocks);
        count(counted, began);
        return sum;
    }

    @Benchmark
    public StageWork.Outcome everything(Counted counted) throws IOException {
        long began = threads.getCurrentThreadCpuTime();
        StageWork.Outcome outcome = work.everything();
        count(counted, began);
        return outcome;
    }

    private void count(Counted counted, long began) {
        counted.values += values;
        counted.nativeBytes += bytes.length;
        counted.runningNanos += threads.getCurrentThreadCpuTime() - began;
    }
}
