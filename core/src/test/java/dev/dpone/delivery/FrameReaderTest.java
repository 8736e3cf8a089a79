package dev.dpone.delivery;

import static dev.dpone.delivery.ToyRows.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.Block;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
    private static NativeChunkLimits limits(long maxRows, long maxBytes, long maxRowBytes) {
        return new NativeChunkLimits(
                1 << 30, 1 << 30, maxRows, maxBytes, maxRowBytes, 1, 100, 1, OptionalInt.empty(), OptionalInt.empty());
    }

    private static List<Frame> frames(NativeChunkLimits limits, Block... blocks) {
        FrameReader reader = new FrameReader(ToyRows.stream(blocks), ToyRows.FORMAT, limits);
        List<Frame> frames = new ArrayList<>();
        for (Optional<Frame> next = reader.next(); next.isPresent(); next = reader.next()) {
            frames.add(next.get());
        }
        assertThat(reader.next()).as("the end stays the end").isEmpty();
        return frames;
    }

    @Test
    void cutsAnEmptySourceIntoNoFrames() {
        assertThat(frames(limits(10, 1000, 100))).isEmpty();
    }

    @Test
    void cutsAtMaxRowsAcrossBlocks() {
        List<Frame> frames = frames(limits(3, 1000, 100), block(1, "a", "b"), block(3, "c", "d", "e"), block(6, "f"));

        assertThat(frames).extracting(Frame::rows).containsExactly(3, 3);
        assertThat(frames).extracting(Frame::firstRow).containsExactly(1L, 4L);
        assertThat(frames).extracting(Frame::ordinal).containsExactly(0, 1);
        assertThat(frames.get(0).slices()).hasSize(2);
    }

    @Test
    void neverEndsWithAnEmptyFrame() {
        assertThat(frames(limits(2, 1000, 100), block(1, "a", "b"), block(3, "c", "d")))
                .extracting(Frame::rows)
                .containsExactly(2, 2);
    }

    @Test
    void cutsBeforeTheRowThatWouldPassMaxBytes() {
        // Rows of 13, 13 and 13 bytes: two fit 38 bytes, a third would make 39.
        List<Frame> frames = frames(limits(10, 38, 38), block(1, "a", "b", "c"));

        assertThat(frames).extracting(Frame::rows).containsExactly(2, 1);
        assertThat(frames).extracting(Frame::encodedBytes).containsExactly(26L, 13L);
    }

    @Test
    void takesARowOfExactlyMaxRowBytesAndRefusesOneMore() {
        assertThat(frames(limits(10, 100, 20), block(1, "12345678"))).hasSize(1);
        assertThatThrownBy(() -> frames(limits(10, 100, 20), block(1, "a", "123456789")))
                .isInstanceOf(DponeException.class)
                .hasMessage("Row 2 takes 21 bytes, more than max_row_bytes (20)")
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.ROW_TOO_LARGE));
    }

    @Test
    void boundsAFramesShareOfDecodedBlocks() {
        // 100 rows retain 20 bytes each (8 id, 4 + 4 positions, 4 text), but encode to 16: decoded heap decides.
        String[] texts = new String[100];
        java.util.Arrays.fill(texts, "abcd");

        assertThat(frames(limits(1000, 400, 100), block(1, texts)))
                .allSatisfy(frame -> assertThat(frame.rows()).isLessThanOrEqualTo(20));
    }

    @Test
    void remembersTheLargestRow() {
        assertThat(frames(limits(10, 100, 50), block(1, "a", "1234567890", "b"))
                        .get(0)
                        .largestRow())
                .isEqualTo(22);
    }
}
