package dev.dpone.evidence.observations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.delivery.SpanKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunRecorderTest {
    @Test
    void addsUpSpansByKindWithUnknownsLeftOut() {
        RunObservations run = new States(2, 1, 2)
                .span(SpanKind.ENCODE, "encode-0", 0, 0, 10)
                .span(SpanKind.ENCODE, "encode-1", 1, 5, 25)
                .span(SpanKind.IMPORT, "import-0", 0, 10, 40)
                .span(SpanKind.VERIFY_IMMEDIATELY, "import-0", 0, 30, 40)
                .observations();

        assertThat(run.phases())
                .extracting(phase -> phase.phase() + " " + phase.reason() + " " + phase.completed() + " "
                        + States.millis(phase.workNanos()) + " "
                        + phase.rows().orElse(-1))
                .containsExactly(
                        "encode  2 30 20",
                        "import inclusive_verification 1 30 10",
                        "raw_verify immediate_inspection 1 10 10");
        assertThat(run.lanes().busy().get("import-0"))
                .as("what lies within another span of the worker counts once")
                .satisfies(busy -> assertThat(States.millis(
                                busy.stream().mapToLong(Long::longValue).sum()))
                        .isEqualTo(30));
        assertThat(States.millis(run.nanos())).isEqualTo(40);
        assertThat(run.staging()).isEmpty();
    }

    @Test
    void staysSmallHoweverManyFramesThereAre() {
        States states = new States(1, 1, 1).at(0, "", 0, 0, 0, 0);
        long frames = 200_000;
        for (int i = 0; i < (int) frames; i++) {
            long at = i * 50L;
            states.at(at, "reading", 0, 0, 0, 0, 0, i * 10L)
                    .at(at + 10, "", 0, 1, 0, 1)
                    .at(at + 30, "", 0, 0, 1, 1, 100, i * 10L)
                    .span(SpanKind.ENCODE, "encode-0", i, at + 10, at + 30)
                    .span(SpanKind.IMPORT, "import-0", i, at + 30, at + 50);
        }
        states.span(SpanKind.PUBLISH, "delivery", 0, frames * 50L, frames * 50L + 20);
        RunObservations run =
                states.at(frames * 50L, "ended", 0, 0, 0, 0, 0, frames * 10L).observations();

        assertThat(ObservationsDocument.json(run)).hasSizeLessThan(1 << 20);
        assertThat(run.spans()).hasSize(SpanLog.CAPACITY + 1);
        assertThat(run.spans()).extracting(span -> span.phase()).contains("publish");
        assertThat(run.spans().size() + run.spansLeft()).isEqualTo(2 * frames + 1);
        RunObservations.Staging staging = run.staging().orElseThrow();
        assertThat(States.millis(staging.stage(Stage.ENCODE).busyNanos())).isEqualTo(20L * frames);
        assertThat(sum(staging.series().busy().getOrDefault(Stage.IMPORT, List.of())))
                .isEqualTo(20L * frames);
        assertThat(sum(run.lanes().busy().getOrDefault("encode-0", List.of()))).isEqualTo(20L * frames);
        assertThat(staging.series().rows().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(10L * frames);
    }

    private static long sum(List<Long> nanos) {
        return States.millis(nanos.stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void lostObservationsLeaveOutWhatWouldBeWrong() {
        RunRecorder recorder = new RunRecorder(States.limits(1, 1, 1), States.STARTED, States.ORIGIN);
        new States(1, 1, 1).at(0, "", 0, 0, 0, 0);
        recorder.ended(3);

        RunObservations run = recorder.observations("r", "p", Optional.of("DPONE_INTERNAL"));

        assertThat(run.limitations()).containsExactly("capacity_exceeded");
        assertThat(run.staging()).isEmpty();
        assertThat(run.outcome()).isEqualTo("failed");
    }

    @Test
    void anObserverThatWasNeverToldTheEndIsIncomplete() {
        RunRecorder recorder = new RunRecorder(States.limits(1, 1, 1), States.STARTED, States.ORIGIN);

        assertThat(recorder.observations("r", "p", Optional.empty()).limitations())
                .containsExactly("observer_failed");
    }
}
