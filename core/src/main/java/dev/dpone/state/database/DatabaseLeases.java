package dev.dpone.state.database;

import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import dev.dpone.state.codec.CorruptStateException;
import dev.dpone.state.codec.LeaseRecord;
import dev.dpone.state.database.StateTransaction.KeyedTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One row per target, changed under a lock and judged by the database's clock. Epochs only grow. Thread-safe. */
final class DatabaseLeases implements Leases {
    private static final String REMEDY =
            "Restore the row from a backup. Or, when no dpone uses this state store, delete it:"
                    + " the fence in the target still keeps deliveries apart.";

    private final PatientTables tables;

    DatabaseLeases(PatientTables tables) {
        this.tables = tables;
    }

    /** What takes the place of the stored lease, or empty to leave it. */
    @FunctionalInterface
    private interface Change {
        Optional<LeaseRecord> of(Optional<LeaseRecord> stored, Instant now);
    }

    @Override
    public Optional<Lease> acquire(String target, String owner, Duration ttl) {
        // Should an earlier try have been committed unnoticed, the owner takes it again under the next epoch.
        return change(target, (stored, now) -> LeaseRecord.next(stored, target, owner, now, ttl));
    }

    @Override
    public Optional<Lease> renew(Lease lease, Duration ttl) {
        return change(lease.target(), (stored, now) -> stored.flatMap(s -> s.renewed(lease, now, ttl)));
    }

    @Override
    public void release(Lease lease) {
        change(lease.target(), (stored, now) -> stored.flatMap(s -> s.givenBack(lease)));
    }

    private Optional<Lease> change(String target, Change change) {
        String key = LeaseRecord.requireTarget(target);
        return tables.transaction("change the lease of target " + key, transaction -> {
            Instant now = transaction.lock("lease " + key);
            Optional<LeaseRecord> next = change.of(read(transaction, key), now);
            next.ifPresent(lease -> transaction.write(KeyedTable.LEASES, key, lease.line()));
            return next.map(LeaseRecord::lease);
        });
    }

    @Override
    public Optional<Lease> current(String target) {
        String key = LeaseRecord.requireTarget(target);
        return tables.transaction("read the lease of target " + key, transaction -> {
            Instant now = transaction.lock("lease " + key);
            return read(transaction, key).filter(stored -> stored.heldAt(now)).map(LeaseRecord::lease);
        });
    }

    private Optional<LeaseRecord> read(StateTransaction transaction, String target) {
        Optional<byte[]> line = transaction.read(KeyedTable.LEASES, target);
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LeaseRecord.read(line.get(), target));
        } catch (CorruptStateException e) {
            throw e.in("The lease of target " + target + " in " + tables.place(), REMEDY);
        }
    }
}
