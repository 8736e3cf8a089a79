package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import java.math.BigInteger;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values that a column's target type holds, from a seeded generator: extremes and NULL often, everything else too. */
final class RandomCells {
    private static final int[] CHARACTERS = {
        0, 'a', '\t', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
    };
    private static final BigInteger FIRST_SECOND = BigInteger.valueOf(-62_135_596_800L);
    private static final BigInteger LAST_SECOND = BigInteger.valueOf(253_402_300_799L);

    private final Random random;

    RandomCells(long seed) {
        random = new Random(seed);
    }

    @Nullable Object[] values(SourceColumn column, MssqlType target, int rows) {
        Object[] values = new Object[rows];
        for (int row = 0; row < rows; row++) {
            values[row] = column.nullable() && random.nextInt(5) == 0 ? null : value(column.type(), target);
        }
        return values;
    }

    private Object value(DataType type, MssqlType target) {
        if (type instanceof DataType.IntegerType integer && integer.isWide()) {
            BigInteger most = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
            return between(integer.signed() ? most.negate() : BigInteger.ZERO, most);
        } else if (type instanceof DataType.IpType ip) {
            return address(ip.width());
        } else if (type instanceof DataType.IntegerType integer) {
            BigInteger span = BigInteger.ONE.shiftLeft(integer.bits());
            BigInteger least = integer.signed() ? span.shiftRight(1).negate() : BigInteger.ZERO;
            return between(least, least.add(span).subtract(BigInteger.ONE));
        } else if (type instanceof DataType.FloatType number) {
            return number.bits() == 32
                    ? (Object) Float.intBitsToFloat(random.nextInt() & 0xBF7FFFFF)
                    : (Object) Double.longBitsToDouble(random.nextLong() & 0xBFEFFFFFFFFFFFFFL);
        } else if (type instanceof DataType.DecimalType decimal) {
            BigInteger most = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
            return between(most.negate(), most);
        } else if (type instanceof DataType.BoolType) {
            return random.nextInt(2);
        } else if (type instanceof DataType.UuidType) {
            return new UUID(random.nextLong(), random.nextLong());
        } else if (type instanceof DataType.DateType date) {
            return date.wide()
                    ? between(BigInteger.valueOf(-719_162), BigInteger.valueOf(2_932_896))
                    : between(BigInteger.ZERO, BigInteger.valueOf(65_535));
        } else if (type instanceof DataType.DateTimeType instant) {
            return instant(instant);
        } else if (type instanceof DataType.EnumType names) {
            return random.nextInt(names.names().size()) - 1;
        } else if (type instanceof DataType.FixedStringType fixed) {
            return fixed(fixed.length(), target);
        }
        return target.kind().isText() ? text(target) : bytes(target.isMax() ? 300 : target.first());
    }

    /** Many zeros, since they decide about the text. */
    private byte[] address(int width) {
        byte[] address = new byte[width];
        for (int i = 0; i < width; i++) {
            address[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 0);
        }
        return address;
    }

    private BigInteger instant(DataType.DateTimeType type) {
        if (!type.wide()) {
            return between(BigInteger.ZERO, BigInteger.valueOf(4_294_967_295L));
        }
        BigInteger ticks = BigInteger.TEN.pow(type.scale());
        return between(
                FIRST_SECOND.multiply(ticks),
                LAST_SECOND.add(BigInteger.ONE).multiply(ticks).subtract(BigInteger.ONE));
    }

    private BigInteger between(BigInteger least, BigInteger most) {
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> least.max(BigInteger.ZERO.min(most));
            default ->
                least.add(new BigInteger(most.bitLength() + 2, random)
                        .mod(most.subtract(least).add(BigInteger.ONE)));
        };
    }

    private Object fixed(int length, MssqlType target) {
        if (!target.kind().isText()) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }
        StringBuilder ascii = new StringBuilder();
        for (int i = 0; i < length; i++) {
            ascii.append((char) random.nextInt(0x80));
        }
        return ascii.toString();
    }

    private String text(MssqlType target) {
        int most = target.isMax() ? 200 : target.first();
        int wanted = random.nextInt(4) == 0 ? most : random.nextInt(most + 1);
        boolean ascii = !target.kind().isWide() && !target.utf8();
        StringBuilder text = new StringBuilder();
        int size = 0;
        while (true) {
            int c = random.nextInt(3) > 0 || ascii
                    ? random.nextInt(0x80)
                    : CHARACTERS[random.nextInt(CHARACTERS.length)];
            size += target.kind().isWide()
                    ? Character.charCount(c)
                    : c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (size > wanted) {
                return text.toString();
            }
            text.appendCodePoint(c);
        }
    }

    private byte[] bytes(int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
