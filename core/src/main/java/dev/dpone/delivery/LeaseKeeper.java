package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a target's lease for as long as it is open: renews it at a third of its time, and cancels the delivery once it is
 * lost. The renewing thread is the only one that touches the lease until {@link #close}.
 */
final class LeaseKeeper implements AutoCloseable {
    static final Duration TTL = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

    private final Leases leases;
    private final Cancellation cancellation;
    private final Duration ttl;
    private volatile Lease lease;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread renewer;

    private LeaseKeeper(Leases leases, Lease first, Cancellation cancellation, Duration ttl) {
        this.leases = leases;
        this.cancellation = cancellation;
        this.ttl = ttl;
        this.lease = first;
        this.renewer = new Thread(this::renewUntilClosed, "lease-0");
        renewer.setDaemon(true);
        renewer.start();
    }

    /** Takes the lease, or throws {@code DPONE_LEASE_HELD} naming who has it. */
    static LeaseKeeper acquire(Leases leases, String target, String runId, Cancellation cancellation) {
        return acquire(leases, target, runId, cancellation, TTL);
    }

    static LeaseKeeper acquire(Leases leases, String target, String runId, Cancellation cancellation, Duration ttl) {
        // Unique per process: a second copy of the same run must not pass as the first.
        String owner = Lease.owner(runId, UUID.randomUUID().toString());
        Lease lease = leases.acquire(target, owner, ttl).orElseThrow(() -> {
            Optional<Lease> holder = leases.current(target);
            return new DponeException(
                    ErrorCode.LEASE_HELD,
                    "Another delivery to this target is running"
                            + holder.map(h -> " (run " + h.runId() + ", until " + h.expires() + ")")
                                    .orElse(""),
                    "Wait for it to end; after a crash its lease expires within " + ttl.toSeconds() + " seconds.");
        });
        return new LeaseKeeper(leases, lease, cancellation, ttl);
    }

    private void renewUntilClosed() {
        long period = ttl.toMillis() / 3;
        int failures = 0;
        try {
            while (!closed.await(period, TimeUnit.MILLISECONDS)) {
                try {
                    Optional<Lease> renewed = leases.renew(lease, ttl);
                    if (renewed.isEmpty()) {
                        cancellation.cancel(lost("it expired or was taken over"));
                        return;
                    }
                    lease = renewed.get();
                    failures = 0;
                } catch (RuntimeException | OutOfMemoryError e) {
                    // The lease still has two thirds of its time after one failed renewal.
                    if (++failures == 2) {
                        cancellation.cancel(lost("it could not be renewed: " + e.getMessage()));
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancellation.cancel(lost("its renewal was interrupted"));
        }
    }

    private static DponeException lost(String why) {
        return new DponeException(
                ErrorCode.LEASE_LOST,
                "The lease on the target was lost: " + why,
                "Run again once no other delivery to this target is running; the target is unchanged.");
    }

    /** Stops renewing and gives the lease back. */
    @Override
    public void close() {
        closed.countDown();
        try {
            renewer.join(TimeUnit.SECONDS.toMillis(35));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            leases.release(lease);
        } catch (DponeException e) {
            // Nothing is lost: a lease that was not given back expires.
            log.atWarn().addKeyValue("target", lease.target()).setCause(e).log("lease not released");
        }
    }
}
