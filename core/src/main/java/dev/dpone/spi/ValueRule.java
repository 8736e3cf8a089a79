package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

import dev.dpone.column.DataType;
import java.math.BigInteger;

/** What is done to the values of a column before the source sends them. NULL stays NULL. */
public sealed interface ValueRule {
    /** NaN and infinities become NULL. */
    record NullUnlessFinite() implements ValueRule {
        @Override
        public boolean makesNull() {
            return true;
        }
    }

    /** Values outside the bounds, both inclusive, become NULL. They are in the unit of the type's bits: days, ticks, ones. */
    record NullOutside(BigInteger least, BigInteger most) implements ValueRule {
        public NullOutside {
            requireNonNull(least, "least is null");
            requireNonNull(most, "most is null");
        }

        @Override
        public boolean makesNull() {
            return true;
        }
    }

    /** What is not UTF-8 becomes NULL; also what holds U+0000, unless {@code zero}. */
    record NullUnlessText(boolean zero) implements ValueRule {
        @Override
        public boolean makesNull() {
            return true;
        }
    }

    /** Each run of bytes that is not UTF-8 becomes U+FFFD; also each U+0000, unless {@code zero}. */
    record ReplaceUnlessText(boolean zero) implements ValueRule {}

    /** Instants lose their fraction digits beyond {@code scale}: the latest such instant that is not after them. */
    record Truncate(int scale) implements ValueRule {
        @Override
        public DataType delivered(DataType origin) {
            return new DataType.DateTimeType(true, scale);
        }
    }

    /**
     * Values are written as text: a FixedString without the NULs at its end, numbers in decimal digits, arrays, tuples, maps
     * and objects as JSON.
     */
    record AsText() implements ValueRule {
        @Override
        public DataType delivered(DataType origin) {
            return new DataType.StringType();
        }
    }

    /** The type of what is sent. */
    default DataType delivered(DataType origin) {
        return origin;
    }

    /** Whether values may become NULL. */
    default boolean makesNull() {
        return false;
    }
}
