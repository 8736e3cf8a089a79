package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyBinaryReaderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1_000_000})
    void readsPiecesOfAnySize(int size) throws IOException {
        TestRows rows = CopyBinaryFormatTest.random(new Random(3), 30);
        byte[] file = Files.readAllBytes(rows.seal(folder, 0).path());
        RowDigester digester = new RowDigester();
        CopyBinaryReader reader = reader(rows, digester);
        for (int at = 0; at < file.length; at += size) {
            reader.accept(Arrays.copyOfRange(file, at, Math.min(file.length, at + size)));
        }
        reader.finish();
        assertThat(digester.sum()).isEqualTo(rows.sum());
    }

    @Test
    void refusesAStreamWithoutItsEnd() throws IOException {
        TestRows rows = Scenario.events(0, 2);
        byte[] file = Files.readAllBytes(rows.seal(folder, 0).path());
        for (int length :
                new int[] {0, 10, CopyBinaryFormat.HEADER_BYTES, file.length - 5, file.length - 2, file.length - 1}) {
            CopyBinaryReader reader = reader(rows, new RowDigester());
            reader.accept(Arrays.copyOf(file, length));
            assertThatThrownBy(reader::finish)
                    .as("cut at " + length)
                    .isInstanceOfSatisfying(
                            DponeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_CONNECTION_LOST));
        }
    }

    private static CopyBinaryReader reader(TestRows rows, RowDigester digester) {
        FieldReader[] fields = rows.mappings().stream()
                .map(column -> FieldReader.of(column.source()))
                .toArray(FieldReader[]::new);
        return new CopyBinaryReader(fields, fields.length, new CopyBinaryReader.RowSink() {
            @Override
            public void business(RowBuffer row) {}

            @Override
            public void full(RowBuffer row) {
                digester.add(row);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        // As PostgreSQL sends them: digits, weight, sign, scale, base-10000 digits.
        "2, 0002000000000002000c04b0, 12.12",
        "2, 0001ffff400000020064, -0.01",
        "4, 00010001000000040001, 10000.0000",
        "0, 0000000000000000, 0",
        "3, 0000000000000003, 0.000",
        "5, 0001fffe0000000803e8, 0.00001",
        // Not from dpone: more fraction digits than the source has, and what is no number.
        "2, 0002000000000004000c04b1, 12.12!",
        "2, 0003000000000008000c04b00001, 12.12!",
        "0, 0001ffff000000041388, 0!",
        "2, 00000000c0000000, N",
        "2, 00000000d0000000, +",
        "2, 00000000f0000000, -"
    })
    void readsNumericAsCanonicalText(int scale, String hex, String text) {
        byte[] field = HexFormat.of().parseHex(hex);
        RowBuffer out = new RowBuffer(16);
        new NumericReader("c", scale).read(field, 0, field.length, out);
        assertThat(HexFormat.of().formatHex(out.bytes(), 0, 5)).isEqualTo(String.format("01%08x", text.length()));
        assertThat(new String(out.bytes(), 5, out.length() - 5, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo(text);
    }

    @Test
    void refusesFieldsOfAnotherType() {
        byte[] field = new byte[3];
        for (var column : java.util.List.of(
                Types.int64("c"),
                Types.number("c", 64),
                Types.decimal("c", 9, 2),
                Types.bool("c"),
                Types.uuid("c"),
                Types.date("c"),
                Types.dateTime("c"))) {
            assertThatThrownBy(() -> FieldReader.of(column).read(field, 0, 3, new RowBuffer(16)))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_DIFFERS);
                        assertThat(e.getMessage())
                                .isEqualTo("Column c of the table read back sent a value of 3 bytes, which its planned"
                                        + " type never has");
                    });
        }
    }

    @Test
    void refusesAnInstantThatCannotBeCounted() {
        byte[] infinity = HexFormat.of().parseHex("7fffffffffffffff");
        assertThatThrownBy(() -> FieldReader.of(Types.dateTime("c")).read(infinity, 0, 8, new RowBuffer(16)))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VERIFICATION_FAILED));
    }

    @Test
    void readsAnEmptyTable() throws IOException {
        TestRows rows = Scenario.events(0, 0);
        RowDigester digester = new RowDigester();
        CopyBinaryReader reader = reader(rows, digester);
        reader.accept(Files.readAllBytes(rows.seal(folder, 0).path()));
        reader.finish();
        assertThat(digester.sum()).isEqualTo(RowSum.EMPTY);
    }
}
