package dev.dpone.digest;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.SourceColumn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** The rows A and B of the digest's published vectors, as ClickHouse sends them. */
final class GoldenRows {
    static final String A_BYTES =
            "010000000000000001010000000741c3a9f09f988001000000052d312e353001800000000000000001003f919d7330ae80"
                    + "0130303131323233332d343435352d363637372d383839392d61616262636364646565666601000000000000000001000000143138343436373434303733373039353531363135";
    static final String A_HASH = "45c298e9a29dc50b8db5412d7b520eff90dd9cd2665a0d98bd0c528340548a86";
    static final String B_HASH = "ab452b0b7bc4d35b14a4f4faaa631307309074e58568dd921bad41ee8a43c01e";
    static final String EMPTY = "d8f2762f20dc2c594a3c94c1e93dec28255507265d8f143a195b5ad15a10a8bf";
    static final String ONE_A = "150b6691bbbec18685d3c9a06cca8da057bcc739f42202e727f1fc2c5266e961";
    static final String A_AND_B = "24eeec4cff3fbb531b92e09d6ed9827dbbcab3dbf9788db162e99f17e3b45dc2";
    static final String TWO_A_AND_B = "edcf695e6de7a9277441db4a6f3161d790f1e7a3e88f2b7ce084695b9f1cb68a";

    static final List<SourceColumn> COLUMNS = List.of(
            new SourceColumn("i", "Int64", new DataType.IntegerType(64, true), false),
            new SourceColumn("s", "Nullable(String)", new DataType.StringType(), true),
            new SourceColumn("d", "Decimal(9, 2)", new DataType.DecimalType(9, 2), false),
            new SourceColumn("f", "Float64", new DataType.FloatType(64), false),
            new SourceColumn("t", "DateTime64(6, 'UTC')", new DataType.DateTimeType(true, 6), false),
            new SourceColumn("u", "UUID", new DataType.UuidType(), false),
            new SourceColumn("e", "Date32", new DataType.DateType(true), false),
            new SourceColumn("n", "UInt64", new DataType.IntegerType(64, false), false));

    static final String ONE_C = "fd2022b1e1ffe93ef643c18376b7c4a698bd46c818cf0465d1b8f8a72809f38a";
    static final String C_AND_D = "6c9a43ab5536beefabf6799758521797c4309211214fd73c65023e484ecd67d5";

    /** The columns of rows C and D: numbers beyond 64 bits, and addresses. */
    static final List<SourceColumn> WIDE_COLUMNS = List.of(
            new SourceColumn("i", "Int128", new DataType.IntegerType(128, true), false),
            new SourceColumn("u", "UInt128", new DataType.IntegerType(128, false), false),
            new SourceColumn("j", "Int256", new DataType.IntegerType(256, true), false),
            new SourceColumn("v", "Nullable(UInt256)", new DataType.IntegerType(256, false), true),
            new SourceColumn("d", "Decimal(76, 20)", new DataType.DecimalType(76, 20), false),
            new SourceColumn("a", "IPv4", new DataType.IpType(false), false),
            new SourceColumn("b", "IPv6", new DataType.IpType(true), false));

    private GoldenRows() {}

    /** C is row 0, D is row 1. */
    static Block wideBlock() {
        BigInteger one = BigInteger.ONE;
        return new Block(
                List.of(
                        numbers(16, one.shiftLeft(127).negate(), BigInteger.ZERO),
                        numbers(16, one.shiftLeft(128).subtract(one), one),
                        numbers(32, one.shiftLeft(255).negate(), one.negate()),
                        new FixedColumn(
                                numbers(32, one.shiftLeft(256).subtract(one), one)
                                        .data(),
                                32,
                                2,
                                new byte[] {0, 1}),
                        numbers(32, one.subtract(BigInteger.TEN.pow(76)), one),
                        new FixedColumn(new byte[] {1, 10, 0, -1, 0, 0, 0, 0}, 4, 2, null),
                        new FixedColumn(
                                HexFormat.of()
                                        .parseHex("20010db8000000000000000000000001"
                                                + "00000000000000000000ffff01020304"),
                                16,
                                2,
                                null)),
                2);
    }

    private static FixedColumn numbers(int width, BigInteger... values) {
        byte[] data = new byte[width * values.length];
        for (int i = 0; i < data.length; i++) {
            data[i] = values[i / width].shiftRight(8 * (i % width)).byteValue();
        }
        return new FixedColumn(data, width, values.length, null);
    }

    /** A is row 0, B is row 1. */
    static Block block() {
        byte[] text = "Aé😀".getBytes(StandardCharsets.UTF_8);
        long high = 0x0011223344556677L;
        long low = 0x8899aabbccddeeffL;
        return new Block(
                List.of(
                        longs(8, 1, -2),
                        new BytesColumn(text, new int[] {0, 0}, new int[] {text.length, 0}, 2, new byte[] {0, 1}),
                        new FixedColumn(
                                ByteBuffer.allocate(8)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .putInt(-150)
                                        .putInt(0)
                                        .array(),
                                4,
                                2,
                                null),
                        longs(8, Double.doubleToRawLongBits(-0.0), 0x7ff8000000000123L),
                        longs(8, 1_789_302_896_123_456L, -1_000L),
                        longs(16, high, low, high, low),
                        new FixedColumn(
                                ByteBuffer.allocate(8)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .putInt(0)
                                        .putInt(-25_567)
                                        .array(),
                                4,
                                2,
                                null),
                        longs(8, -1L, 0)),
                2);
    }

    private static FixedColumn longs(int width, long... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            data.putLong(value);
        }
        return new FixedColumn(data.array(), width, values.length * 8 / width, null);
    }
}
