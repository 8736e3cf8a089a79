package dev.dpone.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NativeChunkLimitsCodecTest {
    private static final NativeChunkLimits LEGACY = NativeChunkLimits.defaults();
    private static final NativeChunkLimits EXTENDED =
            new NativeChunkLimits(10, 20, 30, 40, 5, 6, 7, 8, OptionalInt.of(9), OptionalInt.empty());

    @Test
    void readsBackBothForms() {
        assertThat(NativeChunkLimitsCodec.read(LEGACY.record())).isEqualTo(LEGACY);
        NativeChunkLimits extended = NativeChunkLimitsCodec.read(EXTENDED.record());
        assertThat(extended.record()).isEqualTo(EXTENDED.record()).hasSize(10);
        assertThat(extended.importers()).isEqualTo(8);
    }

    @Test
    void readsIntsAndLongsAlike() {
        Map<String, Object> record = new HashMap<>(LEGACY.record());
        record.put("parallelism", 1);
        assertThat(NativeChunkLimitsCodec.read(record)).isEqualTo(LEGACY);
    }

    @Test
    void refusesTenFieldsWhereEightWouldDo() {
        Map<String, Object> record = new HashMap<>(LEGACY.record());
        record.put("encoding_parallelism", 1L);
        record.put("import_parallelism", 1L);
        assertUnreadable(record, "ten fields although both stages have parallelism (1) workers");
    }

    static Stream<Arguments> wrongValues() {
        return Stream.of(
                Arguments.of("max_rows", true, "max_rows must be a whole number, but was true"),
                Arguments.of("max_rows", "2", "max_rows must be a whole number, but was 2"),
                Arguments.of("max_rows", 2.0, "max_rows must be a whole number, but was 2.0"),
                Arguments.of("max_rows", 0L, "max_rows must be 1 to 1000000, but was 0"),
                Arguments.of("parallelism", 65L, "parallelism must be 1 to 64, but was 65"),
                // Not cut to 32 bits before the range is checked.
                Arguments.of("parallelism", (1L << 32) + 1, "parallelism must be 1 to 64, but was 4294967297"),
                Arguments.of(
                        "max_row_bytes",
                        1L << 30,
                        "max_row_bytes must be at most max_bytes (16777216), but was 1073741824"));
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void refusesWrongValues(String key, Object value, String problem) {
        Map<String, Object> record = new HashMap<>(LEGACY.record());
        record.put(key, value);
        assertUnreadable(record, problem);
    }

    @Test
    void refusesNull() {
        Map<String, Object> record = new HashMap<>(LEGACY.record());
        record.put("max_rows", null);
        assertUnreadable(record, "max_rows must be a whole number, but was null");
    }

    @Test
    void refusesMissingAndUnknownKeys() {
        Map<String, Object> seven = new HashMap<>(LEGACY.record());
        seven.remove("max_rows");
        assertUnreadable(seven, "expected 8 or 10 fields, found 7; missing [max_rows], unknown []");
        Map<String, Object> renamed = new HashMap<>(seven);
        renamed.put("rows", 1L);
        assertUnreadable(renamed, "expected 8 or 10 fields, found 8; missing [max_rows], unknown [rows]");
        Map<String, Object> nine = new HashMap<>(LEGACY.record());
        nine.put("encoding_parallelism", 2L);
        assertUnreadable(nine, "expected 8 or 10 fields, found 9; missing [], unknown []");
        Map<String, Object> eleven = new HashMap<>(EXTENDED.record());
        eleven.put("more", 1L);
        assertUnreadable(eleven, "expected 8 or 10 fields, found 11; missing [], unknown [more]");
    }

    private static void assertUnreadable(Map<String, Object> record, String problem) {
        assertThatThrownBy(() -> NativeChunkLimitsCodec.read(record))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
                    assertThat(e.remedy()).startsWith("Keep the stored bytes as they are. ");
                })
                .hasMessage("The stored record of limits is not one: " + problem);
    }
}
