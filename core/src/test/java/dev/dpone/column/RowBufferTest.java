package dev.dpone.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RowBufferTest {
    @Test
    void writesBigEndianBackToBack() {
        RowBuffer out = new RowBuffer(0);
        out.putByte(-1);
        out.putShort(0x0102);
        out.putInt(0x03040506);
        out.putLong(0x0708090a0b0c0d0eL);
        out.putBytes(new byte[] {9, 8, 7}, 1, 2);
        assertThat(HexFormat.of().formatHex(Arrays.copyOf(out.bytes(), out.length())))
                .isEqualTo("ff" + "0102" + "03040506" + "0708090a0b0c0d0e" + "0807");
    }

    @Test
    void writesLittleEndianWhereTheNameSaysSo() {
        RowBuffer out = new RowBuffer(0);
        out.putShortLittle(0x0102);
        out.putIntLittle(0x03040506);
        out.putLongLittle(0x0708090a0b0c0d0eL);
        assertThat(HexFormat.of().formatHex(Arrays.copyOf(out.bytes(), out.length())))
                .isEqualTo("0201" + "06050403" + "0e0d0c0b0a090807");
    }

    @Test
    void growsAndKeepsWhatItHolds() {
        RowBuffer out = new RowBuffer(16);
        byte[] many = new byte[1_000];
        Arrays.fill(many, (byte) 5);
        out.putInt(1);
        out.putBytes(many, 0, many.length);
        assertThat(out.length()).isEqualTo(1_004);
        assertThat(out.bytes()[3]).isEqualTo((byte) 1);
        assertThat(out.bytes()[1_003]).isEqualTo((byte) 5);
    }

    @Test
    void clearingKeepsTheArrayAndAdvanceTakesOverBytes() {
        RowBuffer out = new RowBuffer(64);
        byte[] before = out.bytes();
        out.putLong(1);
        out.clear();
        out.ensure(2);
        out.bytes()[0] = 42;
        out.advance(1);
        assertThat(out.bytes()).isSameAs(before);
        assertThat(out.length()).isEqualTo(1);
    }

    @Test
    void refusesToOutgrowAnArray() {
        RowBuffer out = new RowBuffer(16);
        out.putLong(1);
        assertThatThrownBy(() -> out.ensure(Integer.MAX_VALUE - 8))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A row buffer cannot hold " + Integer.MAX_VALUE + " bytes");
    }
}
