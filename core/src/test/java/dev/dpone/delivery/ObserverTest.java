package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.RunRecorder;
import dev.dpone.evidence.observations.Stage;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ObserverTest extends DeliveryScenario {
    private final List<Observation> told = new ArrayList<>();

    private DeliveryResult observedBy(DeliveryObserver by) {
        observer = by;
        return run("observed");
    }

    @Test
    void isToldEveryStepOfADelivery() {
        observedBy(new DeliveryObserver() {
            @Override
            public void observed(Observation observation) {
                told.add(observation);
            }
        });

        Set<SpanKind> expected = EnumSet.allOf(SpanKind.class);
        expected.removeAll(Set.of(SpanKind.SETTLE, SpanKind.VERIFY_AGAIN)); // Of retries and of resumed runs.
        assertThat(told)
                .filteredOn(Span.class::isInstance)
                .extracting(span -> ((Span) span).kind())
                .containsAll(expected)
                .doesNotContain(SpanKind.SETTLE, SpanKind.VERIFY_AGAIN);
    }

    @Test
    void oneThatThrowsChangesNothing() {
        DeliveryResult result = observedBy(new DeliveryObserver() {
            @Override
            public void observed(Observation observation) {
                throw new AssertionError("A broken observer");
            }
        });

        assertThat(result.receipt().rows()).isEqualTo(5);
        assertThat(target.mutations).isEqualTo(1);
        assertThat(warnings).isEmpty();
    }

    @Test
    void oneThatNeverReturnsChangesNothing() {
        CountDownLatch never = new CountDownLatch(1);
        DeliveryResult result = observedBy(new DeliveryObserver() {
            @Override
            public void observed(Observation observation) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });

        assertThat(result.receipt().rows()).isEqualTo(5);
        assertThat(target.mutations).isEqualTo(1);
        never.countDown();
    }

    @Test
    void whatItIsTooSlowForIsLostAndCounted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<Long> lost = new ArrayList<>();
        DeliveryListener listener = new DeliveryListener() {
            @Override
            public DeliveryObserver observer() {
                return new DeliveryObserver() {
                    @Override
                    public void observed(Observation observation) {
                        begun.countDown();
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }

                    @Override
                    public void ended(long observations) {
                        lost.add(observations);
                    }
                };
            }
        };
        try (Spans spans = Spans.of(listener)) {
            spans.measure(SpanKind.CLEANUP, Span.Subject.NONE, () -> {});
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < ObserverFeed.CAPACITY + 7; i++) {
                spans.measure(SpanKind.CLEANUP, Span.Subject.NONE, () -> {});
            }
            go.countDown();
        }

        assertThat(lost).containsExactly(7L);
    }

    /** A pipeline of these limits whose workers take so many milliseconds, as its recorder saw it. */
    private static RunObservations.Staging pipeline(int e, int i, int encodeMillis, int importMillis) throws Exception {
        PipelineHarness harness = new PipelineHarness(e, i, 2, 40) {
            @Override
            public SealedFile encode(Frame frame) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(encodeMillis));
                return super.encode(frame);
            }

            @Override
            public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(importMillis));
                return super.importFile(file, attempt);
            }
        }.openEncoders().openImporters();
        RunRecorder recorder = new RunRecorder(harness.limits, Instant.EPOCH, System.nanoTime());
        DeliveryListener listener = new DeliveryListener() {
            @Override
            public DeliveryObserver observer() {
                return recorder;
            }
        };
        try (Spans spans = Spans.of(listener)) {
            harness.gauge = new PipelineGauge(spans);
            assertThat(harness.start().get(40, TimeUnit.SECONDS)).hasSize(40);
        }
        return recorder.observations("r", "p", Optional.empty()).staging().orElseThrow();
    }

    @ParameterizedTest(name = "E={0} I={1}")
    @CsvSource({"1, 1", "2, 1", "1, 2", "4, 2"})
    void observedConcurrencyStaysWithinTheLimitsAndEveryWorkersTimeIsAccountedFor(int e, int i) throws Exception {
        RunObservations.Staging staging = pipeline(e, i, 4, 4);

        assertThat(staging.stage(Stage.ENCODE).highest()).isBetween(1, e);
        assertThat(staging.stage(Stage.IMPORT).highest()).isBetween(1, i);
        assertThat(staging.stage(Stage.SOURCE).highest()).isEqualTo(1);
        assertThat(staging.retainedHighest()).isBetween(1, Math.max(e, i) + 2);
        assertThat(staging.rowsImported()).isEqualTo(120);
        assertThat(staging.overlapNanos()).isPositive();
        assertThat(staging.stages())
                .allSatisfy(use ->
                        assertThat(use.busyNanos() + use.idleNanos()).isEqualTo(use.workers() * staging.nanos()));
    }

    @Test
    void aSlowEncoderIsTheBottleneckAndImportersWaitForIt() throws Exception {
        RunObservations.Staging staging = pipeline(1, 1, 20, 0);

        assertThat(staging.bottleneck().id()).isEqualTo("encoders");
        assertThat(staging.bottleneck().sentence()).contains("raise encoding_parallelism (now 1)");
        assertThat(staging.stage(Stage.IMPORT).mostWaitedFor().map(Enum::name)).contains("ENCODER");
    }

    @Test
    void aSlowImporterIsTheBottleneckAndEncodersWaitForASlot() throws Exception {
        RunObservations.Staging staging = pipeline(1, 1, 0, 20);

        assertThat(staging.bottleneck().id()).isEqualTo("importers");
        assertThat(staging.bottleneck().sentence()).contains("raise import_parallelism (now 1)");
        assertThat(staging.stage(Stage.ENCODE).mostWaitedFor().map(Enum::name)).contains("CAPACITY");
        assertThat(staging.stage(Stage.SOURCE).mostWaitedFor().map(Enum::name)).contains("CAPACITY");
        assertThat(staging.retainedHighest()).isEqualTo(3);
    }
}
