package dev.dpone.state.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StateAcrossProcessesTest {
    @TempDir
    Path directory;

    @Test
    void twoProcessesAppendEachEventExactlyOnce() throws Exception {
        int count = 60;
        try (StateProcess a = StateProcess.start("append", directory, "a", "" + count, "10");
                StateProcess b = StateProcess.start("append", directory, "b", "" + count, "10")) {
            letGo(a, b);
            assertThat(drain(a)).hasSize(count);
            assertThat(drain(b)).hasSize(count);
            assertThat(a.exitStatus()).isZero();
            assertThat(b.exitStatus()).isZero();
        }
        List<JournalEvent> events = store().journal(StateProcess.RUN).read();
        assertThat(events).hasSize(2 * count);
        for (String name : List.of("a", "b")) {
            assertThat(events.stream()
                            .filter(e -> name.equals(e.data().get("name")))
                            .map(e -> e.data().get("number")))
                    .containsExactlyElementsOf(
                            LongStream.range(0, count).boxed().toList());
        }
    }

    @Test
    void manyThreadsOfOneProcessAppendEachEventExactlyOnce() throws Exception {
        int threads = 6;
        int count = 15;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long name = thread;
                futures.add(executor.submit(() -> {
                    var journal = store().journal(StateProcess.RUN);
                    for (long number = 0; number < count; number++) {
                        var event = new JournalEvent("e", Instant.EPOCH, Map.of("id", name * count + number));
                        while (!journal.append(journal.read().size(), event)) {
                            Thread.onSpinWait();
                        }
                    }
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(store().journal(StateProcess.RUN).read().stream()
                        .map(e -> e.data().get("id")))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, (long) threads * count).boxed().toList());
    }

    @Test
    void twoProcessesNeverHoldOneLeaseAndEpochsNeverRepeat() throws Exception {
        int count = 40;
        Set<Long> epochs = new TreeSet<>();
        try (StateProcess a = StateProcess.start("lease", directory, "a", "" + count);
                StateProcess b = StateProcess.start("lease", directory, "b", "" + count)) {
            letGo(a, b);
            for (StateProcess process : List.of(a, b)) {
                for (String epoch : drain(process)) {
                    assertThat(epochs.add(Long.parseLong(epoch)))
                            .as("epoch %s is new", epoch)
                            .isTrue();
                }
                assertThat(process.exitStatus()).isZero();
            }
        }
        assertThat(epochs)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 2L * count).boxed().toList());
    }

    @Test
    void theLeaseOfAKilledProcessIsFreeAtOnceAndThatOfAStoppedOneIsNot() throws Exception {
        try (StateProcess holder = StateProcess.start("keep", directory, "killed#1")) {
            assertThat(holder.line()).contains("kept");
            assertThat(store().leases().acquire(StateProcess.TARGET, "next#1", Duration.ofHours(1)))
                    .as("while its process lives")
                    .isEmpty();
            holder.signal("STOP");
            assertThat(store().leases().acquire(StateProcess.TARGET, "next#1", Duration.ofHours(1)))
                    .as("while its process stands still")
                    .isEmpty();
            assertThat(store().leases().current(StateProcess.TARGET)).isPresent();

            holder.kill();

            assertThat(store().leases().current(StateProcess.TARGET)).isEmpty();
            assertThat(store().leases().acquire(StateProcess.TARGET, "next#1", Duration.ofHours(1)))
                    .get()
                    .extracting(Lease::epoch)
                    .isEqualTo(2L);
        }
    }

    @Test
    void everyAcknowledgedEventSurvivesKill9() throws Exception {
        Random random = new Random(5);
        Set<String> acknowledged = new HashSet<>();
        for (int round = 0; round < 8; round++) {
            // Large events keep the process inside its write for most of the time.
            try (StateProcess process = StateProcess.start("append", directory, "r" + round, "1000", "400000")) {
                letGo(process);
                int enough = 1 + random.nextInt(4);
                for (int i = 0; i < enough; i++) {
                    acknowledged.add(process.line().orElseThrow());
                }
                process.kill();
                acknowledged.addAll(drain(process));
            }
            List<String> stored = store().journal(StateProcess.RUN).read().stream()
                    .map(e -> e.data().get("name") + " " + e.data().get("number"))
                    .toList();
            assertThat(stored).doesNotHaveDuplicates().containsAll(acknowledged);
            // At most the one event that was being appended is there without a promise.
            assertThat(stored.size() - acknowledged.size()).isBetween(0, round + 1);
        }
    }

    @Test
    void aLockHeldElsewhereIsWaitedForAndThenNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("lock"));
        try (StateProcess holder = StateProcess.start("hold", directory, file.toString())) {
            assertThat(holder.line()).contains("true");
            assertThatThrownBy(() -> new StateLock(file, 50_000_000).hold("read", file, () -> "never"))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED);
                        assertThat(e.remedy()).startsWith("Find the process with 'fuser " + file + "'. ");
                    })
                    .hasMessage("Another process has held the lock " + file + " for 0 seconds");
            holder.proceed();
            assertThat(new StateLock(file).<String>hold("read", file, () -> "done"))
                    .isEqualTo("done");
        }
    }

    @Test
    void aLockOfAKilledProcessIsFreeAndInterruptsDoNotCutTheWaitShort() throws Exception {
        Path file = Files.createFile(directory.resolve("lock"));
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (StateProcess holder = StateProcess.start("hold", directory, file.toString())) {
            assertThat(holder.line()).contains("true");
            Future<Boolean> interrupted = executor.submit(() -> {
                Thread.currentThread().interrupt();
                new StateLock(file).hold("read", file, () -> "done");
                return Thread.interrupted();
            });
            holder.kill();
            assertThat(interrupted.get()).isTrue();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } finally {
            executor.shutdownNow();
        }
    }

    private FileStateStore store() {
        return FileStateStore.open(directory, Clock.systemUTC());
    }

    private static void letGo(StateProcess... processes) throws IOException {
        for (StateProcess process : processes) {
            assertThat(process.line()).contains("ready");
        }
        for (StateProcess process : processes) {
            process.proceed();
        }
    }

    private static List<String> drain(StateProcess process) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Optional<String> line = process.line(); line.isPresent(); line = process.line()) {
            lines.add(line.orElseThrow());
        }
        return lines;
    }
}
