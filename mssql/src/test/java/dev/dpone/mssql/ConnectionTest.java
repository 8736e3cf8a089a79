package dev.dpone.mssql;

import static dev.dpone.mssql.Spec.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.sandbox.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = "DPONE_TEST_MSSQL_URL",
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class ConnectionTest {
    private static Spec local() {
        Spec spec = new Spec();
        spec.url = TestServer.url();
        spec.host = null;
        spec.database = null;
        spec.username = null;
        spec.password = null;
        return spec;
    }

    private static void fails(Spec spec, ErrorCode code, String message) {
        try (MssqlTarget target = new MssqlConnector(TestServer.WAITS).connect(spec.build())) {
            assertThatThrownBy(target::server).isInstanceOfSatisfying(DponeException.class, e -> {
                assertThat(e.getMessage()).contains(message);
                assertThat(e.code()).isEqualTo(code);
                assertThat(e.render()).doesNotContain(PASSWORD.reveal());
            });
        }
    }

    @Test
    void refusesAServerWhoseCertificateIsNotTrusted() {
        Spec spec = local();
        spec.settings.put("trustServerCertificate", "false");
        spec.settings.put("encrypt", "true");
        fails(spec, ErrorCode.TARGET_TLS, "the TLS connection failed: ");
    }

    @Test
    void saysWhyAServerCannotBeReached() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Spec spec = local();
        spec.port = OptionalInt.of(free);
        fails(spec, ErrorCode.TARGET_UNREACHABLE, "Cannot connect to ");
        spec = local();
        spec.database = "no_such_database";
        fails(spec, ErrorCode.TARGET_REFUSED, "no_such_database");
        spec = local();
        spec.username = "no_such_login";
        spec.password = PASSWORD;
        fails(spec, ErrorCode.TARGET_REFUSED, "(error 18456)");
    }

    @Test
    void reportsALostConnectionAsOneThatMayBeRetriedAndOpensAnother() throws IOException {
        try (TestServer server = new TestServer();
                TcpProxy proxy = TcpProxy.to(server.port());
                Sessions sessions = new Sessions(
                        ConnectionSettings.of(server.spec(OptionalInt.of(proxy.port()))), TestServer.WAITS)) {
            assertThatThrownBy(() -> sessions.transaction("ask", session -> {
                        proxy.cut();
                        return session.get("SELECT 1", row -> row.getInt(1));
                    }))
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST));
            int answer = sessions.transaction("ask", session -> session.get("SELECT 1", row -> row.getInt(1)));
            assertThat(answer).isEqualTo(1);
            proxy.cut();
            answer = sessions.transaction("ask", session -> session.get("SELECT 2", row -> row.getInt(1)));
            assertThat(answer).isEqualTo(2);
        }
    }

    @Test
    void usesASessionAgainOnlyAfterItsWorkWasDone() {
        try (TestServer server = new TestServer();
                Sessions sessions = new Sessions(ConnectionSettings.of(server.spec()), TestServer.WAITS)) {
            Sessions.Work<Integer> who = session -> session.get("SELECT @@SPID", row -> row.getInt(1));
            int first = sessions.transaction("ask", who);
            assertThat(sessions.transaction("ask", who)).isEqualTo(first);
            assertThatThrownBy(() -> sessions.transaction("ask", session -> {
                        throw new IllegalStateException("on session " + who.run(session));
                    }))
                    .hasMessage("on session " + first);
            assertThat(sessions.transaction("ask", who)).isNotEqualTo(first);
        }
    }
}
