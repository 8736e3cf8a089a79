package dev.dpone.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.cli.BrokenSubject;
import dev.dpone.evidence.benchmark.Check;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each check of a recovery fails on a subject that breaks what it checks. That all pass on a good one, {@code BenchRunTest} shows. */
@Timeout(600)
class RecoveryTrialsTest {
    private static final BenchConfiguration ONE = BenchConfiguration.of(1, 1);

    @TempDir
    Path folder;

    private interface Look {
        Check at(RecoveryTrials trials, RecoveryTrials.Tables tables);
    }

    private Check check(String broken, Look look) {
        Workshop workshop =
                TestStand.workshop(folder, TestStand.command("dev.dpone.cli.BrokenSubject", "-Dbroken=" + broken));
        try (Stand stand = workshop.stand()) {
            return look.at(
                    new RecoveryTrials(workshop),
                    RecoveryTrials.Tables.make(stand, ONE.limits().maxRowBytes()));
        }
    }

    private static void assertFailed(Check check, String observed) {
        assertThat(check.status()).as(check.toString()).isEqualTo(Check.Outcome.FAIL);
        assertThat(check.observed())
                .as(check.toString())
                .hasValueSatisfying(seen -> assertThat(seen).contains(observed));
    }

    @Test
    void anEmptyInputThatLeavesARowFails() {
        assertFailed(
                check(BrokenSubject.ROW, (trials, tables) -> trials.emptyInput(tables.empty(), ONE)), "exit 0, 1 rows");
    }

    @Test
    void aFailureThatChangesTheTargetFails() {
        assertFailed(
                check(BrokenSubject.CLEARS, (trials, tables) -> trials.rollback(tables.refused(), ONE)),
                "exit 1, DPONE_ROW_TOO_LARGE, 0 receipts, 0 rows");
    }

    @Test
    void aFailureThatIsDeniedFails() {
        assertFailed(
                check(BrokenSubject.DENIES, (trials, tables) -> trials.rollback(tables.refused(), ONE)),
                "exit 0, DPONE_ROW_TOO_LARGE, 0 receipts, 64 rows");
    }

    @Test
    void aRunIdThatDeliversTwiceFails() {
        Check check = check(BrokenSubject.REPEATS, (trials, tables) -> trials.receiptFirst(tables.good(), ONE));

        assertFailed(check, "3000 rows");
        assertThat(check.observed().orElse("")).doesNotContain("dpone-bench-marker");
    }

    @ParameterizedTest
    @ValueSource(strings = {BrokenSubject.READS, BrokenSubject.SHIRKS})
    void aResumeThatReadsTheSourceOrDoesNothingFails(String broken) {
        Check check = check(broken, (trials, tables) -> trials.sourceFree(tables.good(), ONE));

        assertFailed(
                check,
                broken.equals(BrokenSubject.READS)
                        ? "exit 0, 1 receipts, 1 queries of the source, 3000 rows"
                        : "exit 0, 0 receipts, 0 queries of the source, 64 rows");
    }
}
