package dev.dpone.faults;

import dev.dpone.faults.Stop.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * In the child: where a thread that gets to one of the stops tells the harness and stands still until it is told to go, or
 * the process is killed. Other threads go on meanwhile. Thread-safe.
 */
final class Gate {
    private final List<Stop> stops;
    private final int port;
    private final Map<Stop, Integer> passed = new HashMap<>();

    /** @param port where the harness listens, on the loopback address */
    Gate(List<Stop> stops, int port) {
        this.stops = List.copyOf(stops);
        this.port = port;
    }

    /** Whether any stop is about the boundary. */
    boolean watches(Boundary boundary) {
        return stops.stream().anyMatch(stop -> stop.boundary() == boundary);
    }

    void before(Boundary boundary) {
        at(Side.BEFORE, boundary);
    }

    void after(Boundary boundary) {
        at(Side.AFTER, boundary);
    }

    private void at(Side side, Boundary boundary) {
        arrival(side, boundary).filter(stops::contains).ifPresent(this::stand);
    }

    private synchronized Optional<Stop> arrival(Side side, Boundary boundary) {
        Stop first = new Stop(side, boundary, 0);
        return Optional.of(first.nth(passed.merge(first, 1, Integer::sum) - 1));
    }

    /** Ends when the harness writes a line. Its end of stream would mean that it died: then nobody waits for the child. */
    private void stand(Stop stop) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.getOutputStream().write((Stop.spell(List.of(stop)) + "\n").getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            if (in.readLine() == null) {
                throw new IllegalStateException("The harness is gone");
            }
        } catch (IOException e) {
            throw new IllegalStateException("The harness is gone", e);
        }
    }
}
