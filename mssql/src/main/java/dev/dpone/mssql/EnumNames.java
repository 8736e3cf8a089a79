package dev.dpone.mssql;

import dev.dpone.column.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** How much room an enum's names take. */
record EnumNames(boolean ascii, int longestBytes, int longestUnits) {
    static EnumNames of(DataType.EnumType type) {
        Collection<String> names = type.names().values();
        return new EnumNames(
                names.stream().allMatch(name -> name.chars().allMatch(c -> c < 0x80)),
                names.stream()
                        .mapToInt(name -> name.getBytes(StandardCharsets.UTF_8).length)
                        .max()
                        .orElse(0),
                names.stream().mapToInt(String::length).max().orElse(0));
    }
}
