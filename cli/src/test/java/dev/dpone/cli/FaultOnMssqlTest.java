package dev.dpone.cli;

import dev.dpone.sandbox.SandboxTarget;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = SandboxTarget.MSSQL_TEST_URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class FaultOnMssqlTest extends FaultContract {
    FaultOnMssqlTest() {
        super(new MssqlTestTarget());
    }
}
