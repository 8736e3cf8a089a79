package dev.dpone.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void oneSeedAlwaysDecidesTheSameTrials() {
        assertThat(Schedule.of(50, 7, false, true, 4)).isEqualTo(Schedule.of(50, 7, false, true, 4));
        assertThat(Schedule.of(50, 7, false, true, 4)).isNotEqualTo(Schedule.of(50, 8, false, true, 4));
    }

    @Test
    void fiveHundredKillsHitEveryStopTenTimes() {
        List<TrialPlan> trials = Schedule.of(500, 1, false, true, 4);
        assertThat(trials).filteredOn(trial -> trial.kind().kills()).hasSize(500);
        assertThat(Stop.all())
                .allSatisfy(stop -> assertThat(trials)
                        .filteredOn(trial -> trial.label().equals(stop.name()))
                        .hasSizeGreaterThanOrEqualTo(10));
        assertThat(trials).extracting(TrialPlan::kind).contains(Kind.values());
    }

    @Test
    void aFewKillsHitEveryStopWhenTold() {
        List<TrialPlan> trials = Schedule.of(36, 1, true, true, 4);
        assertThat(trials)
                .filteredOn(trial -> trial.kind() == Kind.KILL_AT_STOP)
                .extracting(TrialPlan::label)
                .containsExactlyInAnyOrderElementsOf(
                        Stop.all().stream().map(Stop::name).toList());
    }

    @Test
    void stopsAreSpelledForTheChildAndRead() {
        List<Stop> stops = List.of(
                Stop.before(Boundary.COMMIT),
                Stop.after(Boundary.STAGE_IMPORTED).nth(3));
        assertThat(Stop.parse(Stop.spell(stops))).isEqualTo(stops);
        assertThat(Stop.parse("")).isEmpty();
    }
}
