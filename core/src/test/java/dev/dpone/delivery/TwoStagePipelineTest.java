package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class TwoStagePipelineTest {
    private static final String POLICIES = """
            1, 1, 1
            1, 1, 3
            2, 1, 1
            2, 1, 3
            1, 2, 1
            1, 2, 3
            4, 2, 1
            4, 2, 3
            """;

    @ParameterizedTest(name = "E={0} I={1} max_pending={2}")
    @CsvSource(textBlock = POLICIES)
    void retainsExactlyCFramesWhileImportersAreBlockedAndReadsNoFurther(int e, int i, int pending) throws Exception {
        int capacity = Math.max(e, i) + pending;
        PipelineHarness harness = new PipelineHarness(e, i, pending, capacity + 5).openEncoders();
        CompletableFuture<List<ChunkReceipt>> result = harness.start();

        harness.await("C frames encoded", () -> harness.encoded() == capacity);
        harness.await("I imports running", () -> harness.importing() == i);
        assertThat(harness.reached(() -> harness.asked() > capacity, 300))
                .as("the source must not be read while C frames are retained")
                .isFalse();
        assertThat(harness.gauge.figures().retained()).isEqualTo(capacity);

        harness.importPermits.release(1);
        harness.await("one more frame for the one freed slot", () -> harness.asked() == capacity + 1);
        assertThat(harness.reached(() -> harness.asked() > capacity + 1, 200)).isFalse();

        harness.openImporters();
        assertThat(result.get(20, TimeUnit.SECONDS)).hasSize(capacity + 5);
        assertThat(harness.mostRetained()).isLessThanOrEqualTo(capacity);
        assertThat(harness.mostImporting()).isEqualTo(i);
        assertThat(harness.mostEncoding()).isLessThanOrEqualTo(e);
    }

    @ParameterizedTest(name = "E={0} I={1} max_pending={2}")
    @CsvSource(textBlock = POLICIES)
    void encodesWithEWorkersAndNeverMore(int e, int i, int pending) throws Exception {
        PipelineHarness harness = new PipelineHarness(e, i, pending, 20).openImporters();
        CompletableFuture<List<ChunkReceipt>> result = harness.start();

        harness.await("E encodes running", () -> harness.encoding() == e);
        harness.await("C frames admitted", () -> harness.asked() == Math.max(e, i) + pending);
        assertThat(harness.reached(() -> harness.encoding() > e, 200)).isFalse();

        harness.openEncoders();
        assertThat(result.get(20, TimeUnit.SECONDS)).hasSize(20);
        assertThat(harness.mostEncoding()).isEqualTo(e);
    }

    @ParameterizedTest(name = "E={0} I={1} max_pending={2}")
    @CsvSource(textBlock = POLICIES)
    void encodesGoOnWhileImportersAreBlocked(int e, int i, int pending) throws Exception {
        int capacity = Math.max(e, i) + pending;
        PipelineHarness harness = new PipelineHarness(e, i, pending, 20);
        CompletableFuture<List<ChunkReceipt>> result = harness.start();
        harness.encodePermits.release(i);

        harness.await("I imports running", () -> harness.importing() == i);
        harness.await(
                "the free slots encoding beside them",
                () -> harness.encoding() == Math.min(e, capacity - i) && harness.importing() == i);

        harness.openEncoders().openImporters();
        assertThat(result.get(20, TimeUnit.SECONDS)).hasSize(20);
    }

    @ParameterizedTest(name = "E={0} I={1} max_pending={2}")
    @CsvSource(textBlock = POLICIES)
    void framesThatAreSettledAndTriedAgainKeepTheirSlots(int e, int i, int pending) throws Exception {
        int capacity = Math.max(e, i) + pending;
        Semaphore settlePermits = new Semaphore(0);
        AtomicInteger settling = new AtomicInteger();
        PipelineHarness harness = new PipelineHarness(e, i, pending, capacity + 3) {
            @Override
            public void settle(StageAttempt attempt) {
                settling.incrementAndGet();
                settlePermits.acquireUninterruptibly();
                super.settle(attempt);
            }
        };
        for (int ordinal = 0; ordinal < capacity; ordinal++) {
            harness.importFailures.put(ordinal, List.of(ErrorCode.TARGET_CONNECTION_LOST));
        }
        harness.openEncoders().openImporters();
        CompletableFuture<List<ChunkReceipt>> result = harness.start();

        harness.await("every importer settling", () -> settling.get() == i);
        harness.await("C frames encoded", () -> harness.encoded() == capacity);
        assertThat(harness.reached(() -> harness.asked() > capacity, 300))
                .as("the source must not be read while failed frames wait for another try")
                .isFalse();

        settlePermits.release(1_000_000);
        assertThat(result.get(30, TimeUnit.SECONDS)).hasSize(capacity + 3);
        assertThat(harness.mostRetained()).isLessThanOrEqualTo(capacity);
        assertThat(harness.mostImporting()).isLessThanOrEqualTo(i);
    }

    @Test
    void endsAnEmptySourceWithNoReceipts() throws Exception {
        PipelineHarness harness = new PipelineHarness(2, 1, 2, 0);

        assertThat(harness.start().get(20, TimeUnit.SECONDS)).isEmpty();
        assertThat(harness.events).isEmpty();
    }

    @Test
    void asksForNothingWhileCompletionsAreBeingDrained() throws Exception {
        PipelineHarness harness = new PipelineHarness(1, 2, 1, 6) {
            @Override
            public Optional<Frame> next() {
                events.add("ask");
                return super.next();
            }

            @Override
            public void accept(ChunkReceipt receipt, SealedFile file) {
                if (events.stream().filter(e -> e.startsWith("accept")).count() < 2) {
                    // Time for the other import's completion to be there, and for a wrong refill to show.
                    await("both imports over", () -> importPermits.availablePermits() == 0 && importing() <= 1);
                    assertThat(reached(() -> false, 150)).isFalse();
                }
                super.accept(receipt, file);
            }
        };
        harness.openEncoders();
        CompletableFuture<List<ChunkReceipt>> result = harness.start();
        harness.await(
                "C frames retained, two of them importing", () -> harness.encoded() == 3 && harness.importing() == 2);

        harness.importPermits.release(2);
        harness.await(
                "two receipts",
                () -> harness.events.stream()
                                .filter(e -> e.startsWith("accept"))
                                .count()
                        == 2);
        List<String> seen = List.copyOf(harness.events);
        harness.openImporters();
        result.get(20, TimeUnit.SECONDS);

        int first = seen.indexOf(
                seen.stream().filter(e -> e.startsWith("accept")).findFirst().orElseThrow());
        assertThat(seen.subList(first, first + 2)).allMatch(event -> event.startsWith("accept"));
    }

    @Test
    void returnsReceiptsByOrdinalWhenImportsEndOutOfOrder() throws Exception {
        PipelineHarness harness =
                new PipelineHarness(4, 4, 4, 30).openEncoders().openImporters();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_CONNECTION_LOST));

        List<ChunkReceipt> receipts = harness.start().get(20, TimeUnit.SECONDS);

        assertThat(receipts).extracting(r -> r.attempt().ordinal()).isSorted().hasSize(30);
        assertThat(harness.events.indexOf("accept t0_1")).isGreaterThan(harness.events.indexOf("accept t1_0"));
    }

    @Test
    void makesTheAttemptDurableBeforeTheImportStarts() throws Exception {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 1).openEncoders();
        CompletableFuture<List<ChunkReceipt>> result = harness.start();

        harness.await("import running", () -> harness.importing() == 1);
        assertThat(harness.events).containsExactly("admit 0", "intend t0_0 hash-0");

        harness.openImporters();
        result.get(20, TimeUnit.SECONDS);
        assertThat(harness.events).containsExactly("admit 0", "intend t0_0 hash-0", "accept t0_0");
    }

    @Test
    void settlesATransientFailureAndRetriesTheSameFileInTheSameSlot() throws Exception {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 1).openEncoders().openImporters();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_CONNECTION_LOST, ErrorCode.TARGET_CONFLICT));

        List<ChunkReceipt> receipts = harness.start().get(20, TimeUnit.SECONDS);

        assertThat(receipts)
                .singleElement()
                .satisfies(r -> assertThat(r.attempt().attempt()).isEqualTo(2));
        assertThat(harness.events)
                .containsExactly(
                        "admit 0",
                        "intend t0_0 hash-0",
                        "settle t0_0",
                        "settled t0_0",
                        "intend t0_1 hash-0",
                        "settle t0_1",
                        "settled t0_1",
                        "intend t0_2 hash-0",
                        "accept t0_2");
    }

    @Test
    void givesUpAfterTwoRetriesAndKeepsEveryFailure() {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 1).openEncoders().openImporters();
        harness.importFailures.put(
                0,
                List.of(
                        ErrorCode.TARGET_CONNECTION_LOST,
                        ErrorCode.TARGET_CONNECTION_LOST,
                        ErrorCode.TARGET_CONNECTION_LOST));

        assertThatThrownBy(() -> harness.start().get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessage("import t0_2 failed")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("import t0_0 failed", "import t0_1 failed"));
        assertThat(harness.events).doesNotContain("accept t0_0", "accept t0_1", "accept t0_2");
    }

    @Test
    void givesUpWhenAnAttemptCannotBeSettledEither() {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 1).openEncoders().openImporters();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_CONNECTION_LOST));
        harness.settleFails = true;

        assertThatThrownBy(() -> harness.start().get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessage("settle t0_0 failed")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("import t0_0 failed", "settle t0_0 failed"));
        assertThat(harness.events).containsExactly("admit 0", "intend t0_0 hash-0", "settle t0_0", "settle t0_0");
    }

    @Test
    void returnsAfterRunningWritersEvenWhenTheyCannotBeAborted() {
        PipelineHarness harness = new PipelineHarness(1, 2, 2, 2).openEncoders();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_REFUSED));
        harness.importFailures.put(1, List.of(ErrorCode.TARGET_REFUSED));
        harness.abortFails = true;
        CompletableFuture<List<ChunkReceipt>> result = harness.start();
        harness.await("both imports running", () -> harness.importing() == 2);

        harness.importPermits.release(2);

        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS))
                .cause()
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .contains("abort failed")
                        .hasSize(2));
        assertThat(harness.importing()).isZero();
        assertThat(harness.gauge.figures().retained()).isZero();
    }

    @Test
    void settlesWritersWhenTheHeapIsFull() {
        PipelineHarness harness = new PipelineHarness(1, 2, 2, 5).openEncoders();
        harness.heapFullAt = 1;
        CompletableFuture<List<ChunkReceipt>> result = harness.start();

        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The heap is full")
                .hasCauseInstanceOf(OutOfMemoryError.class);
        assertThat(harness.importing()).isZero();
        assertThat(harness.aborted()).isTrue();
    }

    @Test
    void retriesOnlyWhatIsListedAsTransient() {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 1).openEncoders().openImporters();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_REFUSED));

        assertThatThrownBy(() -> harness.start().get(20, TimeUnit.SECONDS)).hasMessageContaining("import t0_0 failed");
        assertThat(harness.events).doesNotContain("settle t0_0");
    }

    @Test
    void returnsOnlyAfterRunningWritersHaveReturnedAndKeepsThePrimaryError() {
        PipelineHarness harness = new PipelineHarness(1, 2, 2, 2).openEncoders();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_REFUSED));
        harness.importFailures.put(1, List.of(ErrorCode.TARGET_FAILED));
        CompletableFuture<List<ChunkReceipt>> result = harness.start();
        harness.await("both imports running", () -> harness.importing() == 2);

        harness.importPermits.release(2);

        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS)).cause().satisfies(e -> {
            assertThat(e).isInstanceOf(DponeException.class);
            assertThat(e.getSuppressed()).hasSize(1);
        });
        assertThat(harness.importing()).isZero();
        assertThat(harness.aborted()).isTrue();
    }

    @Test
    void doesNotAcceptAnImportThatCompletesAfterTheFailure() {
        PipelineHarness harness = new PipelineHarness(1, 2, 2, 2).openEncoders();
        harness.importFailures.put(0, List.of(ErrorCode.TARGET_REFUSED));
        CompletableFuture<List<ChunkReceipt>> result = harness.start();
        harness.await("both imports running", () -> harness.importing() == 2);
        harness.cancellation.interrupt();

        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(DponeException.class)
                .hasMessage("The delivery was interrupted before publication");
        assertThat(harness.events).noneMatch(event -> event.startsWith("accept"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"STATE_CONFLICT", "STATE_FAILED", "SPOOL_FAILED"})
    void aReceiptThatCannotBeKeptOrAFileThatCannotBeRemovedEndsThePipeline(ErrorCode code) {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 4) {
            @Override
            public void accept(ChunkReceipt receipt, SealedFile file) {
                if (receipt.attempt().ordinal() == 1) {
                    throw new DponeException(code, "Cannot accept", "Look.");
                }
                super.accept(receipt, file);
            }
        }.openEncoders().openImporters();

        assertThatThrownBy(() -> harness.start().get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThat(harness.events).contains("accept t0_0").doesNotContain("accept t2_0", "accept t3_0");
        assertThat(harness.events)
                .as("an import that succeeded is not tried again")
                .noneMatch(event -> event.startsWith("settle"));
        assertThat(harness.importing()).isZero();
        assertThat(harness.gauge.figures().retained()).isZero();
    }

    @Test
    void startsNothingMoreOnceTheLeaseIsLost() {
        PipelineHarness harness = new PipelineHarness(1, 1, 3, 4);
        harness.openImporters();
        CompletableFuture<List<ChunkReceipt>> result = harness.start();
        harness.cancellation.cancel(new DponeException(ErrorCode.LEASE_LOST, "The lease is lost", "Run again."));

        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS)).cause().hasMessage("The lease is lost");
        assertThat(harness.events).noneMatch(event -> event.startsWith("intend"));
    }

    @Test
    void failsWithTheFirstErrorWhenAPoolRefusesWork() {
        PipelineHarness harness = new PipelineHarness(1, 1, 1, 3).openEncoders().openImporters();
        StagePools real = StagePools.of(harness.limits);
        AtomicInteger submitted = new AtomicInteger();
        StagePools refusing = new StagePools(
                real.reader(),
                real.encoders(),
                task -> {
                    if (submitted.incrementAndGet() == 2) {
                        throw new RejectedExecutionException("The import pool is closed");
                    }
                    real.importers().execute(task);
                },
                real.shutdown());

        assertThatThrownBy(() -> harness.start(refusing).get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("The import pool is closed");
        assertThat(harness.gauge.figures().retained()).isZero();
    }
}
