package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.SourceColumn;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The writers against the bytes of an independent implementation, pinned in {@code arrow-bcp-0.9.3.txt}. */
class ArrowBcpTest {
    private static final BigInteger MOST38 = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    private static final BigInteger MOST64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final long FIRST_SECOND = -62_135_596_800L;

    /**
     * A line of the file.
     *
     * @param name the line's first word
     * @param values three values as ClickHouse sends them; NULL follows
     */
    record Case(String name, SourceColumn column, @Nullable String authored, List<Object> values) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case of(String name, SourceColumn column, Object... values) {
        return new Case(name, Cells.nullable(column), null, List.of(values));
    }

    static Stream<Case> cases() {
        return Stream.of(
                of("i8", Cells.integer(8, true), 1, -128, 127),
                of("u8", Cells.integer(8, false), 0, 255, 128),
                of("i16", Cells.integer(16, true), 1, -32768, 32767),
                of("u16", Cells.integer(16, false), 0, 65535, 32768),
                of("i32", Cells.integer(32, true), 1, Integer.MIN_VALUE, Integer.MAX_VALUE),
                of("u32", Cells.integer(32, false), 0, 4294967295L, 2147483648L),
                of("i64", Cells.integer(64, true), 1, Long.MIN_VALUE, Long.MAX_VALUE),
                of("u64", Cells.integer(64, false), 0, MOST64, BigInteger.ONE.shiftLeft(63)),
                of("f32", Cells.number(32), 1.5f, -Float.MAX_VALUE, -0.0f),
                of("f64", Cells.number(64), 1.5, -Double.MAX_VALUE, -0.0),
                of("d9", Cells.decimal(9, 2), -150, 999_999_999, 0),
                of("d18", Cells.decimal(18, 4), -999_999_999_999_999_999L, 1, 10_000),
                of("d38", Cells.decimal(38, 10), MOST38, MOST38.negate(), 0),
                of("b", Cells.bool(), 1, 0, 1),
                new Case(
                        "s",
                        Cells.nullable(Cells.string()),
                        "varchar(max) collate " + TypeMapping.UTF8_COLLATION,
                        List.of("Aé😀", "", "a\0\t\n\"b")),
                new Case(
                        "x",
                        Cells.nullable(Cells.string()),
                        "varbinary(max)",
                        List.of(new byte[] {0, (byte) 0xFF}, "", "$~d$~\r\n")),
                of("d", Cells.date32(), 0, -719_162, 2_932_896),
                of("t0", Cells.dateTime(), 0, 4294967295L, 1_789_302_896L),
                of("t3", Cells.dateTime64(3), -1, FIRST_SECOND * 1000, LAST_SECOND * 1000 + 999),
                of(
                        "t6",
                        Cells.dateTime64(6),
                        1_789_302_896_123_456L,
                        FIRST_SECOND * 1_000_000 + 1,
                        LAST_SECOND * 1_000_000 + 999_999));
    }

    private static List<String> line(String name) throws IOException {
        try (InputStream file = ArrowBcpTest.class.getResourceAsStream("arrow-bcp-0.9.3.txt")) {
            assertThat(file).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split(" ")))
                    .filter(words -> words.get(0).equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void writesTheSameFields(Case test) throws IOException {
        List<String> words = line(test.name());
        for (int i = 0; i < 4; i++) {
            Object value = i == 3 ? null : test.values().get(i);
            Cells cells = test.authored() == null
                    ? new Cells().with(test.column(), value)
                    : new Cells().as(test.column(), test.authored(), value);
            assertThat(cells.hex()).as("field %d", i).isEqualTo(words.get(5 + i));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void describesTheSameFieldsInItsFormatFile(Case test) throws IOException {
        String format =
                FormatFile.text(List.of(new MssqlConnector().map(test.column(), Optional.ofNullable(test.authored()))));
        List<String> field =
                Arrays.asList(format.lines().skip(2).findFirst().orElseThrow().split(" +"));
        assertThat(field.subList(1, 4)).isEqualTo(line(test.name()).subList(2, 5));
    }
}
