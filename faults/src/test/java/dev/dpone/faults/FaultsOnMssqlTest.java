package dev.dpone.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** A few faults on a server that speaks SQL Server's protocol. */
@EnabledIfEnvironmentVariable(
        named = MssqlEngine.URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
@Timeout(900)
class FaultsOnMssqlTest {
    @Test
    void everyRecoveryEndsWithTheTargetRight() {
        Report report = new Harness(
                        new Harness.Options(10, 42, "mssql", 2, false, PlantedBug.NONE),
                        System.getenv(),
                        System.out::println)
                .run();
        System.out.println(report.table());
        assertThat(report.wrong()).isEmpty();
    }
}
