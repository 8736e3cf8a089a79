package dev.dpone.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands in the source's place where nobody may ask the source: counts connections and answers none. */
final class SourceTrap implements AutoCloseable {
    private final ServerSocket listener;
    private final AtomicInteger connections = new AtomicInteger();

    SourceTrap() {
        try {
            listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::count, "source-trap-" + port());
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    private void count() {
        while (!listener.isClosed()) {
            try {
                listener.accept().close();
                connections.incrementAndGet();
            } catch (IOException e) {
                // Closed: the loop's condition tells.
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
