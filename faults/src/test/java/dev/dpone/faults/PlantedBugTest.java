package dev.dpone.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.faults.TrialPlan.Limits;
import dev.dpone.faults.TrialPlan.Way;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The harness's own power: each planted bug is noticed, and the same trials without it are not. */
@Timeout(600)
class PlantedBugTest {
    @TempDir
    static Path folder;

    private static TestStand stand;

    @BeforeAll
    static void start() {
        stand = TestStand.start("postgres", folder, System.getenv(), System.out::println);
    }

    @AfterAll
    static void stop() {
        stand.close();
    }

    /** The trial that shows the bug, and what the harness says of it. */
    private record Proof(Kind kind, Stop stop, double moment, String complaint) {
        static Proof of(PlantedBug bug) {
            return switch (bug) {
                case NONE -> throw new IllegalArgumentException("There is nothing to prove");
                case RECEIPT_OUTSIDE_TRANSACTION ->
                    new Proof(
                            Kind.KILL_AT_STOP,
                            Stop.after(Boundary.COMMIT),
                            0,
                            "after the kill the target is as after, but there are 0 receipts");
                case CLEANUP_BEFORE_SETTLEMENT ->
                    new Proof(
                            Kind.WRITER_LIVES,
                            Stop.before(Boundary.HALF_SENT),
                            0.9,
                            "1 entries of dpone.stages are left");
                case FENCE_UNCHECKED ->
                    new Proof(
                            Kind.TWO_RUNS,
                            Stop.after(Boundary.PUBLISH_INTENDED),
                            0.9,
                            "at the end there are 2 receipts instead of one");
                case CHECKPOINT_BEFORE_EVIDENCE ->
                    new Proof(
                            Kind.KILL_AT_STOP,
                            Stop.before(Boundary.EVIDENCE_FILE),
                            0,
                            "but there is no evidence of it");
                case SLOT_FREED_EARLY ->
                    new Proof(
                            Kind.KILL_AT_STOP,
                            Stop.before(Boundary.RECEIPT_ACCEPTED).nth(1),
                            0,
                            "chunk 1 has no receipt in the journal, but its sealed file is gone");
                case PUBLISH_WITHOUT_PROBE ->
                    new Proof(Kind.KILL_AT_STOP, Stop.after(Boundary.COMMIT), 0, "a recovery failed with exit");
                case DIGEST_AGAINST_ITSELF ->
                    new Proof(
                            Kind.STAGE_CHANGED,
                            Stop.before(Boundary.PUBLISH_INTENDED),
                            0,
                            "at the end the target is not as it has to be: 1 rows");
                case JOURNAL_LATE ->
                    new Proof(
                            Kind.KILL_AT_STOP,
                            Stop.after(Boundary.STAGE_COMPLETE),
                            0,
                            "but the journal has only 0 of them");
            };
        }

        TrialPlan trial(int number) {
            return new TrialPlan(
                    number,
                    kind,
                    stop,
                    moment,
                    dev.dpone.faults.Mode.APPEND,
                    new Limits(1, 1, 1),
                    Way.RESUME,
                    Optional.empty(),
                    Duration.ZERO,
                    false);
        }
    }

    private static int number(PlantedBug bug) {
        return List.of(PlantedBug.values()).indexOf(bug);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void isNoticed(PlantedBug bug) {
        Proof proof = Proof.of(bug);
        List<Result> results = stand.play(List.of(proof.trial(number(bug))), bug, 1);
        assertThat(results.get(0).wrong()).anyMatch(what -> what.contains(proof.complaint()));
    }

    @Test
    void withoutTheBugNothingIsWrong() {
        List<TrialPlan> trials = Stream.of(PlantedBug.values())
                .filter(bug -> bug != PlantedBug.NONE)
                .map(bug -> Proof.of(bug).trial(100 + number(bug)))
                .toList();
        assertThat(stand.play(trials, PlantedBug.NONE, 2))
                .allSatisfy(result -> assertThat(result.wrong()).isEmpty());
    }
}
