package dev.dpone.sandbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpProxyTest {
    private ServerSocket server;
    private TcpProxy proxy;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        proxy = TcpProxy.to(server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void forwardsBothWaysAndCounts() throws Exception {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            send(client, "question");
            assertThat(receive(accepted, 8)).isEqualTo("question");
            send(accepted, "answer");
            accepted.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes())
                    .asString(US_ASCII)
                    .isEqualTo("answer");
            assertThat(proxy.awaitForwarded(Direction.TO_SERVER, 8)).isTrue();
            assertThat(proxy.awaitForwarded(Direction.TO_CLIENT, 6)).isTrue();
            assertThat(proxy.forwarded(Direction.TO_CLIENT)).isEqualTo(6);
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    @Test
    void holdsBytesBackWhileStalled() throws Exception {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            proxy.stall();
            send(client, "late");
            accepted.setSoTimeout(200);
            assertThatThrownBy(() -> receive(accepted, 4)).isInstanceOf(SocketTimeoutException.class);
            proxy.resume();
            accepted.setSoTimeout(0);
            assertThat(receive(accepted, 4)).isEqualTo("late");
        }
    }

    @Test
    void resetsConnectionsOnCutAndServesLaterOnes() throws Exception {
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            send(client, "a");
            assertThat(receive(accepted, 1)).isEqualTo("a");
            proxy.cut();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            send(client, "b");
            assertThat(receive(accepted, 1)).isEqualTo("b");
        }
    }

    @Test
    void resetsOnceSoManyBytesHaveFlowed() throws Exception {
        proxy.cutAfter(Direction.TO_SERVER, 5);
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            send(client, "123");
            assertThat(receive(accepted, 3)).isEqualTo("123");
            send(client, "4567");
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(proxy.forwarded(Direction.TO_SERVER)).isEqualTo(5);
        }
    }

    @Test
    void endsTheStreamAfterExactlySoManyBytes() throws Exception {
        proxy.endAfter(Direction.TO_CLIENT, 5);
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            send(accepted, "1234567");
            assertThat(client.getInputStream().readAllBytes())
                    .asString(US_ASCII)
                    .isEqualTo("12345");
            assertThat(accepted.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void cutsTheConnectionWhoseClientSaysTheWordsBeforeTheServerHearsTheLast() throws Exception {
        proxy.once(Fault.CUT_REQUEST, bytes("begin"), bytes("commit"));
        try (Socket other = connect();
                Socket otherAccepted = server.accept();
                Socket client = connect();
                Socket accepted = server.accept()) {
            send(other, "commit");
            assertThat(receive(otherAccepted, 6)).isEqualTo("commit");
            send(client, "commit, be");
            send(client, "gin, ");
            assertThat(receive(accepted, 15)).isEqualTo("commit, begin, ");
            send(client, "commit");
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(proxy.faults()).isEqualTo(1);
            send(other, "begin, commit");
            assertThat(receive(otherAccepted, 13)).isEqualTo("begin, commit");
        }
    }

    @Test
    void cutsTheAnswerOnceTheServerHasTheRequest() throws Exception {
        proxy.always(Fault.CUT_ANSWER, bytes("commit"));
        for (int round = 1; round <= 2; round++) {
            try (Socket client = connect();
                    Socket accepted = server.accept()) {
                send(client, "commit");
                assertThat(receive(accepted, 6)).isEqualTo("commit");
                send(accepted, "done");
                assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
                assertThat(proxy.awaitFaults(round)).isTrue();
            }
        }
    }

    @Test
    void isAwayFromAnOutageUntilItRecovers() throws Exception {
        proxy.once(Fault.OUTAGE_AT_ANSWER, bytes("commit"));
        try (Socket other = connect();
                Socket otherAccepted = server.accept();
                Socket client = connect();
                Socket accepted = server.accept()) {
            send(client, "commit");
            assertThat(receive(accepted, 6)).isEqualTo("commit");
            send(accepted, "done");
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> other.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> otherAccepted.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        try (Socket refused = connect()) {
            assertThatThrownBy(() -> refused.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        proxy.recover();
        try (Socket client = connect();
                Socket accepted = server.accept()) {
            send(client, "commit");
            assertThat(receive(accepted, 6)).isEqualTo("commit");
            send(accepted, "done");
            assertThat(receive(client, 4)).isEqualTo("done");
        }
    }

    @Test
    void holdsARequestBackOnItsConnectionOnly() throws Exception {
        proxy.once(Fault.HOLD_REQUEST, bytes("wait"));
        try (Socket client = connect();
                Socket accepted = server.accept();
                Socket other = connect();
                Socket otherAccepted = server.accept()) {
            send(client, "wait");
            assertThat(proxy.awaitFaults(1)).isTrue();
            send(other, "wait");
            assertThat(receive(otherAccepted, 4)).isEqualTo("wait");
            accepted.setSoTimeout(200);
            assertThatThrownBy(() -> receive(accepted, 4)).isInstanceOf(SocketTimeoutException.class);
            proxy.recover();
            accepted.setSoTimeout(0);
            assertThat(receive(accepted, 4)).isEqualTo("wait");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private static String receive(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), US_ASCII);
    }
}
