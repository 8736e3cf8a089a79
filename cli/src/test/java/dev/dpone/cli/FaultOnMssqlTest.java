package dev.dpone.cli;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = DemoTarget.MSSQL_TEST_URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class FaultOnMssqlTest extends FaultContract {
    FaultOnMssqlTest() {
        super(new MssqlTestTarget());
    }
}
