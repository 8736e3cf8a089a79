package dev.dpone.evidence.observations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StagingMeterTest {
    /** One encoder, two importers, one pending: C = 3. */
    private final RunObservations.Staging staging = new States(1, 2, 1)
            .at(100, "", 0, 0, 0, 0)
            .at(110, "reading", 0, 0, 0, 0)
            .at(130, "", 1, 0, 0, 1)
            .at(140, "reading", 0, 1, 0, 1)
            .at(160, "", 0, 1, 0, 2, 0, 0)
            .at(170, "reading", 0, 1, 1, 2, 500, 0)
            .at(180, "", 0, 1, 2, 3, 900, 0)
            .at(200, "", 0, 0, 2, 3, 1300, 0)
            .at(210, "ended", 0, 0, 1, 1, 400, 60)
            .at(300, "ended", 0, 0, 0, 0, 0, 100)
            .staging();

    @Test
    void countsTheMostWorkersAndTheMostRetainedFramesThatWereSeen() {
        assertThat(staging.stages())
                .extracting(RunObservations.StageUse::stage, RunObservations.StageUse::workers, use -> use.highest())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Stage.SOURCE, 1, 1),
                        org.assertj.core.groups.Tuple.tuple(Stage.ENCODE, 1, 1),
                        org.assertj.core.groups.Tuple.tuple(Stage.IMPORT, 2, 2));
        assertThat(staging.retainedHighest()).isEqualTo(3);
        assertThat(staging.spoolHighest()).isEqualTo(1300);
    }

    @Test
    void addsUpBusyTimeAndTheOverlapOfTheStages() {
        assertThat(States.millis(staging.nanos())).isEqualTo(200);
        assertThat(States.millis(staging.stage(Stage.SOURCE).busyNanos())).isEqualTo(20 + 20 + 10);
        assertThat(States.millis(staging.stage(Stage.ENCODE).busyNanos())).isEqualTo(60);
        assertThat(States.millis(staging.stage(Stage.IMPORT).busyNanos())).isEqualTo(10 + 2 * 20 + 2 * 10 + 90);
        assertThat(States.millis(staging.overlapNanos())).as("170 to 200").isEqualTo(30);
    }

    @Test
    void everyWorkersTimeIsBusyOrIdleForOneCause() {
        for (RunObservations.StageUse use : staging.stages()) {
            assertThat(use.busyNanos() + use.idleNanos())
                    .as(use.stage().id())
                    .isEqualTo(use.workers() * staging.nanos());
        }
    }

    @Test
    void tellsWhatIdleWorkersWaitedFor() {
        assertThat(waits(Stage.SOURCE))
                .isEqualTo(Map.of("handover", 10L + 10 + 10, "capacity", 30L, "source_ended", 90L));
        assertThat(waits(Stage.ENCODE))
                .as("no frame: because of the source, because C were retained, because there are no more")
                .isEqualTo(Map.of("handover", 10L + 10, "source", 20L, "capacity", 10L, "source_ended", 90L));
        assertThat(waits(Stage.IMPORT))
                .as("no sealed file: two importers each, or one")
                .isEqualTo(Map.of(
                        "handover", 20L,
                        "source", 40L,
                        "encoder", 2 * 10L + 2 * 20 + 10 + 10,
                        "journal", 10L,
                        "source_ended", 90L));
    }

    @Test
    void theLongerWaitsAreToldOneByOne() {
        assertThat(staging.waits())
                .filteredOn(wait -> wait.stage() == Stage.ENCODE && wait.cause() == Cause.CAPACITY)
                .singleElement()
                .satisfies(wait -> assertThat(
                                List.of(States.millis(wait.start()), States.millis(wait.end()), (long) wait.workers()))
                        .containsExactly(200L, 210L, 1L));
    }

    private Map<String, Long> waits(Stage stage) {
        Map<String, Long> millis = new TreeMap<>();
        staging.stage(stage).waits().forEach((cause, nanos) -> millis.put(cause.id(), States.millis(nanos)));
        return millis;
    }
}
