package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.SourceColumn;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** What was published equals what was sent, read back from the server. */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class TargetRoundTripTest {
    private static final int ROWS = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    private void assertArrives(Cells rows) throws IOException {
        Scenario.Ready ready = scenario.prepare("run", rows);
        RowSum sent = Sealed.sum(rows);
        assertThat(ready.chunks().get(0).sum()).as("stage").isEqualTo(sent);
        assertThat(ready.prepared().business()).as("prepared").isEqualTo(sent);
        CommitReceipt receipt = ready.publish();
        assertThat(receipt.businessDigest()).isEqualTo(sent.hex());
        assertThat(scenario.target.digest(new TableRef(scenario.server.schema, "events"), rows.mappings()))
                .as("target")
                .isEqualTo(sent);
    }

    @Test
    void randomRowsOfEveryTypeArriveAsTheyWere() throws IOException {
        Cells rows = new Cells();
        RandomCells random = new RandomCells(3);
        int number = 0;
        for (Wanted wanted : Wanted.all(scenario.target.capabilities())) {
            for (SourceColumn column : List.of(wanted.source(), Cells.nullable(wanted.source()))) {
                SourceColumn named = Cells.named("c" + number++, column);
                MssqlType type = TypeMapping.target(new MssqlConnector().map(named, wanted.authored()));
                Object[] values = random.values(named, type, ROWS);
                withoutNul(values);
                if (wanted.authored().isPresent()) {
                    rows.as(named, wanted.authored().get(), values);
                } else {
                    rows.with(named, values);
                }
            }
        }
        assertArrives(rows);
    }

    /** PostgreSQL, on which Babelfish rests, has no U+0000. */
    private static void withoutNul(@Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof String text) {
                values[i] = text.replace('\0', '-');
            }
        }
    }

    /** A column to be delivered. */
    private record Wanted(SourceColumn source, Optional<String> authored) {
        static List<Wanted> all(Capabilities capabilities) {
            List<Wanted> all = new java.util.ArrayList<>();
            for (int bits : new int[] {8, 16, 32, 64, 128, 256}) {
                all.add(of(Cells.integer(bits, true)));
                all.add(of(Cells.integer(bits, false)));
            }
            all.add(as(Cells.integer(64, false), "decimal(38,4)"));
            all.add(as(Cells.integer(16, true), "decimal(9,2)"));
            all.add(of(Cells.number(32)));
            all.add(as(Cells.number(32), "float"));
            all.add(of(Cells.number(64)));
            for (int[] type : new int[][] {{1, 0}, {9, 2}, {9, 9}, {18, 4}, {19, 0}, {38, 0}, {38, 10}, {38, 38}}) {
                all.add(of(Cells.decimal(type[0], type[1])));
            }
            all.add(as(Cells.decimal(9, 2), "decimal(38,20)"));
            all.add(of(Cells.bool()));
            all.add(of(Cells.uuid()));
            all.add(of(Cells.ip(false)));
            all.add(of(Cells.ip(true)));
            all.add(of(Cells.date()));
            all.add(of(Cells.date32()));
            all.add(of(Cells.dateTime()));
            LongStream.rangeClosed(0, capabilities.finestScale())
                    .forEach(scale -> all.add(of(Cells.dateTime64((int) scale))));
            all.add(as(Cells.dateTime64(3), "datetime2(6)"));
            for (String type : List.of(
                    "nvarchar(max)",
                    "nvarchar(1)",
                    "nvarchar(40)",
                    "nvarchar(4000)",
                    "varchar(30)",
                    "varchar(8000)",
                    "varchar(max)",
                    "varbinary(20)",
                    "varbinary(8000)",
                    "varbinary(max)")) {
                all.add(as(Cells.string(), type));
            }
            for (String type :
                    List.of("varbinary(5)", "binary(5)", "char(5)", "nchar(5)", "varchar(9)", "nvarchar(9)")) {
                all.add(as(Cells.fixed(5), type));
            }
            all.add(of(Cells.enumeration(8, "low", "", "high é")));
            all.add(of(Cells.enumeration(16, "a", "b'c")));
            return all;
        }

        static Wanted of(SourceColumn source) {
            return new Wanted(source, Optional.empty());
        }

        static Wanted as(SourceColumn source, String authored) {
            return new Wanted(source, Optional.of(authored));
        }
    }

    /** The process's time zone skips hours, and Java's old calendar skips days of 1582: neither may touch a value. */
    @Test
    void everyHourAndDayArrivesWhateverTheProcessesTimeZoneIs() throws IOException {
        LocalDateTime gap = LocalDateTime.of(2010, 4, 4, 0, 0);
        Object[] halfHours = LongStream.range(0, 48)
                .mapToObj(i -> gap.plusMinutes(30 * i).toEpochSecond(ZoneOffset.UTC))
                .toArray();
        Object[] days = LongStream.range(0, 48)
                .mapToObj(i -> LocalDate.of(1582, 9, 20).plusDays(i).toEpochDay())
                .toArray();
        Object[] times = LongStream.range(0, 48)
                .mapToObj(i ->
                        LocalDateTime.of(1582, 9, 20, 23, 59, 59).plusDays(i).toEpochSecond(ZoneOffset.UTC))
                .toArray();
        assertArrives(new Cells()
                .with(Cells.named("half", Cells.dateTime()), halfHours)
                .with(Cells.named("day", Cells.date32()), days)
                .with(Cells.named("time", Cells.dateTime64(0)), times));
        assertThat(scenario.server.texts("SELECT COUNT(DISTINCT half) FROM " + scenario.table()))
                .containsExactly("48");
    }

    @Test
    void theServerSeesTheValuesThatWereMeant() throws IOException {
        assertArrives(new Cells()
                .with(Cells.named("u64", Cells.integer(64, false)), new BigInteger("18446744073709551615"))
                .with(
                        Cells.named("d", Cells.decimal(38, 10)),
                        new BigInteger("-99999999999999999999999999999999999999"))
                .with(Cells.named("i256", Cells.integer(256, true)), BigInteger.ONE.subtract(BigInteger.TEN.pow(38)))
                .with(
                        Cells.named("u128", Cells.integer(128, false)),
                        BigInteger.TEN.pow(38).subtract(BigInteger.ONE))
                .with(Cells.named("a4", Cells.ip(false)), 4294967295L)
                .with(Cells.named("a6", Cells.ip(true)), HexFormat.of().parseHex("00000000000000000000ffff01020304"))
                .with(Cells.named("u", Cells.uuid()), UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"))
                .with(Cells.named("t", Cells.dateTime64(6)), -62_135_596_800_000_000L + 1)
                .with(Cells.named("last", Cells.dateTime64(6)), 253_402_300_799_999_999L)
                .with(Cells.named("day", Cells.date32()), -719_162)
                .with(Cells.named("empty", Cells.nullable(Cells.string())), "")
                .with(Cells.named("none", Cells.nullable(Cells.string())), (Object) null)
                .as(Cells.named("two", Cells.string()), "nvarchar(4)", "😀é😀".substring(0, 3) + "x")
                .with(Cells.named("bin", Cells.fixed(4)), new byte[] {0, 0, (byte) 0xFF, 0}));
        List<String> seen = List.of(
                "u64 = 18446744073709551615",
                "d = -9999999999999999999999999999.9999999999",
                "i256 = -99999999999999999999999999999999999999",
                "u128 = 99999999999999999999999999999999999999",
                "a4 = '255.255.255.255'",
                "a6 = '::ffff:1.2.3.4'",
                "u = '00112233-4455-6677-8899-AABBCCDDEEFF'",
                "t = CAST('0001-01-01 00:00:00.000001' AS datetime2(6))",
                "last = CAST('9999-12-31 23:59:59.999999' AS datetime2(6))",
                "day = CAST('0001-01-01' AS date)",
                "empty = N'' AND empty IS NOT NULL",
                "none IS NULL",
                "two = N'😀éx'",
                "bin = 0x0000FF00");
        for (String condition : seen) {
            assertThat(scenario.server.text("SELECT COUNT(*) FROM " + scenario.table() + " WHERE " + condition))
                    .as(condition)
                    .isEqualTo("1");
        }
    }

    @Test
    void namesMayHoldBlanksQuotesAndWords() throws IOException {
        Cells rows = new Cells()
                .with(Cells.named("A [b", Cells.integer(64, true)), 1)
                .with(Cells.named("Größe (cm)", Cells.nullable(Cells.string())), "x")
                .with(Cells.named("select", Cells.uuid()), new UUID(1, 2))
                .with(Cells.named("it's", Cells.date()), 3);
        assertArrives(rows);
    }
}
