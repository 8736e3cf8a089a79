package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page's type table says what the code does. */
class TypeTableTest {
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| `([^`]+)` \\|(.*)\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final Map<String, DataType> TYPES = Map.ofEntries(
            Map.entry("Int8", new DataType.IntegerType(8, true)),
            Map.entry("UInt8", new DataType.IntegerType(8, false)),
            Map.entry("Int16", new DataType.IntegerType(16, true)),
            Map.entry("UInt16", new DataType.IntegerType(16, false)),
            Map.entry("Int32", new DataType.IntegerType(32, true)),
            Map.entry("UInt32", new DataType.IntegerType(32, false)),
            Map.entry("Int64", new DataType.IntegerType(64, true)),
            Map.entry("UInt64", new DataType.IntegerType(64, false)),
            Map.entry("Int128", new DataType.IntegerType(128, true)),
            Map.entry("UInt128", new DataType.IntegerType(128, false)),
            Map.entry("Int256", new DataType.IntegerType(256, true)),
            Map.entry("UInt256", new DataType.IntegerType(256, false)),
            Map.entry("IPv4", new DataType.IpType(false)),
            Map.entry("IPv6", new DataType.IpType(true)),
            Map.entry("Float32", new DataType.FloatType(32)),
            Map.entry("Float64", new DataType.FloatType(64)),
            Map.entry("Decimal(9, 2)", new DataType.DecimalType(9, 2)),
            Map.entry("Bool", new DataType.BoolType()),
            Map.entry("String", new DataType.StringType()),
            Map.entry("FixedString(16)", new DataType.FixedStringType(16)),
            Map.entry("UUID", new DataType.UuidType()),
            Map.entry("Date", new DataType.DateType(false)),
            Map.entry("Date32", new DataType.DateType(true)),
            Map.entry("DateTime", new DataType.DateTimeType(false, 0)),
            Map.entry("DateTime64(6)", new DataType.DateTimeType(true, 6)),
            Map.entry("Enum8('a' = 1)", new DataType.EnumType(8, new TreeMap<>(Map.of(1, "a")))),
            Map.entry("Enum16('a' = 1)", new DataType.EnumType(16, new TreeMap<>(Map.of(1, "a")))));

    @Test
    void matchesTheCode() throws IOException {
        List<String> documented = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/postgres-target.md"))) {
            Matcher row = ROW.matcher(line);
            DataType type = row.matches() ? TYPES.get(row.group(1)) : null;
            if (type != null) {
                documented.add(row.group(1));
                checkRow(row, type);
            }
        }
        assertThat(documented).containsExactlyInAnyOrderElementsOf(TYPES.keySet());
    }

    private static void checkRow(Matcher row, DataType type) {
        SourceColumn column = TestRows.source("c", row.group(1), type);
        assertThat(TypeMapping.map(column, Optional.empty()).targetType())
                .as(column.spelling())
                .isEqualTo(row.group(2));
        Matcher alternative = CODE.matcher(row.group(3));
        while (alternative.find()) {
            String authored = alternative.group(1);
            assertThat(TypeMapping.map(column, Optional.of(authored)).targetType())
                    .isEqualTo(authored);
        }
    }
}
