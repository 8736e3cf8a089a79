package dev.dpone.state.file;

import dev.dpone.files.DurableFiles;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import dev.dpone.state.codec.CorruptStateException;
import dev.dpone.state.codec.LeaseRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * One file per target, replaced in one step under the directory's lock. Epochs only grow. The lease of a process that is
 * dead, as {@link HolderLock} tells, is taken over before it expires. Thread-safe.
 */
final class FileLeases implements Leases {
    private static final String REMEDY =
            "Restore the file from a backup. Or, when no dpone runs on this state directory,"
                    + " delete it: the fence in the target still keeps deliveries apart.";

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
            Optional<LeaseRecord> stored = livingHolders(read(file, target));
            Optional<LeaseRecord> next = LeaseRecord.next(stored, target, owner, clock.instant(), ttl);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            if (stored.isPresent()) {
                holder(stored.get().lease()).release();
            }
            HolderLock holder = holder(next.get().lease());
            holder.take();
            try {
                return Optional.of(write(file, next.get()));
            } catch (IOException e) {
                holder.release();
                throw e;
            }
        });
    }

    @Override
    public Optional<Lease> renew(Lease lease, Duration ttl) {
        Path file = file(lease.target());
        return lock.hold("write", file, () -> {
            Optional<LeaseRecord> renewed =
                    read(file, lease.target()).flatMap(stored -> stored.renewed(lease, clock.instant(), ttl));
            return renewed.isPresent() ? Optional.of(write(file, renewed.get())) : Optional.empty();
        });
    }

    @Override
    public void release(Lease lease) {
        Path file = file(lease.target());
        lock.<Optional<Lease>>hold("write", file, () -> {
            Optional<LeaseRecord> givenBack = read(file, lease.target()).flatMap(stored -> stored.givenBack(lease));
            holder(lease).release();
            return givenBack.isPresent() ? Optional.of(write(file, givenBack.get())) : Optional.empty();
        });
    }

    @Override
    public Optional<Lease> current(String target) {
        Path file = file(target);
        return lock.hold(
                "read",
                file,
                () -> livingHolders(read(file, target))
                        .filter(stored -> stored.heldAt(clock.instant()))
                        .map(LeaseRecord::lease));
    }

    /** A dead holder's lease counts as given back. */
    private Optional<LeaseRecord> livingHolders(Optional<LeaseRecord> stored) throws IOException {
        return stored.isPresent() && holder(stored.get().lease()).isDead()
                ? stored.map(dead -> new LeaseRecord(dead.lease(), true))
                : stored;
    }

    private HolderLock holder(Lease lease) {
        return new HolderLock(directory.resolve(lease.target() + "." + lease.epoch() + ".holder"));
    }

    private Path file(String target) {
        return directory.resolve(LeaseRecord.requireTarget(target) + ".json");
    }

    private static Lease write(Path file, LeaseRecord record) throws IOException {
        DurableFiles.replace(file, StateFile.content(record.line()));
        return record.lease();
    }

    private static Optional<LeaseRecord> read(Path file, String target) throws IOException {
        Optional<byte[]> line = StateFile.read(file, REMEDY);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LeaseRecord.read(line.get(), target));
        } catch (CorruptStateException e) {
            throw e.in(file.toString(), REMEDY);
        }
    }
}
