package dev.dpone.state.codec;

import dev.dpone.state.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A lease as it is stored, and the rules by which one may follow another. The last one stays when it was given back, for
 * its epoch. Whoever writes has read, and asked the store's clock, while nobody else could write.
 */
public record LeaseRecord(Lease lease, boolean released) {
    private static final String FORMAT = "dpone.lease";
    private static final long VERSION = 1;
    private static final List<String> FIELDS = List.of("target", "owner", "epoch", "expires", "released");
    private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    /** Refuses a target that could not be a key in every store. */
    public static String requireTarget(String target) {
        if (!TARGET.matcher(target).matches()) {
            throw new IllegalArgumentException("A target identity must match " + TARGET + ", but was " + target);
        }
        return target;
    }

    /** The next lease of a target, or empty while another owner holds it. */
    public static Optional<LeaseRecord> next(
            Optional<LeaseRecord> stored, String target, String owner, Instant now, Duration ttl) {
        boolean heldByAnother = stored.filter(
                        s -> s.heldAt(now) && !s.lease.owner().equals(owner))
                .isPresent();
        if (heldByAnother) {
            return Optional.empty();
        }
        long epoch = Math.addExact(stored.map(s -> s.lease.epoch()).orElse(0L), 1);
        return Optional.of(new LeaseRecord(new Lease(target, owner, epoch, expiry(now, ttl)), false));
    }

    /** This lease with a later expiry, or empty when it is not the one handed out any more, or has expired. */
    public Optional<LeaseRecord> renewed(Lease handedOut, Instant now, Duration ttl) {
        return is(handedOut) && heldAt(now)
                ? Optional.of(new LeaseRecord(
                        new Lease(lease.target(), lease.owner(), lease.epoch(), expiry(now, ttl)), false))
                : Optional.empty();
    }

    /** This lease given back, or empty when it is not the one handed out any more. */
    public Optional<LeaseRecord> givenBack(Lease handedOut) {
        return is(handedOut) && !released ? Optional.of(new LeaseRecord(lease, true)) : Optional.empty();
    }

    public boolean heldAt(Instant now) {
        return !released && now.isBefore(lease.expires());
    }

    /** Whether it is the very lease that was handed out; renewals keep it the same. */
    private boolean is(Lease other) {
        return lease.owner().equals(other.owner()) && lease.epoch() == other.epoch();
    }

    private static Instant expiry(Instant now, Duration ttl) {
        if (ttl.isNegative() || ttl.isZero()) {
            throw new IllegalArgumentException("A lease must last, but was given " + ttl);
        }
        return now.plus(ttl);
    }

    public byte[] line() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", FORMAT);
        fields.put("version", VERSION);
        fields.put("target", lease.target());
        fields.put("owner", lease.owner());
        fields.put("epoch", lease.epoch());
        fields.put("expires", lease.expires().toString());
        fields.put("released", released);
        return SealedLine.write(fields);
    }

    public static LeaseRecord read(byte[] line, String target) throws CorruptStateException {
        Fields fields = Fields.first(line, FORMAT, VERSION, FIELDS);
        fields.requireText("target", target);
        return new LeaseRecord(
                new Lease(target, fields.text("owner"), fields.number("epoch"), fields.instant("expires")),
                fields.flag("released"));
    }
}
