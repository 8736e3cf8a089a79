package dev.dpone.sandbox;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrphanTest {
    @ParameterizedTest
    @ValueSource(strings = {"clickhouse", "postgres"})
    @Timeout(120)
    void leavesNothingWhenTheParentIsKilled(String kind) throws Exception {
        ParentProcess.Started started = ParentProcess.start(kind);
        ProcessHandle server = ProcessHandle.of(started.serverPid()).orElseThrow();
        // PostgreSQL has a watchdog above it, which deletes the folder; ClickHouse is the parent's direct child.
        ProcessHandle last = server.parent()
                .filter(handle -> handle.pid() != started.parent().pid())
                .orElse(server);
        assertThat(started.folder()).exists();

        started.parent().destroyForcibly().waitFor();

        server.onExit().get(20, SECONDS);
        last.onExit().get(20, SECONDS);
        assertThat(started.folder()).doesNotExist();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), started.port()))
                .isInstanceOf(ConnectException.class);
    }
}
