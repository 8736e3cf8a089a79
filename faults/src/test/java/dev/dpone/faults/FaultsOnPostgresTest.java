package dev.dpone.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short, fixed set of faults: a kill before and after every boundary, and one of each other kind. */
@Timeout(900)
class FaultsOnPostgresTest {
    @Test
    void everyRecoveryEndsWithTheTargetRight() {
        Report report = new Harness(
                        new Harness.Options(36, 42, "postgres", 2, true, PlantedBug.NONE),
                        System.getenv(),
                        System.out::println)
                .run();
        System.out.println(report.table());
        assertThat(report.wrong()).isEmpty();
        assertThat(report.unreached()).isEmpty();
    }
}
