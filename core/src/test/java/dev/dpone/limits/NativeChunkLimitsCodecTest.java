package dev.dpone.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
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

    @Test
    void readsEachVersionInItsOwnFormOnly() {
        assertThat(NativeChunkLimitsCodec.read(1, LEGACY.record())).isEqualTo(LEGACY);
        assertThat(NativeChunkLimitsCodec.read(2L, EXTENDED.record()).record()).isEqualTo(EXTENDED.record());
        assertVersionRefused(2, LEGACY.record(), "version 2 with 8 fields");
        assertVersionRefused(1, EXTENDED.record(), "version 1 with 10 fields");
    }

    @Test
    void onlyTheWholeNumbersOneAndTwoAreVersions() {
        for (Object version : List.of(true, "1", 1.0, 0, 3, (1L << 32) + 1)) {
            assertVersionRefused(version, LEGACY.record(), "version " + version + " with 8 fields");
        }
    }

    @Test
    void refusesAnExtendedRecordThatIsNotCanonical() {
        Map<String, Object> record = new HashMap<>(LEGACY.record());
        record.put("encoding_parallelism", 1L);
        record.put("import_parallelism", 1L);
        assertThatThrownBy(() -> NativeChunkLimitsCodec.read(2, record))
                .hasMessageContaining("ten fields although both stages have parallelism (1) workers");
    }

    private static void assertVersionRefused(Object version, Map<String, Long> record, String problem) {
        assertThatThrownBy(() -> NativeChunkLimitsCodec.read(version, record))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE))
                .hasMessage("The stored record of limits is not one: " + problem + "; 1 has exactly 8, 2 exactly 10");
    }

    @Test
    void theConfigurationHashIsOverTheExactRecord() {
        NativeChunkLimits sameWorkers =
                new NativeChunkLimits(10, 20, 30, 40, 5, 6, 7, 8, OptionalInt.of(8), OptionalInt.of(8));
        NativeChunkLimits noOverrides =
                new NativeChunkLimits(10, 20, 30, 40, 5, 6, 7, 8, OptionalInt.empty(), OptionalInt.empty());
        NativeChunkLimits otherFallback =
                new NativeChunkLimits(10, 20, 30, 40, 5, 6, 7, 2, OptionalInt.of(9), OptionalInt.of(8));

        assertThat(sameWorkers.configurationHash()).isEqualTo(noOverrides.configurationHash());
        assertThat(EXTENDED.configurationHash())
                .isNotEqualTo(noOverrides.configurationHash())
                .as("the authored fallback is part of the policy")
                .isNotEqualTo(otherFallback.configurationHash());
        assertThat(LEGACY.configurationHash())
                .isEqualTo(Sha256.hexOf(("{\"max_bytes\":16777216,\"max_pending\":2,\"max_row_bytes\":1048576,"
                                + "\"max_rows\":65536,\"max_staging_tables\":1024,"
                                + "\"max_total_encoded_bytes\":1099511627776,\"parallelism\":1,"
                                + "\"stage_allocated_bytes_stop_threshold\":1099511627776}")
                        .getBytes(StandardCharsets.UTF_8)));
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
