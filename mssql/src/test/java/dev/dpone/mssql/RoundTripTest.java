package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.spi.ColumnMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random rows of every type: sizes foretell the bytes, and the reader gives back what the core says was written. */
class RoundTripTest {
    private static final String UTF8 = " collate " + TypeMapping.UTF8_COLLATION;

    private record Target(SourceColumn source, Optional<String> authored) {
        static Target of(SourceColumn source) {
            return new Target(source, Optional.empty());
        }

        static Target as(SourceColumn source, String authored) {
            return new Target(source, Optional.of(authored));
        }
    }

    private static List<Target> targets() {
        List<Target> targets = new ArrayList<>();
        for (int bits : new int[] {8, 16, 32, 64}) {
            for (boolean signed : new boolean[] {true, false}) {
                targets.add(Target.of(Cells.integer(bits, signed)));
                targets.add(Target.as(Cells.integer(bits, signed), "decimal(24,4)"));
            }
        }
        for (int bits : new int[] {128, 256}) {
            targets.add(Target.of(Cells.integer(bits, true)));
            targets.add(Target.of(Cells.integer(bits, false)));
        }
        targets.add(Target.of(Cells.ip(false)));
        targets.add(Target.of(Cells.ip(true)));
        targets.add(Target.as(Cells.ip(true), "varchar(50)" + UTF8));
        targets.add(Target.as(Cells.integer(8, false), "smallint"));
        targets.add(Target.as(Cells.integer(16, true), "bigint"));
        targets.add(Target.of(Cells.number(32)));
        targets.add(Target.as(Cells.number(32), "float"));
        targets.add(Target.of(Cells.number(64)));
        for (int[] decimal : new int[][] {{1, 0}, {9, 9}, {10, 3}, {18, 18}, {19, 0}, {38, 0}, {38, 10}, {38, 38}}) {
            targets.add(Target.of(Cells.decimal(decimal[0], decimal[1])));
        }
        targets.add(Target.as(Cells.decimal(9, 2), "decimal(38,31)"));
        targets.add(Target.as(Cells.decimal(18, 4), "numeric(38,20)"));
        targets.add(Target.of(Cells.bool()));
        targets.add(Target.of(Cells.uuid()));
        targets.add(Target.of(Cells.date()));
        targets.add(Target.of(Cells.date32()));
        targets.add(Target.of(Cells.dateTime()));
        targets.add(Target.as(Cells.dateTime(), "datetime2(3)"));
        IntStream.rangeClosed(0, 7).forEach(scale -> targets.add(Target.of(Cells.dateTime64(scale))));
        targets.add(Target.as(Cells.dateTime64(3), "datetime2(7)"));
        for (String type : List.of(
                "nvarchar(max)",
                "nvarchar(1)",
                "nvarchar(40)",
                "varchar(30)",
                "varchar(max)",
                "varchar(30)" + UTF8,
                "varchar(max)" + UTF8,
                "varbinary(20)",
                "varbinary(max)")) {
            targets.add(Target.as(Cells.string(), type));
        }
        for (String type : List.of(
                "varbinary(5)",
                "varbinary(max)",
                "binary(5)",
                "char(5)",
                "nchar(5)",
                "varchar(9)",
                "nvarchar(5)",
                "nvarchar(max)",
                "char(5)" + UTF8)) {
            targets.add(Target.as(Cells.fixed(5), type));
        }
        targets.add(Target.of(Cells.enumeration(8, "a", "", "ccc")));
        targets.add(Target.of(Cells.enumeration(16, "a", "é", "😀")));
        targets.add(Target.as(Cells.enumeration(16, "a", "é", "😀"), "varchar(4)" + UTF8));
        targets.add(Target.as(Cells.enumeration(8, "a", "bb"), "nvarchar(max)"));
        return targets;
    }

    /** Every target twice: not nullable and nullable, in an order that follows from the seed. */
    private static Cells cells(long seed, int rows) {
        List<Target> targets = new ArrayList<>();
        for (Target target : targets()) {
            targets.add(target);
            targets.add(new Target(Cells.nullable(target.source()), target.authored()));
        }
        java.util.Collections.shuffle(targets, new java.util.Random(seed));
        RandomCells random = new RandomCells(seed);
        Cells cells = new Cells();
        for (int i = 0; i < targets.size(); i++) {
            SourceColumn source = Cells.named("c" + i, targets.get(i).source());
            ColumnMapping mapping = TypeMapping.map(source, targets.get(i).authored());
            cells.as(source, mapping.targetType(), random.values(source, TypeMapping.target(mapping), rows));
        }
        return cells;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void sizesForetellEveryRow(long seed) {
        int rows = 60;
        Cells cells = cells(seed, rows);
        NativeBulkFormat format = new NativeBulkFormat(cells.mappings());
        int[] sizes = new int[rows];
        Arrays.fill(sizes, -7);
        format.sizes(cells.block(), sizes);
        RowBuffer out = new RowBuffer(16);
        for (int row = 0; row < rows; row++) {
            out.clear();
            format.write(cells.block(), row, out);
            assertThat(sizes[row]).as("row %d", row).isEqualTo(out.length());
        }
        assertThat(format.header()).isEmpty();
        assertThat(format.trailer()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void readsBackTheCanonicalBytesOfEveryRow(long seed, @TempDir Path folder) throws IOException {
        int rows = 300;
        Cells cells = cells(seed, rows);
        Path file = Files.write(folder.resolve("frame.bcp"), cells.encoded());
        RowBuffer canonical = new RowBuffer(16);
        try (NativeBulkReader reader = NativeBulkReader.open(file, cells.mappings())) {
            for (int row = 0; row < rows; row++) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.row()).isEqualTo(row + 1);
                canonical.clear();
                reader.canonical(canonical);
                assertThat(Arrays.copyOf(canonical.bytes(), canonical.length()))
                        .as("row %d", row)
                        .isEqualTo(cells.canonical(row));
            }
            assertThat(reader.next()).isFalse();
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void digestsTheFileAsTheCoreDigestsTheBlock(@TempDir Path folder) throws IOException {
        Cells cells = cells(9, 100);
        RowDigester digester = new RowDigester();
        CanonicalRowWriter writer = new CanonicalRowWriter(
                cells.mappings().stream().map(ColumnMapping::source).toList());
        RowBuffer row = new RowBuffer(16);
        for (int r = 0; r < 100; r++) {
            row.clear();
            writer.write(cells.block(), r, row);
            digester.add(row);
        }
        Path file = Files.write(folder.resolve("frame.bcp"), cells.encoded());
        assertThat(new NativeFile(file, cells.mappings()).digest()).isEqualTo(digester.sum());
    }

    @Test
    void readsRowsLargerThanItsWindow(@TempDir Path folder) throws IOException {
        String large = "é😀".repeat(200_000);
        Cells cells = new Cells()
                .with(Cells.named("a", Cells.string()), "x", large, "", large)
                .with(Cells.named("b", Cells.nullable(Cells.integer(32, true))), 1, null, 3, 4);
        Path file = Files.write(folder.resolve("frame.bcp"), cells.encoded());
        List<Object> texts = new ArrayList<>();
        List<Object> numbers = new ArrayList<>();
        try (NativeBulkReader reader = NativeBulkReader.open(file, cells.mappings())) {
            while (reader.next()) {
                texts.add(String.valueOf(reader.value(0)));
                numbers.add(String.valueOf(reader.value(1)));
            }
        }
        assertThat(texts).containsExactly("x", large, "", large);
        assertThat(numbers).containsExactly("1", "null", "3", "4");
    }

    @Test
    void hasNoRowsInAnEmptyFile(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("frame.bcp"), new byte[0]);
        assertThat(new NativeFile(file, new Cells().with(Cells.bool(), 1).mappings())
                        .digest()
                        .count())
                .isZero();
    }
}
