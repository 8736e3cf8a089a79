package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NativeBulkReaderTest {
    @TempDir
    Path folder;

    record Value(SourceColumn column, @Nullable String authored, Object sent, Object typed, String text) {
        Cells cells() {
            return authored == null ? new Cells().with(column, sent) : new Cells().as(column, authored, sent);
        }
    }

    private static Value of(SourceColumn column, Object sent, Object typed, String text) {
        return new Value(column, null, sent, typed, text);
    }

    private static Value as(SourceColumn column, String authored, Object sent, Object typed, String text) {
        return new Value(column, authored, sent, typed, text);
    }

    static Stream<Value> values() {
        String uuid = "00112233-4455-6677-8899-aabbccddeeff";
        return Stream.of(
                of(Cells.integer(8, false), 255, (short) 255, "255"),
                of(Cells.integer(8, true), -128, (short) -128, "-128"),
                of(Cells.integer(16, false), 65535, 65535, "65535"),
                of(Cells.integer(64, true), Long.MIN_VALUE, Long.MIN_VALUE, "-9223372036854775808"),
                of(
                        Cells.integer(64, false),
                        BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE),
                        new BigDecimal("18446744073709551615"),
                        "18446744073709551615"),
                of(Cells.number(32), 1.5f, 1.5f, "1.5"),
                of(Cells.number(64), -0.0, -0.0, "-0.0"),
                of(Cells.decimal(9, 9), -1, new BigDecimal("-0.000000001"), "-0.000000001"),
                of(Cells.decimal(38, 0), 0, new BigDecimal("0"), "0"),
                of(Cells.bool(), 1, true, "true"),
                of(Cells.bool(), 0, false, "false"),
                of(Cells.uuid(), UUID.fromString(uuid), uuid, uuid),
                of(Cells.date32(), -719_162, LocalDate.of(1, 1, 1), "0001-01-01"),
                of(Cells.date(), 65_535, LocalDate.of(2149, 6, 6), "2149-06-06"),
                of(Cells.dateTime(), 0, LocalDateTime.of(1970, 1, 1, 0, 0), "1970-01-01 00:00:00"),
                of(
                        Cells.dateTime64(7),
                        -1,
                        LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_900),
                        "1969-12-31 23:59:59.9999999"),
                of(
                        Cells.dateTime64(3),
                        253_402_300_799_999L,
                        LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_000_000),
                        "9999-12-31 23:59:59.999"),
                of(Cells.string(), "Aé😀", "Aé😀", "Aé😀"),
                of(Cells.string(), "", "", ""),
                as(Cells.string(), "varchar(9)", "abc", "abc", "abc"),
                as(Cells.string(), "varbinary(9)", new byte[] {0, -1}, new byte[] {0, -1}, "0x00ff"),
                of(Cells.fixed(2), "a\0", new byte[] {'a', 0}, "0x6100"),
                of(Cells.enumeration(8, "x", "yy"), 0, "yy", "yy"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void givesTypedValuesAndText(Value test) throws IOException {
        Path file = Files.write(folder.resolve("frame.bcp"), test.cells().encoded());
        try (NativeBulkReader reader = NativeBulkReader.open(file, test.cells().mappings())) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.isNull(0)).isFalse();
            assertThat(reader.value(0)).isEqualTo(test.typed());
            assertThat(reader.text(0)).isEqualTo(test.text());
        }
    }

    record Damage(SourceColumn column, @Nullable String authored, String hex, String problem) {}

    private static Damage damage(SourceColumn column, String hex, String problem) {
        return new Damage(column, null, hex, problem);
    }

    static Stream<Damage> damages() {
        return Stream.of(
                damage(
                        Cells.integer(32, true),
                        "010000",
                        "row 1, column c: the field has 4 bytes, but the file ends after 3"),
                damage(
                        Cells.integer(32, true),
                        "0100000002",
                        "row 2, column c: the field has 4 bytes, but the file ends after 1"),
                damage(
                        Cells.nullable(Cells.integer(32, true)),
                        "080000000000000000",
                        "row 1, column c: the field must have 4 bytes, but its length says 8"),
                damage(Cells.bool(), "ff", "row 1, column c: the field is NULL, but the column is not nullable"),
                damage(Cells.bool(), "0102", "row 1, column c: a bit is 0 or 1, but the byte is 2"),
                damage(Cells.string(), "02000000", "row 1, column c: the file ends before the field's length"),
                damage(
                        Cells.string(),
                        "00000000000000106100",
                        "row 1, column c: the field has 1152921504606846976 bytes, but the file ends after 2"),
                damage(Cells.string(), "feffffffffffffff", "row 1, column c: the field's length says -2"),
                damage(Cells.string(), "0300000000000000610062", "row 1, column c: text has an odd number of bytes, 3"),
                damage(
                        Cells.string(),
                        "020000000000000000d8",
                        "row 1, column c: text holds a surrogate without its other half"),
                damage(
                        Cells.string(),
                        "040000000000000000dc00d8",
                        "row 1, column c: text holds a surrogate without its other half"),
                new Damage(
                        Cells.string(),
                        "nvarchar(1)",
                        "040061006200",
                        "row 1, column c: text has 2 UTF-16 units, but nvarchar(1) holds 1"),
                new Damage(
                        Cells.string(),
                        "varchar(1)",
                        "02006162",
                        "row 1, column c: text has 2 bytes of UTF-8, but varchar(1) holds 1"),
                damage(
                        Cells.number(64),
                        "000000000000f87f",
                        "row 1, column c: the number is not finite, which SQL Server does not take"),
                damage(
                        Cells.decimal(9, 2),
                        "1309030100000000000000000000000000000000",
                        "row 1, column c: the number is decimal(9,3), but the column is decimal(9,2)"),
                damage(
                        Cells.decimal(9, 2),
                        "1309020200000000000000000000000000000000",
                        "row 1, column c: a number's sign is 0 or 1, but the byte is 2"),
                damage(
                        Cells.decimal(9, 2),
                        "1309020100ca9a3b000000000000000000000000",
                        "row 1, column c: the number has more digits than decimal(9,2) holds"),
                new Damage(
                        Cells.decimal(9, 0),
                        "decimal(10,1)",
                        "130a010101000000000000000000000000000000",
                        "row 1, column c: the number has more than the source's 0 fraction digits, which a delivery"
                                + " does not write"),
                damage(
                        Cells.date(),
                        "dbb937",
                        "row 1, column c: day 3652059 lies after 9999-12-31, which is day 3652058"),
                damage(
                        Cells.dateTime(),
                        "00c0692ac9000000",
                        "row 1, column c: the time of day is 864000000000 units of 100 ns, more than a day has"),
                damage(
                        Cells.dateTime(),
                        "0100000000000000",
                        "row 1, column c: the time of day is finer than datetime2(0) holds"),
                damage(
                        Cells.dateTime(),
                        "0000000000dbb937",
                        "row 1, column c: day 3652059 lies after 9999-12-31, which is day 3652058"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void namesThePlaceOfDamage(Damage test) throws IOException {
        Path file = Files.write(folder.resolve("frame.bcp"), HexFormat.of().parseHex(test.hex()));
        NativeFile sealed = new NativeFile(
                file, List.of(new MssqlConnector().map(test.column(), Optional.ofNullable(test.authored()))));
        DponeException failure = catchThrowableOfType(DponeException.class, sealed::digest);
        assertThat(failure).as(test.problem()).isNotNull();
        assertThat(failure).hasMessage(file + ", " + test.problem());
        assertThat(failure.code()).isEqualTo(ErrorCode.SEALED_FILE_INVALID);
        assertThat(failure.remedy())
                .isEqualTo("Read the file with the manifest and types it was written for; if it is damaged, run the"
                        + " delivery again.");
    }

    @Test
    void refusesEveryPlaceAFileCanBeCutAt() throws IOException {
        Cells cells = new Cells()
                .with(Cells.named("i", Cells.integer(32, true)), 7)
                .with(Cells.named("s", Cells.nullable(Cells.string())), "abc")
                .with(Cells.named("d", Cells.decimal(9, 2)), 1)
                .as(Cells.named("v", Cells.string()), "varchar(9)", "xyz");
        byte[] whole = cells.encoded();
        for (int length = 1; length < whole.length; length++) {
            Path file = Files.write(folder.resolve("cut.bcp"), java.util.Arrays.copyOf(whole, length));
            assertThat(catchThrowableOfType(
                            DponeException.class, () -> new NativeFile(file, cells.mappings()).digest()))
                    .as("cut after %d bytes", length)
                    .isNotNull();
        }
    }

    @Test
    void namesAFileItCannotRead() {
        Path missing = folder.resolve("missing.bcp");
        DponeException failure = catchThrowableOfType(
                DponeException.class,
                () -> new NativeFile(missing, new Cells().with(Cells.bool(), 1).mappings()).open());
        assertThat(failure).hasMessage("Cannot read " + missing + ": NoSuchFileException " + missing);
        assertThat(failure.code()).isEqualTo(ErrorCode.SPOOL_FAILED);
    }

    @Test
    void printsRowsTabSeparated() throws IOException {
        Cells cells = new Cells()
                .with(Cells.named("id", Cells.integer(32, true)), 1, 2, 3)
                .with(Cells.named("note", Cells.nullable(Cells.string())), "a\tb\\c\nd", null, "\\N");
        Path file = Files.write(folder.resolve("frame.bcp"), cells.encoded());
        StringBuilder out = new StringBuilder();
        assertThat(new NativeFile(file, cells.mappings()).print(out, 10)).isEqualTo(3);
        assertThat(out).hasToString("id\tnote\n1\ta\\tb\\\\c\\nd\n2\t\\N\n3\t\\\\N\n");
        StringBuilder first = new StringBuilder();
        assertThat(new NativeFile(file, cells.mappings()).print(first, 1)).isEqualTo(1);
        assertThat(first).hasToString("id\tnote\n1\ta\\tb\\\\c\\nd\n");
    }
}
