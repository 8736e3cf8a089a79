package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.RowBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf16Test {
    @Test
    void agreesWithThePlatformOnEveryCodePoint() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                continue;
            }
            String text = new String(Character.toChars(c));
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            byte[] out = new byte[8];
            int units = Utf16.encode(utf8, 0, utf8.length, out, 0);
            if (units != text.length()
                    || Utf16.units(utf8, 0, utf8.length) != units
                    || !Arrays.equals(Arrays.copyOf(out, 2 * units), text.getBytes(StandardCharsets.UTF_16LE))) {
                throw new AssertionError("U+" + Integer.toHexString(c));
            }
        }
    }

    @Test
    void agreesWithThePlatformOnTextAtEveryOffset() {
        Random random = new Random(11);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(40);
            while (text.length() < length) {
                int c = random.nextInt(4) > 0 ? random.nextInt(0x80) : random.nextInt(0x110000);
                text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 'x' : c);
            }
            byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
            int offset = random.nextInt(9);
            byte[] shifted = new byte[offset + utf8.length + 3];
            Arrays.fill(shifted, (byte) 0xFF);
            System.arraycopy(utf8, 0, shifted, offset, utf8.length);
            byte[] out = new byte[2 * utf8.length + 1];
            int units = Utf16.encode(shifted, offset, utf8.length, out, 1);
            assertThat(units).isEqualTo(text.length());
            assertThat(Utf16.units(shifted, offset, utf8.length)).isEqualTo(units);
            assertThat(Arrays.copyOfRange(out, 1, 1 + 2 * units))
                    .isEqualTo(text.toString().getBytes(StandardCharsets.UTF_16LE));
            RowBuffer back = new RowBuffer(0);
            assertThat(Utf16.decode(out, 1, 2 * units, back)).isEqualTo(utf8.length);
            assertThat(Arrays.copyOf(back.bytes(), back.length())).isEqualTo(utf8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "c080",
                "c1bf",
                "c3",
                "e08080",
                "e0a0",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "ff",
                "c328",
                "6161616161616161c3"
            })
    void findsBytesThatAreNotUtf8(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(Utf16.encode(bytes, 0, bytes.length, new byte[2 * bytes.length], 0))
                .isEqualTo(Utf16.INVALID);
    }
}
