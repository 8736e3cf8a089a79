package dev.dpone.state.file;

import dev.dpone.files.DurableFiles;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One file per target, replaced in one step under the directory's lock. Epochs only grow. The lease of a process that is
 * dead, as {@link HolderLock} tells, is taken over before it expires. Thread-safe.
 */
final class FileLeases implements Leases {
    static final String FORMAT = "dpone.lease";
    static final long VERSION = 1;

    private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final String REMEDY =
            "Restore the file from a backup. Or, when no dpone runs on this state directory,"
                    + " delete it: the fence in the target still keeps deliveries apart.";

    /** A lease as it is stored: the last one stays when it was given back, for its epoch. */
    private record Stored(Lease lease, boolean released) {
        boolean heldAt(Instant now) {
            return !released && now.isBefore(lease.expires());
        }

        /** Whether it is the very lease that was handed out; renewals keep it the same. */
        boolean is(Lease other) {
            return lease.owner().equals(other.owner()) && lease.epoch() == other.epoch();
        }
    }

    private final Path directory;
    private final Clock clock;
    private final StateLock lock;

    FileLeases(Path directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
        this.lock = new StateLock(directory.resolve("lock"));
    }

    @Override
    public Optional<Lease> acquire(String target, String owner, Duration ttl) {
        Path file = file(target);
        return lock.hold("write", file, () -> {
            Instant now = clock.instant();
            Optional<Stored> stored = read(file, target);
            if (stored.isPresent() && stored.get().heldAt(now)) {
                Lease held = stored.get().lease();
                if (!held.owner().equals(owner) && !holder(held).isDead()) {
                    return Optional.empty();
                }
            }
            if (stored.isPresent()) {
                holder(stored.get().lease()).release();
            }
            long epoch = Math.addExact(stored.map(s -> s.lease().epoch()).orElse(0L), 1);
            Lease lease = new Lease(target, owner, epoch, expiry(now, ttl));
            holder(lease).take();
            return Optional.of(write(file, lease, false));
        });
    }

    @Override
    public Optional<Lease> renew(Lease lease, Duration ttl) {
        Path file = file(lease.target());
        return lock.hold("write", file, () -> {
            Instant now = clock.instant();
            Optional<Stored> ours = read(file, lease.target()).filter(s -> s.is(lease) && s.heldAt(now));
            if (ours.isEmpty()) {
                return Optional.empty();
            }
            Lease renewed = new Lease(lease.target(), lease.owner(), lease.epoch(), expiry(now, ttl));
            return Optional.of(write(file, renewed, false));
        });
    }

    @Override
    public void release(Lease lease) {
        Path file = file(lease.target());
        lock.<Optional<Lease>>hold("write", file, () -> {
            Optional<Stored> ours = read(file, lease.target()).filter(s -> s.is(lease) && !s.released());
            holder(lease).release();
            return ours.isEmpty()
                    ? Optional.empty()
                    : Optional.of(write(file, ours.orElseThrow().lease(), true));
        });
    }

    @Override
    public Optional<Lease> current(String target) {
        Path file = file(target);
        Instant now = clock.instant();
        return lock.hold("read", file, () -> {
            Optional<Stored> held = read(file, target).filter(s -> s.heldAt(now));
            return held.isPresent() && !holder(held.get().lease()).isDead()
                    ? held.map(Stored::lease)
                    : Optional.empty();
        });
    }

    private HolderLock holder(Lease lease) {
        return new HolderLock(directory.resolve(lease.target() + "." + lease.epoch() + ".holder"));
    }

    private Path file(String target) {
        if (!TARGET.matcher(target).matches()) {
            throw new IllegalArgumentException("A target identity must match " + TARGET + ", but was " + target);
        }
        return directory.resolve(target + ".json");
    }

    private static Instant expiry(Instant now, Duration ttl) {
        if (ttl.isNegative() || ttl.isZero()) {
            throw new IllegalArgumentException("A lease must last, but was given " + ttl);
        }
        return now.plus(ttl);
    }

    private static Lease write(Path file, Lease lease, boolean released) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("version", VERSION);
        fields.put("target", lease.target());
        fields.put("owner", lease.owner());
        fields.put("epoch", lease.epoch());
        fields.put("expires", lease.expires().toString());
        fields.put("released", released);
        DurableFiles.replace(file, StateFile.line(fields));
        return lease;
    }

    private static Optional<Stored> read(Path file, String target) throws IOException {
        Optional<byte[]> line = StateFile.read(file, REMEDY);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            Fields fields = Fields.first(
                    line.orElseThrow(), FORMAT, VERSION, List.of("target", "owner", "epoch", "expires", "released"));
            fields.requireText("target", target);
            Lease lease = new Lease(target, fields.text("owner"), fields.number("epoch"), fields.instant("expires"));
            return Optional.of(new Stored(lease, fields.flag("released")));
        } catch (CorruptStateException e) {
            throw e.in(file, REMEDY);
        }
    }
}
