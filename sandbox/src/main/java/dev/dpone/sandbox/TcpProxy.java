package dev.dpone.sandbox;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A listener on a free port of 127.0.0.1 in front of a port of 127.0.0.1, which tests use to stall, cut and count.
 * Rules about bytes apply to all connections together, faults to the one whose client said what they wait for.
 */
public final class TcpProxy implements AutoCloseable {
    private final Relay relay;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Direction, Long> granted = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> forwarded = new EnumMap<>(Direction.class);
    private final Map<Direction, Cut> cuts = new EnumMap<>(Direction.class);
    private final List<Trap> traps = new ArrayList<>();
    private final Map<Relay.Link, Fault> answering = new WeakHashMap<>();
    private int faults;
    private boolean stalled;
    private boolean holding;
    private boolean closed;

    /** A cut once the direction's total reaches the byte; orderly or as a reset. */
    private record Cut(long atByte, boolean orderly) {}

    private record Share(int bytes, @Nullable Cut cut) {}

    private TcpProxy(ServerSocket listener, int targetPort) {
        this.relay = new Relay(listener, targetPort, this::forward);
    }

    public static TcpProxy to(int targetPort) throws IOException {
        return new TcpProxy(new ServerSocket(0, 50, Relay.loopback()), targetPort);
    }

    public int port() {
        return relay.port();
    }

    /** Connections accepted so far. */
    public int connections() {
        return relay.accepted();
    }

    /** Bytes forwarded so far. */
    public long forwarded(Direction direction) {
        lock.lock();
        try {
            return forwarded.getOrDefault(direction, 0L);
        } finally {
            lock.unlock();
        }
    }

    /** Stops forwarding both ways; connections stay open, and new ones are accepted without an answer. */
    public void stall() {
        change(() -> stalled = true);
    }

    /** Forwards again, first what was held back. */
    public void resume() {
        change(() -> stalled = false);
    }

    /** Resets all open connections now. Later ones are forwarded. */
    public void cut() {
        relay.reset();
    }

    /** Resets all connections once so many more bytes have flowed in the direction; receivers may lose the last ones. */
    public void cutAfter(Direction direction, long bytes) {
        change(() -> cuts.put(direction, new Cut(granted.getOrDefault(direction, 0L) + bytes, false)));
    }

    /**
     * Ends the flow in the direction once so many more bytes have flowed: the receiver reads exactly those, then a
     * regular end of stream. Only the connection that carried the last byte ends.
     */
    public void endAfter(Direction direction, long bytes) {
        change(() -> cuts.put(direction, new Cut(granted.getOrDefault(direction, 0L) + bytes, true)));
    }

    /** The fault happens on the first connection whose client sends all these bytes, one after the other. */
    public void once(Fault fault, byte[]... said) {
        change(() -> traps.add(new Trap(fault, true, List.of(said))));
    }

    /** The fault happens on every connection whose client sends all these bytes, one after the other. */
    public void always(Fault fault, byte[]... said) {
        change(() -> traps.add(new Trap(fault, false, List.of(said))));
    }

    /** Faults that have happened. */
    public int faults() {
        lock.lock();
        try {
            return faults;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all faults, lets go what they hold back, and serves again. */
    public void recover() {
        change(() -> {
            traps.clear();
            answering.clear();
            holding = false;
            relay.refuse(false);
        });
    }

    /** Waits until so many bytes have been forwarded in all; false when that takes longer than 30 seconds. */
    public boolean awaitForwarded(Direction direction, long bytes) throws InterruptedException {
        return await(() -> forwarded.getOrDefault(direction, 0L) >= bytes);
    }

    /** Waits until so many faults have happened in all; false when that takes longer than 30 seconds. */
    public boolean awaitFaults(int count) throws InterruptedException {
        return await(() -> faults >= count);
    }

    private boolean await(BooleanSupplier condition) throws InterruptedException {
        long nanos = TimeUnit.SECONDS.toNanos(30);
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = changed.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        change(() -> closed = true);
        relay.close();
    }

    private void forward(Relay.Link link, Direction direction, byte[] bytes, int length) throws IOException {
        if (failed(link, direction, bytes, length)) {
            return;
        }
        Share share = share(direction, length);
        link.write(direction, bytes, share.bytes());
        change(() -> forwarded.merge(direction, (long) share.bytes(), Long::sum));
        Cut cut = share.cut();
        if (cut == null) {
            return;
        }
        if (cut.orderly()) {
            link.finish(direction);
        } else {
            relay.reset();
        }
    }

    /** Lets a fault happen whose time has come; false where the bytes are to flow all the same. */
    private boolean failed(Relay.Link link, Direction direction, byte[] bytes, int length) {
        Optional<Fault> due = due(link, direction, bytes, length);
        if (due.isEmpty()) {
            return false;
        }
        if (due.get() == Fault.HOLD_REQUEST) {
            hold();
            return false;
        }
        // Counted before anybody can notice it.
        change(() -> faults++);
        if (due.get().outage()) {
            relay.refuse(true);
            relay.reset();
        } else {
            relay.reset(link);
        }
        return true;
    }

    private Optional<Fault> due(Relay.Link link, Direction direction, byte[] bytes, int length) {
        lock.lock();
        try {
            if (direction == Direction.TO_CLIENT) {
                return Optional.ofNullable(answering.remove(link));
            }
            // Each hears everything, also what another springs at.
            List<Trap> sprung = traps.stream()
                    .filter(trap -> trap.springs(link, bytes, length))
                    .toList();
            if (sprung.isEmpty()) {
                return Optional.empty();
            }
            Trap first = sprung.get(0);
            if (first.once()) {
                traps.remove(first);
            }
            if (first.fault().atAnswer()) {
                answering.put(link, first.fault());
                return Optional.empty();
            }
            return Optional.of(first.fault());
        } finally {
            lock.unlock();
        }
    }

    private void hold() {
        lock.lock();
        try {
            holding = true;
            faults++;
            changed.signalAll();
            while (holding && !closed) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How much of the bytes may flow, taken from the direction's count before they do; waits while stalled. */
    private Share share(Direction direction, int length) {
        lock.lock();
        try {
            while (stalled && !closed) {
                changed.awaitUninterruptibly();
            }
            Cut cut = cuts.get(direction);
            long before = granted.getOrDefault(direction, 0L);
            boolean reached = cut != null && before + length >= cut.atByte();
            int bytes = cut != null && reached ? (int) (cut.atByte() - before) : length;
            if (reached) {
                cuts.remove(direction);
            }
            granted.put(direction, before + bytes);
            return new Share(bytes, reached ? cut : null);
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
