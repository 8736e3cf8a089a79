package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** One connection, used for one request. */
final class Transport implements AutoCloseable {
    /** Below TLS if there is any: closing this one never waits for another thread or for the peer. */
    private final Socket raw;

    private final Socket socket;

    private Transport(Socket raw, Socket socket) {
        this.raw = raw;
        this.socket = socket;
    }

    static Transport connect(Endpoint endpoint, TlsTrust trust) {
        Address address = endpoint.address();
        Socket raw = null;
        try {
            raw = connected(address, endpoint.connectMillis());
            raw.setTcpNoDelay(true);
            raw.setKeepAlive(true);
            raw.setSoTimeout(endpoint.connectMillis());
            Socket socket = address.secure() ? secured(raw, endpoint, trust) : raw;
            socket.setSoTimeout(endpoint.readMillis());
            return new Transport(raw, socket);
        } catch (SSLException e) {
            closeQuietly(raw, e);
            throw TlsFailure.of(address, e);
        } catch (IOException e) {
            closeQuietly(raw, e);
            if (raw != null && address.secure()) {
                throw TlsFailure.of(address, e);
            }
            throw unreachable(address, e);
        }
    }

    /** Tries each of the host's addresses once: nothing was sent yet, so that nothing can happen twice. */
    private static Socket connected(Address address, int millis) throws IOException {
        IOException failure = new UnknownHostException(address.host());
        for (InetAddress candidate : InetAddress.getAllByName(address.host())) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(candidate, address.port()), millis);
                return socket;
            } catch (IOException e) {
                closeQuietly(socket, e);
                failure = e;
            }
        }
        throw failure;
    }

    private static Socket secured(Socket raw, Endpoint endpoint, TlsTrust trust) throws IOException {
        SSLSocketFactory factory = trust.socketFactory();
        String host = endpoint.address().host();
        SSLSocket socket =
                (SSLSocket) factory.createSocket(raw, host, endpoint.address().port(), true);
        if (!endpoint.trustServerCertificate()) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
        }
        socket.startHandshake();
        return socket;
    }

    private static DponeException unreachable(Address address, IOException e) {
        String reason;
        if (e instanceof UnknownHostException) {
            reason = "the host name is unknown";
        } else if (e instanceof SocketTimeoutException) {
            reason = "no answer in time";
        } else {
            reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
        return new DponeException(
                ErrorCode.SOURCE_UNREACHABLE,
                "Cannot connect to ClickHouse at " + address + ": " + reason,
                "Check host and port (HTTP: 8123, with TLS 8443), and that the server listens there.",
                e);
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    InputStream input() throws IOException {
        return socket.getInputStream();
    }

    /** How long one read may wait from now on. */
    void limitReads(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /** Ends the connection at once, from any thread: a read that waits fails. Sends no farewell. */
    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException e) {
            // A socket that can't be closed is already gone.
            return;
        }
    }

    private static void closeQuietly(@Nullable Socket socket, Exception primary) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                primary.addSuppressed(e);
            }
        }
    }
}
