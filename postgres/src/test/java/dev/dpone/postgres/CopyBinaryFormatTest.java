package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.RejectedValueException;
import dev.dpone.spi.RowFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyBinaryFormatTest {
    @Test
    void framesRowsAsCopyBinaryWantsThem() {
        TestRows rows =
                new TestRows().with(Types.integer("a", 16, true), 258).with(Types.nullableString("b"), (Object) null);
        RowFormat format = new CopyBinaryFormat(rows.mappings());
        RowBuffer out = new RowBuffer(0);
        format.write(rows.block(), 0, out);
        assertThat(hex(format.header())).isEqualTo("5047434f50590aff0d0a000000000000000000");
        assertThat(hex(out)).isEqualTo("0002" + "000000020102" + "ffffffff");
        assertThat(hex(format.trailer())).isEqualTo("ffff");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sizesEveryRowExactly(long seed) {
        TestRows rows = random(new Random(seed), 200);
        RowFormat format = new CopyBinaryFormat(rows.mappings());
        Block block = rows.block();
        int[] sizes = new int[block.rows()];
        format.sizes(block, sizes);
        RowBuffer out = new RowBuffer(16);
        for (int row = 0; row < block.rows(); row++) {
            int before = out.length();
            format.write(block, row, out);
            assertThat(out.length() - before).as("row " + row).isEqualTo(sizes[row]);
        }
    }

    /** Rows of every type with values and NULLs at random, each value within its type. */
    static TestRows random(Random random, int count) {
        TestRows rows = new TestRows();
        for (SourceColumn column : List.of(
                Types.integer("i8", 8, true),
                Types.integer("u8", 8, false),
                Types.integer("i16", 16, true),
                Types.integer("u16", 16, false),
                Types.integer("i32", 32, true),
                Types.integer("u32", 32, false),
                Types.integer("i64", 64, true),
                Types.integer("u64", 64, false),
                Types.integer("i128", 128, true),
                Types.integer("u128", 128, false),
                Types.integer("i256", 256, true),
                Types.integer("u256", 256, false))) {
            rows.with(Types.nullable(column), values(random, count, () -> {
                int bits = Integer.parseInt(column.name().substring(1));
                BigInteger value = new BigInteger(1 + random.nextInt(bits), random);
                return column.name().startsWith("i") ? value.subtract(BigInteger.ONE.shiftLeft(bits - 1)) : value;
            }));
        }
        for (int[] type : new int[][] {
            {9, 0}, {9, 9}, {9, 2}, {18, 5}, {18, 18}, {38, 0}, {38, 3}, {38, 38}, {37, 10}, {39, 0}, {76, 76}, {76, 21}
        }) {
            SourceColumn column = Types.decimal("d" + type[0] + "_" + type[1], type[0], type[1]);
            rows.with(Types.nullable(column), values(random, count, () -> decimal(random, type[0], type[1])));
        }
        return rows.with(Types.nullable(Types.number("f32", 32)), values(random, count, random::nextFloat))
                .with(Types.nullable(Types.number("f64", 64)), values(random, count, random::nextGaussian))
                .with(Types.nullable(Types.bool("b")), values(random, count, random::nextBoolean))
                .with(Types.nullableString("s"), values(random, count, () -> text(random)))
                .with(Types.nullable(Types.fixed("x", 5)), values(random, count, () -> bytes(random, 5)))
                .with(
                        Types.nullable(Types.uuid("u")),
                        values(random, count, () -> new UUID(random.nextLong(), random.nextLong())))
                .with(Types.nullable(Types.ip("ip4", false)), values(random, count, () -> random.nextLong(1L << 32)))
                .with(Types.nullable(Types.ip("ip6", true)), values(random, count, () -> address(random)))
                .with(Types.nullable(Types.date("d")), values(random, count, () -> random.nextInt(65_536)))
                .with(
                        Types.nullable(Types.date32("d32")),
                        values(random, count, () -> random.nextInt(200_000) - 100_000))
                .with(Types.nullable(Types.dateTime("t")), values(random, count, () -> random.nextLong(1L << 32)))
                .with(
                        Types.nullable(Types.dateTime64("t3", 3)),
                        values(random, count, () -> random.nextLong(-1L << 40, 1L << 45)))
                .with(
                        Types.nullable(Types.dateTime64("t6", 6)),
                        values(random, count, () -> random.nextLong(-1L << 50, 1L << 55)))
                .with(
                        Types.nullable(Types.enum8("e", Map.of(-128, "low", 0, "", 127, "é😀"))),
                        values(random, count, () -> List.of(-128, 0, 127).get(random.nextInt(3))));
    }

    private static @Nullable Object[] values(Random random, int count, java.util.function.Supplier<Object> next) {
        @Nullable Object[] values = new Object[count];
        Arrays.setAll(values, i -> random.nextInt(7) == 0 ? null : next.get());
        return values;
    }

    private static BigDecimal decimal(Random random, int precision, int scale) {
        BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(precision));
        BigInteger value = new BigInteger(254, random).mod(bound);
        if (random.nextInt(3) == 0) {
            value = value.subtract(value.mod(BigInteger.TEN.pow(random.nextInt(precision))));
        }
        return new BigDecimal(random.nextBoolean() ? value.negate() : value, scale);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            text.appendCodePoint(
                    "aé😀\n'\\\u0001".codePointAt(List.of(0, 1, 2, 4, 5, 6, 7).get(random.nextInt(7))));
        }
        return text.toString();
    }

    /** Many zero groups, since they decide about the text. */
    private static byte[] address(Random random) {
        byte[] address = new byte[16];
        for (int i = 0; i < 16; i++) {
            address[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 0);
        }
        return address;
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void refusesNulInText() {
        rejected(
                new TestRows().with(Types.string("note"), "a\0b"),
                "text holds U+0000, which text cannot hold",
                "Set sink.policies.note to replace or null, or sink.types.note to bytea.");
    }

    @Test
    void refusesInvalidUtf8() {
        rejected(
                new TestRows().with(Types.string("note"), (Object) new byte[] {'a', (byte) 0xC0, (byte) 0x80}),
                "text is not valid UTF-8, which text must hold",
                "Set sink.policies.note to replace or null, or sink.types.note to bytea.");
    }

    @Test
    void countsCharactersForVarcharTrailingBlanksIncluded() {
        rejected(
                new TestRows().withAuthored(Types.string("note"), "varchar(3)", "é😀  "),
                "text has 4 characters, but varchar(3) holds 3",
                "Set sink.types.note to a longer varchar or to text.");
        TestRows fits = new TestRows().withAuthored(Types.string("note"), "varchar(4)", "é😀  ");
        RowBuffer out = new RowBuffer(0);
        new CopyBinaryFormat(fits.mappings()).write(fits.block(), 0, out);
        assertThat(hex(out)).isEqualTo("000100000008c3a9f09f98802020");
    }

    @Test
    void keepsAnyBytesInBytea() {
        TestRows rows = new TestRows().withAuthored(Types.string("raw"), "bytea", (Object) new byte[] {0, (byte) 0xFF});
        RowBuffer out = new RowBuffer(0);
        new CopyBinaryFormat(rows.mappings()).write(rows.block(), 0, out);
        assertThat(hex(out)).isEqualTo("00010000000200ff");
    }

    @Test
    void refusesACodeWithoutName() {
        rejected(
                new TestRows().with(Types.enum8("kind", Map.of(1, "a", 3, "c")), 2),
                "the code 2 has no name in Enum8(...)",
                "Correct the value in the source, or select the column's number instead in"
                        + " source.options.query.sql.");
    }

    @Test
    void refusesDecimalsBeyondTheirPrecision() {
        for (String value : List.of("10000000.00", "-10000000.00", "21474836.47")) {
            rejected(
                    new TestRows().with(Types.decimal("price", 9, 2), new BigDecimal(value)),
                    "the number has more digits than numeric(9,2) holds",
                    "Correct the value in the source, or cast the column to a wider Decimal in"
                            + " source.options.query.sql.");
        }
        rejected(
                new TestRows().with(Types.decimal("price", 38, 38), new BigDecimal(BigInteger.TEN.pow(38), 38)),
                "the number has more digits than numeric(38,38) holds",
                "Correct the value in the source, or cast the column to a wider Decimal in"
                        + " source.options.query.sql.");
    }

    @Test
    void refusesInstantsAndDaysThatNeitherTypeNorDigestHolds() {
        long last = Long.MAX_VALUE / 10;
        for (Object[] outside : new Object[][] {
            {6, last + 1},
            {6, Long.MAX_VALUE},
            {6, Long.MIN_VALUE},
            {6, -210_866_803_200_000_001L},
            {0, last / 1_000_000 + 1},
            {0, -210_866_803_201L}
        }) {
            rejected(
                    new TestRows().with(Types.dateTime64("at", (Integer) outside[0]), outside[1]),
                    "the instant lies outside 4714-11-24 BC to 31197-09-14, which timestamptz and the row digest hold",
                    "Correct the value in the source, or leave the row out with source.options.query.sql.");
        }
        for (int outside : new int[] {-2_440_589, 2_145_042_906, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            rejected(
                    new TestRows().with(Types.date32("day"), outside),
                    "the day lies outside 4714-11-24 BC to 5874897-12-31, which date holds",
                    "Correct the value in the source, or leave the row out with source.options.query.sql.");
        }
    }

    private static void rejected(TestRows rows, String message, String remedy) {
        RowFormat format = new CopyBinaryFormat(rows.mappings());
        List<String> columns = new ArrayList<>();
        assertThatThrownBy(() -> format.write(rows.block(), 0, new RowBuffer(16)))
                .isInstanceOfSatisfying(RejectedValueException.class, e -> {
                    columns.add(e.column());
                    assertThat(e).hasMessage(message);
                    assertThat(e.remedy()).isEqualTo(remedy);
                });
        assertThat(columns).containsExactly(rows.mappings().get(0).name());
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String hex(RowBuffer out) {
        return HexFormat.of().formatHex(out.bytes(), 0, out.length());
    }
}
