package dev.dpone.column;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the values of a source column mean, apart from nullability and from how the source packs them
 * (LowCardinality is packing, not a type). Each alternative states the bytes a {@link FixedColumn} holds for it.
 */
public sealed interface DataType {

    /** Two's complement, or unsigned, little-endian, {@code bits / 8} bytes. */
    record IntegerType(int bits, boolean signed) implements DataType {
        public IntegerType {
            if (bits < 8 || bits > 256 || Integer.bitCount(bits) != 1) {
                throw new IllegalArgumentException("bits must be 8, 16, 32, 64, 128 or 256, but was " + bits);
            }
        }

        /** Whether a long, read as signed or unsigned as the type says, cannot hold every value. */
        public boolean isWide() {
            return bits > 64;
        }

        /** Decimal digits of the largest magnitude. */
        public int mostDigits() {
            return BigInteger.TWO.pow(signed ? bits - 1 : bits).toString().length();
        }

        /** Characters of the longest value in decimal digits. */
        public int mostCharacters() {
            return mostDigits() + (signed ? 1 : 0);
        }
    }

    /** IEEE 754, little-endian, 4 or 8 bytes. */
    record FloatType(int bits) implements DataType {
        public FloatType {
            if (bits != 32 && bits != 64) {
                throw new IllegalArgumentException("bits must be 32 or 64, but was " + bits);
            }
        }
    }

    /** Unscaled two's complement integer, little-endian, {@link #width()} bytes. */
    record DecimalType(int precision, int scale) implements DataType {
        public DecimalType {
            if (precision < 1 || precision > 76 || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("Decimal(" + precision + ", " + scale + ") is not a type");
            }
        }

        public int width() {
            return precision <= 9 ? 4 : precision <= 18 ? 8 : precision <= 38 ? 16 : 32;
        }

        /** Characters of the longest value in plain decimal digits: all of them, a sign, a point, a zero before it. */
        public int mostCharacters() {
            return 1 + precision + (scale > 0 ? 1 : 0) + (scale == precision ? 1 : 0);
        }
    }

    /** One byte, 0 or 1. */
    record BoolType() implements DataType {}

    /** Bytes of any length, meant as UTF-8 text, in a {@link BytesColumn}. */
    record StringType() implements DataType {}

    /** Exactly {@code length} bytes, in a {@link FixedColumn} of that width. */
    record FixedStringType(int length) implements DataType {
        public FixedStringType {
            if (length < 1) {
                throw new IllegalArgumentException("length must be 1 or more, but was " + length);
            }
        }
    }

    /** Two little-endian 8-byte halves, the high half first: ClickHouse's order. */
    record UuidType() implements DataType {}

    /** An IP address: 4 bytes little-endian, or 16 bytes in the network's order when {@code v6}. */
    record IpType(boolean v6) implements DataType {
        public int width() {
            return v6 ? 16 : 4;
        }
    }

    /** Days since 1970-01-01: 2 bytes unsigned, or 4 bytes signed when {@code wide} (Date32). */
    record DateType(boolean wide) implements DataType {
        public int width() {
            return wide ? 4 : 2;
        }
    }

    /**
     * An instant. {@code wide} false (DateTime): 4 bytes unsigned seconds since the epoch, scale 0.
     * {@code wide} true (DateTime64): 8 bytes signed ticks of 10^-scale seconds since the epoch.
     */
    record DateTimeType(boolean wide, int scale) implements DataType {
        public DateTimeType {
            if (scale < 0 || scale > 9 || (!wide && scale != 0)) {
                throw new IllegalArgumentException("scale " + scale + " is not a DateTime scale");
            }
        }

        public int width() {
            return wide ? 8 : 4;
        }
    }

    /**
     * Arrays, tuples, maps and objects, of which only JSON text can be sent.
     *
     * @param definition the source's spelling, to tell one from another
     */
    record StructuredType(String definition) implements DataType {
        public StructuredType {
            requireNonNull(definition, "definition is null");
        }
    }

    /** Signed code of {@code bits / 8} bytes; the value is the code's name. */
    record EnumType(int bits, SortedMap<Integer, String> names) implements DataType {
        public EnumType {
            if (bits != 8 && bits != 16) {
                throw new IllegalArgumentException("bits must be 8 or 16, but was " + bits);
            }
            names = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(requireNonNull(names, "names is null")));
        }
    }
}
