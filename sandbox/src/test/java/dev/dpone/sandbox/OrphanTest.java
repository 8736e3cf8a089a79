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
        ProcessHandle watchdog = server.parent().orElseThrow();
        assertThat(watchdog.pid()).isNotEqualTo(started.parent().pid());
        assertThat(started.folder()).exists();

        started.parent().destroyForcibly().waitFor();

        server.onExit().get(20, SECONDS);
        watchdog.onExit().get(20, SECONDS);
        // The watchdog's last act is to delete the folder.
        assertThat(started.folder()).doesNotExist();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), started.port()))
                .isInstanceOf(ConnectException.class);
    }
}
