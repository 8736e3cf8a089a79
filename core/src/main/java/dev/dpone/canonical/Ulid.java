package dev.dpone.canonical;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * Makes ULIDs: 48 bits of milliseconds and 80 random bits as 26 characters of Crockford's base 32, so that later ones
 * sort after those of earlier milliseconds. Within one millisecond their order is random. Thread-safe if the random
 * generator is.
 */
public final class Ulid {
    private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
    private static final int LENGTH = 26;

    private final Clock clock;
    private final RandomGenerator random;

    public Ulid(Clock clock, RandomGenerator random) {
        this.clock = requireNonNull(clock, "clock is null");
        this.random = requireNonNull(random, "random is null");
    }

    /** A new one. */
    public String next() {
        long millis = clock.millis();
        if (millis >>> 48 != 0) {
            throw new IllegalStateException("A ULID has no room for the time " + millis);
        }
        // 128 bits, most significant first: 48 of time, then 16 and 64 random ones.
        long high = (millis << 16) | (random.nextInt() & 0xFFFF);
        long low = random.nextLong();
        char[] text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS[(int) low & 31];
            low = low >>> 5 | high << 59;
            high >>>= 5;
        }
        return new String(text);
    }
}
