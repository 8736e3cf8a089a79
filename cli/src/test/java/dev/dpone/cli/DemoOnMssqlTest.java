package dev.dpone.cli;

import dev.dpone.sandbox.ClickHouseServer;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = DemoTarget.MSSQL_TEST_URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class DemoOnMssqlTest extends DemoContract {
    private final MssqlTestTarget server;

    DemoOnMssqlTest() {
        this(new MssqlTestTarget());
    }

    private DemoOnMssqlTest(MssqlTestTarget server) {
        super(server);
        this.server = server;
    }

    @Override
    void flipOneByte(ClickHouseServer clickhouse, DemoTarget published) {
        server.execute("UPDATE " + server.table(DemoTable.PUBLISHED) + " SET message = message + '!' WHERE id = 17");
    }
}
