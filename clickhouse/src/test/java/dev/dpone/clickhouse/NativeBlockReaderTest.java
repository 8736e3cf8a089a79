package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ReadLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeBlockReaderTest {
    private static final ReadLimits LIMITS = new ReadLimits(1000, 1 << 20, 8 << 20);

    private static NativeBlockReader reader(byte[] bytes, String... plan) {
        return reader(new ByteArrayInputStream(bytes), Sources.columns(plan));
    }

    private static NativeBlockReader reader(InputStream in, List<SourceColumn> plan) {
        return new NativeBlockReader(new BlockInput(in), HeaderCheck.of(plan), LIMITS);
    }

    /** Gives a few bytes at a time, so that every value crosses a refill at some time. */
    private static final class Dripping extends InputStream {
        private final byte[] bytes;
        private final Random random = new Random(7);
        private int at;

        Dripping(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return at == bytes.length ? -1 : bytes[at++] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int count) {
            int read = Math.min(Math.min(count, 1 + random.nextInt(7)), bytes.length - at);
            if (read == 0) {
                return -1;
            }
            System.arraycopy(bytes, at, target, from, read);
            at += read;
            return read;
        }
    }

    @Test
    void readsTheSameFromPiecesOfAnySize() throws IOException {
        String[] strings = new String[400];
        long[] numbers = new long[strings.length];
        Random random = new Random(1);
        for (int i = 0; i < strings.length; i++) {
            int length = i % 50 == 0 ? 20_000 : random.nextInt(300);
            strings[i] = "x".repeat(length) + i;
            numbers[i] = random.nextLong();
        }
        byte[] block = Native.block(Native.longs("n", "UInt64", numbers), Native.strings("s", strings));
        List<SourceColumn> plan = Sources.columns("n", "UInt64", "s", "String");
        for (InputStream in : List.of(new Dripping(block), new ByteArrayInputStream(block))) {
            NativeBlockReader reader = reader(in, plan);
            List<List<String>> rows = Cells.rows(reader.next().orElseThrow(), plan);
            assertThat(reader.next()).isEmpty();
            List<List<String>> expected = new ArrayList<>();
            for (int i = 0; i < strings.length; i++) {
                expected.add(List.of(Long.toUnsignedString(numbers[i]), strings[i]));
            }
            assertThat(rows).isEqualTo(expected);
        }
    }

    @Test
    void skipsBlocksWithoutRows() throws IOException {
        byte[] empty = Native.block(Native.longs("n", "UInt64"));
        byte[] full = Native.block(Native.longs("n", "UInt64", 5));
        NativeBlockReader reader =
                reader(new Native().raw(empty).raw(full).raw(empty).bytes(), "n", "UInt64");
        assertThat(reader.next()).map(Block::rows).contains(1);
        assertThat(reader.next()).isEmpty();
    }

    @Test
    void reportsAChangedHeaderWithBothSpellings() {
        byte[] block = Native.block(Native.longs("n", "Int64", 5));
        assertThatThrownBy(() -> reader(block, "n", "UInt64").next())
                .isInstanceOf(DponeException.class)
                .hasMessage("Column `n` of the result has type Int64, but the plan has UInt64")
                .extracting(e -> ((DponeException) e).code())
                .isEqualTo(ErrorCode.SOURCE_SCHEMA_CHANGED);
        assertThatThrownBy(() -> reader(block, "m", "Int64").next())
                .hasMessage("Column 1 of the result is `n`, but the plan has `m`");
        assertThatThrownBy(() -> reader(block, "n", "Int64", "m", "Int64").next())
                .hasMessage("The result has 1 columns, but the plan has 2");
        assertThatThrownBy(() -> reader(block, "n", "Nullable(Int64)").next())
                .hasMessage("Column `n` of the result has type Int64, but the plan has Nullable(Int64)");
    }

    @Test
    void checksEveryBlocksHeader() throws IOException {
        byte[] first = Native.block(Native.longs("n", "UInt64", 5));
        byte[] second = Native.block(Native.longs("n", "Int64", 5));
        NativeBlockReader reader = reader(new Native().raw(first).raw(second).bytes(), "n", "UInt64");
        assertThat(reader.next()).isPresent();
        assertThatThrownBy(reader::next).hasMessage("Column `n` of the result has type Int64, but the plan has UInt64");
    }

    @Test
    void acceptsAnotherPackingOfTheSameMeaning() throws IOException {
        byte[] block = new Native()
                .varint(1)
                .varint(3)
                .text("s")
                .text("LowCardinality(Nullable(String))")
                .longs(1, 1 << 9, 3)
                .text("")
                .text("")
                .text("a")
                .longs(3)
                .raw((byte) 0, (byte) 1, (byte) 2)
                .bytes();
        BytesColumn column = (BytesColumn) reader(block, "s", "Nullable(String)")
                .next()
                .orElseThrow()
                .columns()
                .get(0);
        assertThat(column.isNull(0)).isTrue();
        assertThat(column.isNull(1)).isFalse();
        assertThat(column.length(1)).isZero();
        assertThat(column.length(2)).isEqualTo(1);
        assertThat(column.start(2)).isLessThan(column.data().length);
    }

    private static byte[] dictionary(long version, long flags, long rows, byte key) {
        return new Native()
                .varint(1)
                .varint(1)
                .text("s")
                .text("LowCardinality(String)")
                .longs(version, flags, 2)
                .text("")
                .text("a")
                .longs(rows)
                .raw(key)
                .bytes();
    }

    @Test
    void refusesImpossibleDictionaries() throws IOException {
        assertThat(reader(dictionary(1, 1 << 9, 1, (byte) 1), "s", "String").next())
                .isPresent();
        for (byte[] block : List.of(
                dictionary(2, 1 << 9, 1, (byte) 1),
                dictionary(1, 0, 1, (byte) 1),
                dictionary(1, 3 << 8, 1, (byte) 1),
                dictionary(1, (1 << 9) + 3, 1, (byte) 1),
                dictionary(1, (1 << 9) + 200, 1, (byte) 1),
                dictionary(1, 1 << 9, 2, (byte) 1),
                dictionary(1, 1 << 9, 1, (byte) 2),
                dictionary(1, 1 << 9, 1, (byte) 255))) {
            assertThatThrownBy(() -> reader(block, "s", "String").next())
                    .isInstanceOf(BodyException.class)
                    .hasMessageStartingWith("a LowCardinality column has ");
        }
    }

    /** Sizes that are only declared must not allocate: with a heap of 512 MB each of these would end the test. */
    @ParameterizedTest
    @ValueSource(longs = {100_000_000L, 2_147_483_647L, 2_147_483_648L, 1L << 40, Long.MAX_VALUE})
    void refusesDeclaredSizesBeforeAllocating(long declared) {
        for (String type :
                List.of("String", "UInt64", "Nullable(UInt8)", "LowCardinality(String)", "LowCardinality(UInt8)")) {
            byte[] rows = new Native()
                    .varint(1)
                    .varint(declared)
                    .text("c")
                    .text(type)
                    .longs(1, 1 << 9)
                    .bytes();
            assertThatThrownBy(() -> reader(rows, "c", type).next())
                    .as(type)
                    .isInstanceOf(DponeException.class)
                    .hasMessage("A block of " + declared
                            + " rows takes more than 8388608 bytes of memory, passed in column `c`")
                    .hasFieldOrPropertyWithValue("code", ErrorCode.SOURCE_BLOCK_TOO_LARGE)
                    .hasFieldOrPropertyWithValue(
                            "remedy",
                            "Lower native_chunks.max_rows, which is sent as max_block_size (now 1000), so that the server"
                                    + " sends smaller blocks, or shorten the values in source.options.query.sql.");
        }
        byte[] length = new Native()
                .varint(1)
                .varint(1)
                .text("c")
                .text("String")
                .varint(declared)
                .bytes();
        assertThatThrownBy(() -> reader(length, "c", "String").next())
                .isInstanceOf(DponeException.class)
                .hasMessage("A block of 1 rows takes more than 8388608 bytes of memory, passed in column `c`")
                .hasFieldOrPropertyWithValue(
                        "remedy", "A single row is that large: shorten the value in source.options.query.sql.");
        byte[] keys = new Native()
                .varint(1)
                .varint(1)
                .text("c")
                .text("LowCardinality(String)")
                .longs(1, 1 << 9, declared)
                .bytes();
        assertThatThrownBy(() -> reader(keys, "c", "LowCardinality(String)").next())
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("A block of 1 rows takes more than ");
    }

    @Test
    void countsAllColumnsOfABlock() {
        String value = "x".repeat(3 << 20);
        byte[] block = Native.block(Native.strings("a", value), Native.strings("b", value), Native.strings("c", value));
        assertThatThrownBy(() -> reader(block, "a", "String", "b", "String", "c", "String")
                        .next())
                .hasMessage("A block of 1 rows takes more than 8388608 bytes of memory, passed in column `c`");
    }

    @Test
    void blocksNearTheLimitFitWhateverCameBefore() throws IOException {
        String large = "x".repeat(6 << 20);
        byte[] first = Native.block(Native.strings("a", large), Native.strings("b", "y"));
        byte[] second = Native.block(Native.strings("a", "y"), Native.strings("b", large));
        NativeBlockReader reader =
                reader(new Native().raw(first).raw(second).raw(first).bytes(), "a", "String", "b", "String");
        for (int i = 0; i < 3; i++) {
            Optional<Block> block = reader.next();
            assertThat(block).isPresent();
            assertThat(block.get().retainedBytes()).isBetween(6L << 20, 8L << 20);
        }
    }

    @Test
    void refusesNumbersWithoutEnd() {
        byte[] endless = new byte[64];
        java.util.Arrays.fill(endless, (byte) 0xFF);
        assertThatThrownBy(() -> reader(endless, "c", "String").next())
                .isInstanceOf(BodyException.class)
                .hasMessage("a number is longer than nine bytes");
    }

    /** Whatever bytes come, only the two kinds of failure come out, and never more memory than the limit. */
    @Test
    void survivesAnyDamage() throws IOException {
        byte[] good = Native.block(
                Native.longs("n", "UInt64", 1, 2, 3),
                Native.strings("s", "a", "bb", "ccc"),
                Native.longs("m", "Int64", 1, 2, 3));
        Random random = new Random(42);
        int failures = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            try {
                reader(bad, "n", "UInt64", "s", "String", "m", "Int64").next();
            } catch (BodyException | DponeException e) {
                failures++;
            }
        }
        assertThat(failures).isGreaterThan(5_000);
    }
}
