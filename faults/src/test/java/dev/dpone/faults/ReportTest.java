package dev.dpone.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static Report report(int kills, boolean everyStop, List<Result> results, String... orphans) {
        return new Report(
                new Harness.Options(kills, 1, "postgres", 2, everyStop, PlantedBug.NONE),
                results,
                List.of(orphans),
                Duration.ofSeconds(3));
    }

    /** One result for each trial, all of them right. */
    private static List<Result> results(int kills, boolean everyStop) {
        return new ArrayList<>(Schedule.of(kills, 1, everyStop, true, 4).stream()
                .map(plan -> result(plan, List.of()))
                .toList());
    }

    private static Result result(TrialPlan plan, List<String> wrong) {
        return new Result(
                plan, Optional.of(Ending.RESUMED), Optional.of(false), true, 1, wrong, Optional.empty(), Duration.ZERO);
    }

    @Test
    void isGoodWhenNothingIsWrongAndEveryStopWasHit() {
        assertThat(report(500, false, results(500, false)).good()).isTrue();
        assertThat(report(36, true, results(36, true)).good()).isTrue();
        assertThat(report(5, false, results(5, false)).good()).isTrue();
    }

    @Test
    void isNotGoodWhenAStopWasHitTooSeldom() {
        List<Result> results = results(500, false);
        results.removeIf(result -> result.plan().label().equals("before commit"));
        Report report = report(500, false, results);
        assertThat(report.unreached()).containsExactly("before commit");
        assertThat(report.good()).isFalse();
        assertThat(report(36, true, results(20, false)).good()).isFalse();
    }

    @Test
    void isNotGoodWithAWrongResultOrAnOrphan() {
        List<Result> results = results(5, false);
        TrialPlan first = results.get(0).plan();
        results.set(0, result(first, List.of("the target is wrong")));
        Report report = report(5, false, results);
        assertThat(report.wrong()).containsExactly(first.describe() + ": the target is wrong");
        assertThat(report.good()).isFalse();
        assertThat(report.table()).contains("1 WRONG").contains("1 wrong, 0 stops not hit often enough");
        assertThat(report(5, false, results(5, false), "a table is left").good())
                .isFalse();
    }
}
