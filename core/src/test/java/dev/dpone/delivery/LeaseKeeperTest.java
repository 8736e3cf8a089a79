package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeaseKeeperTest {
    private static final Duration TTL = Duration.ofMillis(15);

    /** Leases whose nth renewal does what the test says, and which tell of each. */
    private static final class ScriptedLeases implements Leases {
        final IntFunction<Optional<Lease>> renewal;
        final AtomicInteger renewals = new AtomicInteger();
        final Semaphore renewed = new Semaphore(0);
        final AtomicInteger released = new AtomicInteger();
        boolean held;

        ScriptedLeases(IntFunction<Optional<Lease>> renewal) {
            this.renewal = renewal;
        }

        @Override
        public Optional<Lease> acquire(String target, String owner, Duration ttl) {
            return held ? Optional.empty() : Optional.of(lease(owner));
        }

        @Override
        public Optional<Lease> renew(Lease lease, Duration ttl) {
            try {
                return renewal.apply(renewals.incrementAndGet());
            } finally {
                renewed.release();
            }
        }

        @Override
        public void release(Lease lease) {
            released.incrementAndGet();
        }

        @Override
        public Optional<Lease> current(String target) {
            return Optional.of(lease("other#copy"));
        }
    }

    private static Lease lease(String owner) {
        return new Lease("t", owner, 1, Instant.EPOCH);
    }

    private final Cancellation cancellation = new Cancellation();

    private LeaseKeeper keep(ScriptedLeases leases) {
        return LeaseKeeper.acquire(leases, "t", "r1", cancellation, TTL);
    }

    private static DponeException unwritable() {
        return new DponeException(ErrorCode.STATE_FAILED, "no space", "Free space.");
    }

    private void lost(String why) {
        assertThatThrownBy(() -> cancellation.pause(20_000))
                .isInstanceOf(DponeException.class)
                .hasMessage("The lease on the target was lost: " + why)
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.LEASE_LOST));
    }

    @Test
    void cancelsTheDeliveryOnceTheLeaseIsTakenOver() {
        ScriptedLeases leases = new ScriptedLeases(n -> Optional.empty());

        LeaseKeeper keeper = keep(leases);
        try {
            lost("it expired or was taken over");
        } finally {
            keeper.close();
        }

        assertThat(leases.released).hasValue(1);
    }

    @Test
    void outlivesOneFailedRenewalButNotTwoInARow() {
        ScriptedLeases leases = new ScriptedLeases(n -> {
            if (n == 2) {
                return Optional.of(lease("r1"));
            }
            throw unwritable();
        });

        LeaseKeeper keeper = keep(leases);
        try {
            lost("it could not be renewed: no space");
        } finally {
            keeper.close();
        }

        assertThat(leases.renewals).as("fails, renews, fails, fails").hasValue(4);
    }

    @Test
    void treatsABugInTheStoreAsAFailedRenewal() {
        ScriptedLeases leases = new ScriptedLeases(n -> {
            throw new IllegalStateException("a bug");
        });

        LeaseKeeper keeper = keep(leases);
        try {
            lost("it could not be renewed: a bug");
        } finally {
            keeper.close();
        }
    }

    @Test
    void renewsUntilClosedAndGivesTheLeaseBack() throws InterruptedException {
        ScriptedLeases leases = new ScriptedLeases(n -> Optional.of(lease("r1")));

        LeaseKeeper keeper = keep(leases);
        try {
            assertThat(leases.renewed.tryAcquire(3, 20, TimeUnit.SECONDS)).isTrue();
        } finally {
            keeper.close();
        }

        assertThat(cancellation.requested()).isFalse();
        assertThat(leases.released).hasValue(1);
        leases.renewed.drainPermits();
        assertThat(leases.renewed.tryAcquire(50, TimeUnit.MILLISECONDS))
                .as("no renewal after close")
                .isFalse();
    }

    @Test
    void namesTheRunThatHoldsTheTarget() {
        ScriptedLeases leases = new ScriptedLeases(n -> Optional.empty());
        leases.held = true;

        assertThatThrownBy(() -> keep(leases))
                .hasMessage("Another delivery to this target is running (run other, until 1970-01-01T00:00:00Z)")
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.LEASE_HELD));
    }
}
