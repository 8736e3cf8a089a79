package dev.dpone.cli;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxTarget;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = SandboxTarget.MSSQL_TEST_URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class DemoOnMssqlTest extends DemoContract {
    DemoOnMssqlTest() {
        super(new MssqlTestTarget());
    }

    @Override
    void flipOneByte(ClickHouseServer clickhouse, SandboxTarget published) {
        target.execute("UPDATE " + target.table(DemoTable.PUBLISHED) + " SET message = message + '!' WHERE id = 17");
    }
}
