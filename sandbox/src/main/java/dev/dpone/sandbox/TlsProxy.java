package dev.dpone.sandbox;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A TLS listener on a free port of 127.0.0.1 in front of a plain port of 127.0.0.1, for servers that speak no TLS
 * themselves. A {@link TcpProxy} on either side adds stalls and cuts.
 */
public final class TlsProxy implements AutoCloseable {
    private final Relay relay;

    private TlsProxy(Relay relay) {
        this.relay = relay;
    }

    /**
     * Listens in front of the port.
     *
     * @param keys the server's key and certificate chain
     * @param password of the key
     */
    public static TlsProxy to(int targetPort, KeyStore keys, char[] password)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return new TlsProxy(new Relay(
                context.getServerSocketFactory().createServerSocket(0, 50, Relay.loopback()),
                targetPort,
                Relay.Link::write));
    }

    public int port() {
        return relay.port();
    }

    /** Connections accepted so far, those whose handshake failed included. */
    public int connections() {
        return relay.accepted();
    }

    @Override
    public void close() {
        relay.close();
    }
}
