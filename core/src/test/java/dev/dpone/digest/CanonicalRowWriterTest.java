package dev.dpone.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.RowBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class CanonicalRowWriterTest {
    private final CanonicalRowWriter writer = new CanonicalRowWriter(GoldenRows.COLUMNS);

    @Test
    void writesTheGoldenRows() {
        RowBuffer out = new RowBuffer(16);
        writer.write(GoldenRows.block(), 0, out);
        byte[] a = Arrays.copyOf(out.bytes(), out.length());
        out.clear();
        writer.write(GoldenRows.block(), 1, out);
        byte[] b = Arrays.copyOf(out.bytes(), out.length());

        assertThat(HexFormat.of().formatHex(a)).isEqualTo(GoldenRows.A_BYTES);
        assertThat(Sha256.hexOf(a)).isEqualTo(GoldenRows.A_HASH);
        assertThat(Sha256.hexOf(b)).isEqualTo(GoldenRows.B_HASH);
    }
}
