package dev.dpone.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClickHouseServerTest {
    private static final ClickHouseServer SERVER = SharedServers.clickhouse();

    @Test
    void answersStatements() {
        assertThat(SERVER.execute("SELECT currentUser(), timezone(), 1 + 1")).isEqualTo("dpone\tUTC\t2\n");
    }

    @Test
    void showsTheServersMessage() {
        assertThatThrownBy(() -> SERVER.execute("SELECT nothing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Code: 47. DB::Exception: Unknown expression identifier `nothing`");
    }
}
