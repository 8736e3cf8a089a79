package dev.dpone.state;

import java.time.Duration;
import java.util.Optional;

/** Leases by target identity, judged by the store's clock. A lost race is a value, not an exception. */
public interface Leases {
    /** Takes the lease with the next epoch, or empty while another owner's has not expired. */
    Optional<Lease> acquire(String target, String owner, Duration ttl);

    /** The lease with a new expiry, or empty when it expired or was taken over: an expired lease is never resurrected. */
    Optional<Lease> renew(Lease lease, Duration ttl);

    /** Gives the lease back; without effect when it is no longer ours. */
    void release(Lease lease);

    /** Who holds the target now, for messages. */
    Optional<Lease> current(String target);
}
