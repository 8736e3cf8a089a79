package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxTarget;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

class DemoOnPostgresTest extends DemoContract {
    DemoOnPostgresTest() {
        super(new PostgresTestTarget());
    }

    @Override
    void flipOneByte(ClickHouseServer clickhouse, SandboxTarget published) {
        Map<String, String> at = published.connection();
        String url = "jdbc:postgresql://" + at.get("HOST") + ":" + at.get("PORT") + "/" + at.get("DATABASE");
        try (Connection connection = DriverManager.getConnection(url, at.get("USERNAME"), at.get("PASSWORD"));
                Statement statement = connection.createStatement()) {
            int changed = statement.executeUpdate("UPDATE public." + DemoTable.PUBLISHED
                    + " SET code = set_byte(code, 3, get_byte(code, 3) # 1) WHERE id = 17");
            assertThat(changed).isEqualTo(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
