package dev.dpone.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Accepts on a listening socket and copies bytes both ways between each client and the target, on daemon threads. */
final class Relay implements AutoCloseable {
    private static final int BUFFER_BYTES = 8 << 10;

    private final ServerSocket listener;
    private final int targetPort;
    private final Forwarding forwarding;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean refusing;

    /** Decides what becomes of bytes that were read. Called by one thread per link and direction; may block. */
    interface Forwarding {
        void forward(Link link, Direction direction, byte[] bytes, int length) throws IOException;
    }

    /** One client and its connection to the target. */
    static final class Link {
        private final Socket client;
        private final Socket server;
        private volatile @Nullable Direction finished;

        private Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        /** Bytes that arrive after the link was finished are dropped. */
        void write(Direction direction, byte[] bytes, int length) throws IOException {
            if (finished == null) {
                receiver(direction).getOutputStream().write(bytes, 0, length);
            }
        }

        /**
         * Ends the flow in this direction for good and drops its sender. The receiver reads all bytes, then the end;
         * it is closed only after it has closed itself, because closing it earlier could take unread bytes from it.
         */
        void finish(Direction direction) throws IOException {
            finished = direction;
            receiver(direction).shutdownOutput();
            sender(direction).close();
        }

        private void end(Direction direction) throws IOException {
            receiver(direction).shutdownOutput();
        }

        /** Breaks both connections at once: both peers meet a reset. */
        void reset() {
            reset(client);
            reset(server);
        }

        private Socket receiver(Direction direction) {
            return direction == Direction.TO_SERVER ? server : client;
        }

        private Socket sender(Direction direction) {
            return direction == Direction.TO_SERVER ? client : server;
        }

        private static void reset(Socket socket) {
            try (socket) {
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // Closed already, which is the aim.
            }
        }
    }

    Relay(ServerSocket listener, int targetPort, Forwarding forwarding) {
        this.listener = listener;
        this.targetPort = targetPort;
        this.forwarding = forwarding;
        startThread("accept", this::accept);
    }

    static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Connections accepted so far. */
    int accepted() {
        return accepted.get();
    }

    /** Resets every open connection. */
    void reset() {
        links.forEach(Link::reset);
        links.clear();
    }

    void reset(Link link) {
        link.reset();
        links.remove(link);
    }

    /** Whether new connections are reset at once, without one to the target. */
    void refuse(boolean refuse) {
        refusing = refuse;
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot close the proxy on port " + port(), e);
        }
        reset();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                accepted.incrementAndGet();
                startThread("connect", () -> open(client));
            } catch (IOException e) {
                // Closed, or the client gave up while it was in the queue: the loop's condition tells which.
            }
        }
    }

    private void open(Socket client) {
        if (refusing) {
            Link.reset(client);
            return;
        }
        try {
            Link link = new Link(client, new Socket(loopback(), targetPort));
            links.add(link);
            if (listener.isClosed() || refusing) {
                reset(link);
            }
            startThread("to-server", () -> pump(link, Direction.TO_SERVER));
            pump(link, Direction.TO_CLIENT);
        } catch (IOException e) {
            Link.reset(client);
        }
    }

    private void pump(Link link, Direction direction) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            for (int n = read(link, direction, buffer); n >= 0; n = read(link, direction, buffer)) {
                forwarding.forward(link, direction, buffer, n);
            }
            link.end(direction);
        } catch (IOException e) {
            if (link.finished != direction) {
                reset(link);
            }
        }
    }

    private static int read(Link link, Direction direction, byte[] buffer) throws IOException {
        return link.sender(direction).getInputStream().read(buffer);
    }

    private void startThread(String role, Runnable work) {
        Thread thread = new Thread(work, "proxy-" + port() + "-" + role);
        thread.setDaemon(true);
        thread.start();
    }
}
