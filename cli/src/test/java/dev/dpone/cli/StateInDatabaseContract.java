package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.Direction;
import dev.dpone.sandbox.TcpProxy;
import dev.dpone.state.Journal;
import dev.dpone.state.Lease;
import dev.dpone.state.StateStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A state store in tables of a database, behind a network that may break at any byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StateInDatabaseContract extends StateStoreContract {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final TestTarget server;
    private final String schema =
            "state" + NEXT.incrementAndGet() + "_" + ProcessHandle.current().pid();

    StateInDatabaseContract(TestTarget server) {
        this.server = server;
    }

    @BeforeEach
    @Override
    void openStore() {
        super.openStore();
        server.execute(
                "DELETE FROM " + schema + ".journal",
                "DELETE FROM " + schema + ".leases",
                "DELETE FROM " + schema + ".checkpoints");
    }

    @AfterAll
    void dropSchema() {
        server.execute(
                "DROP TABLE " + schema + ".journal",
                "DROP TABLE " + schema + ".leases",
                "DROP TABLE " + schema + ".checkpoints",
                "DROP SCHEMA " + schema);
    }

    @Override
    StateProcess.Address address() {
        return address(server.connection());
    }

    private StateProcess.Address address(Map<String, String> connection) {
        Map<String, String> variables = new HashMap<>();
        connection.forEach((field, value) -> variables.put("DPONE_CONN_STATE_" + field, value));
        return new StateProcess.Address(server.type(), schema, variables);
    }

    /** The clock is not used: leases are judged by the database's. */
    @Override
    StateStore open() {
        return address().open(Clock.systemUTC());
    }

    @Override
    List<byte[]> lines(String run) {
        List<byte[]> lines = new ArrayList<>();
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT line FROM " + schema + ".journal WHERE run_id = ? ORDER BY seq")) {
            statement.setString(1, run);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    lines.add(rows.getBytes(1));
                }
            }
            return lines;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void replace(String run, int line, byte[] bytes) {
        change("UPDATE " + schema + ".journal SET line = ? WHERE run_id = ? AND seq = ?", bytes, run, line);
    }

    @Override
    void remove(String run, int line) {
        change("DELETE FROM " + schema + ".journal WHERE run_id = ? AND seq = ?", run, line);
    }

    private void change(String sql, Object... parameters) {
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            assertThat(statement.executeUpdate()).isEqualTo(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Longer than the few statements that must happen within it take on a busy machine. */
    @Override
    Duration ttl() {
        return Duration.ofSeconds(server.type().equals("mssql") ? 10 : 4);
    }

    @Override
    void awaitExpiry(Lease lease) {
        String now = server.type().equals("mssql") ? "SYSUTCDATETIME()" : "clock_timestamp()";
        while (server.rows("SELECT 1 WHERE " + now + " < " + server.literal(lease.expires()))
                .contains("1")) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anAppendCutAtAnyByteIsThereExactlyOnce() throws IOException {
        for (Direction direction : Direction.values()) {
            long bytes = appendedBytes(direction);
            for (long at = 1; at <= bytes; at += Math.max(1, bytes / parts())) {
                appendCut(direction, at, "cut-" + direction + "-" + at);
            }
            // COMMIT is the last that is sent, and its answer the last that comes.
            for (long at = Math.max(1, bytes - parts()); at <= bytes; at += 4) {
                appendCut(direction, at, "end-" + direction + "-" + at);
            }
        }
    }

    /** How often a connection is cut: opening one takes Babelfish seconds. */
    private int parts() {
        return server.type().equals("mssql") ? 6 : 24;
    }

    /** What flows for the second append of a run on a kept connection. */
    private long appendedBytes(Direction direction) throws IOException {
        try (TcpProxy proxy = TcpProxy.to(server.port());
                StateStore store = address(server.connection(proxy.port())).open(Clock.systemUTC())) {
            Journal journal = store.journal("count-" + direction);
            journal.append(0, event(0));
            long before = proxy.forwarded(direction);
            journal.append(1, event(1));
            return proxy.forwarded(direction) - before;
        }
    }

    private void appendCut(Direction direction, long at, String run) throws IOException {
        try (TcpProxy proxy = TcpProxy.to(server.port());
                StateStore store = address(server.connection(proxy.port())).open(Clock.systemUTC())) {
            Journal journal = store.journal(run);
            assertThat(journal.append(0, event(0))).isTrue();
            proxy.cutAfter(direction, at);

            assertThat(journal.append(1, event(1))).as(run).isTrue();
            assertThat(journal.append(2, event(2))).as(run).isTrue();
        }
        try (StateStore direct = open()) {
            assertThat(direct.journal(run).read()).as(run).containsExactly(event(0), event(1), event(2));
        }
    }

    @Test
    void anAppendThatLosesItsConnectionAndThenItsRaceSaysSo() throws IOException {
        try (TcpProxy proxy = TcpProxy.to(server.port());
                StateStore store = address(server.connection(proxy.port())).open(Clock.systemUTC());
                StateStore other = open()) {
            Journal journal = store.journal("raced");
            assertThat(journal.append(0, event(0))).isTrue();
            assertThat(other.journal("raced").append(1, event(9))).isTrue();
            proxy.cutAfter(Direction.TO_SERVER, 1);

            assertThat(journal.append(1, event(1))).isFalse();
            assertThat(journal.read()).containsExactly(event(0), event(9));
        }
    }

    @Test
    void aServerThatIsGoneFailsTheAppendByName() throws IOException {
        StateStore store;
        Journal journal;
        try (TcpProxy proxy = TcpProxy.to(server.port())) {
            store = address(server.connection(proxy.port())).open(Clock.systemUTC());
            journal = store.journal("gone");
            assertThat(journal.append(0, event(0))).isTrue();
        }
        try (store) {
            assertThatThrownBy(() -> journal.append(1, event(1))).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED);
                assertThat(e.remedy()).isNotEmpty();
            });
        }
        assertThatThrownBy(() -> address(server.connection(1)).open(Clock.systemUTC()))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED));
    }

    @Test
    void leasesAndCheckpointsSurviveALostConnection() throws IOException {
        try (TcpProxy proxy = TcpProxy.to(server.port());
                StateStore store = address(server.connection(proxy.port())).open(Clock.systemUTC())) {
            for (Direction direction : Direction.values()) {
                Lease lease = store.leases()
                        .acquire(StateProcess.TARGET, "a", Duration.ofHours(1))
                        .orElseThrow();
                proxy.cutAfter(direction, 1);
                assertThat(store.leases().renew(lease, Duration.ofHours(2))).isPresent();
                proxy.cutAfter(direction, 1);
                store.leases().release(lease);
                assertThat(store.leases().current(StateProcess.TARGET)).isEmpty();
            }
        }
    }

    @Test
    void leasesExpireByTheDatabasesClock() {
        try (StateStore store = open()) {
            String now = server.type().equals("mssql") ? "SYSUTCDATETIME()" : "clock_timestamp()";
            Lease lease = store.leases()
                    .acquire(StateProcess.TARGET, "a", Duration.ofHours(1))
                    .orElseThrow();
            assertThat(server.rows("SELECT 1 WHERE " + now + " < " + server.literal(lease.expires()) + " AND "
                            + server.literal(lease.expires().minus(Duration.ofHours(1))) + " <= " + now))
                    .containsExactly("1");
        }
    }

    /** A row that was changed by hand is not taken for a lease. */
    @Test
    void noticesAChangedLease() {
        try (StateStore store = open()) {
            store.leases().acquire(StateProcess.TARGET, "a", Duration.ofHours(1));
            change(
                    "UPDATE " + schema + ".leases SET line = ? WHERE target = ?",
                    "{\"format\":\"dpone.lease\",\"version\":2}".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    StateProcess.TARGET);
            assertThatThrownBy(() -> store.leases().acquire(StateProcess.TARGET, "b", Duration.ofHours(1)))
                    .hasMessageContaining("its version of dpone.lease must be 1, but is 2")
                    .isInstanceOfSatisfying(
                            DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE));
        }
    }
}
