package dev.dpone.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeChunkLimitsTest {
    private static final String EIGHT = "{\"max_total_encoded_bytes\":1099511627776,"
            + "\"stage_allocated_bytes_stop_threshold\":1099511627776,\"max_rows\":65536,\"max_bytes\":16777216,"
            + "\"max_row_bytes\":1048576,\"max_pending\":2,\"max_staging_tables\":1024,\"parallelism\":%d}";

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(CanonicalJson.orderedText(NativeChunkLimits.defaults().record()))
                .isEqualTo(EIGHT.formatted(1));
    }

    @ParameterizedTest
    @CsvSource({
        // parallelism, encoding, import, max_pending: E, I, C, extended
        "1,,,2, 1,1,3,false",
        "3,,,2, 3,3,5,false",
        "1,2,,2, 2,1,4,true",
        "1,,2,2, 1,2,4,true",
        "2,1,,1, 1,2,3,true",
        "2,4,1,3, 4,1,7,true",
        "1,4,4,1, 4,4,5,true",
        "4,4,4,1, 4,4,5,false",
        "4,4,,1, 4,4,5,false",
        "4,,4,1, 4,4,5,false",
        "64,64,64,64, 64,64,128,false"
    })
    void stagesFallBackIndependentlyAndShareOneCapacity(
            int parallelism,
            @Nullable Integer encoding,
            @Nullable Integer importing,
            int pending,
            int encoders,
            int importers,
            int capacity,
            boolean extended) {
        NativeChunkLimits limits = limits(parallelism, encoding, importing, pending);
        assertThat(limits.encoders()).isEqualTo(encoders);
        assertThat(limits.importers()).isEqualTo(importers);
        assertThat(limits.retainedWorkCapacity()).isEqualTo(capacity);
        assertThat(limits.spoolReservation()).isEqualTo((capacity + 1L) * 16_777_216);
        assertThat(limits.extended()).isEqualTo(extended);
        assertThat(limits.record()).hasSize(extended ? 10 : 8);
    }

    @Test
    void theLargestSpoolReservationDoesNotOverflow() {
        NativeChunkLimits limits =
                new NativeChunkLimits(1, 1, 1, 1L << 30, 1L << 30, 64, 1, 64, OptionalInt.empty(), OptionalInt.empty());
        assertThat(limits.spoolReservation()).isEqualTo(129L << 30);
    }

    @Test
    void tenFieldsKeepTheOrderAndTheAuthoredFallback() {
        String ten = EIGHT.formatted(2).replace("}", ",\"encoding_parallelism\":4,\"import_parallelism\":1}");
        assertThat(CanonicalJson.orderedText(limits(2, 4, 1, 2).record())).isEqualTo(ten);
        // One override only: the other count is resolved, the fallback stays.
        assertThat(CanonicalJson.orderedText(limits(2, 4, null, 2).record()))
                .isEqualTo(ten.replace("\"import_parallelism\":1", "\"import_parallelism\":2"));
    }

    @Test
    void overridesThatChangeNothingLeaveTheEightFieldBytes() {
        assertThat(CanonicalJson.orderedText(limits(3, 3, 3, 2).record())).isEqualTo(EIGHT.formatted(3));
    }

    @Test
    void theRecordCannotBeChanged() {
        Map<String, Long> record = NativeChunkLimits.defaults().record();
        assertThatThrownBy(() -> record.put("max_rows", 1L)).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @EnumSource(Limit.class)
    void everyLimitIsRefusedJustOutsideItsRange(Limit limit) {
        assertThat(with(limit, limit.minimum())).isNotNull();
        assertRefused(limit, limit.minimum() - 1);
        assertRefused(limit, -1);
        if (limit.maximum() <= Integer.MAX_VALUE - 1L) {
            assertThat(with(limit, limit.maximum())).isNotNull();
            assertRefused(limit, limit.maximum() + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65})
    void stageCountsAreOneTo64(int count) {
        assertThatThrownBy(() -> limits(1, count, null, 2))
                .hasMessage("encoding_parallelism must be 1 to 64, but was " + count)
                .isInstanceOfSatisfying(
                        DponeException.class,
                        e -> assertThat(e.remedy())
                                .isEqualTo(
                                        "Write a whole number from 1 to 64, or leave encoding_parallelism out to use parallelism."));
        assertThatThrownBy(() -> limits(1, null, count, 2))
                .hasMessage("import_parallelism must be 1 to 64, but was " + count);
        assertThatThrownBy(() -> limits(count, 1, 1, 2)).hasMessage("parallelism must be 1 to 64, but was " + count);
    }

    @Test
    void budgetsHaveNoUpperBound() {
        assertThat(with(Limit.MAX_TOTAL_ENCODED_BYTES, Long.MAX_VALUE).maxTotalEncodedBytes())
                .isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> with(Limit.MAX_TOTAL_ENCODED_BYTES, 0))
                .hasMessage("max_total_encoded_bytes must be 1 or more, but was 0")
                .isInstanceOfSatisfying(
                        DponeException.class,
                        e -> assertThat(e.remedy())
                                .isEqualTo(
                                        "Write a whole number of bytes, 1 or more, or leave native_chunks out for 1 TiB."));
    }

    @Test
    void aRowMustFitItsFrame() {
        assertThatThrownBy(() ->
                        new NativeChunkLimits(1, 1, 1, 100, 101, 1, 1, 1, OptionalInt.empty(), OptionalInt.empty()))
                .hasMessage("max_row_bytes must be at most max_bytes (100), but was 101")
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_INVALID);
                    assertThat(e.remedy()).isEqualTo("Lower max_row_bytes or raise max_bytes.");
                });
    }

    private static void assertRefused(Limit limit, long value) {
        assertThatThrownBy(() -> with(limit, value))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_INVALID);
                    assertThat(e.remedy()).startsWith("Write a whole number ");
                })
                .hasMessage(limit.key() + " must be " + limit.range() + ", but was " + value);
    }

    /** The defaults with one limit changed; a row's bytes shrink with its frame's. */
    private static NativeChunkLimits with(Limit limit, long value) {
        ToLongFunction<Limit> values = each -> {
            if (each == limit) {
                return value;
            } else if (each == Limit.MAX_ROW_BYTES && limit == Limit.MAX_BYTES) {
                return 1;
            } else if (each == Limit.MAX_BYTES && limit == Limit.MAX_ROW_BYTES) {
                return each.maximum();
            }
            return each.defaultValue();
        };
        return new NativeChunkLimits(
                values.applyAsLong(Limit.MAX_TOTAL_ENCODED_BYTES),
                values.applyAsLong(Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD),
                values.applyAsLong(Limit.MAX_ROWS),
                values.applyAsLong(Limit.MAX_BYTES),
                values.applyAsLong(Limit.MAX_ROW_BYTES),
                Math.toIntExact(values.applyAsLong(Limit.MAX_PENDING)),
                values.applyAsLong(Limit.MAX_STAGING_TABLES),
                Math.toIntExact(values.applyAsLong(Limit.PARALLELISM)),
                OptionalInt.of(Math.toIntExact(values.applyAsLong(Limit.ENCODING_PARALLELISM))),
                OptionalInt.of(Math.toIntExact(values.applyAsLong(Limit.IMPORT_PARALLELISM))));
    }

    private static NativeChunkLimits limits(
            int parallelism, @Nullable Integer encoding, @Nullable Integer importing, int pending) {
        return new NativeChunkLimits(
                1L << 40,
                1L << 40,
                65_536,
                16_777_216,
                1_048_576,
                pending,
                1_024,
                parallelism,
                encoding == null ? OptionalInt.empty() : OptionalInt.of(encoding),
                importing == null ? OptionalInt.empty() : OptionalInt.of(importing));
    }
}
