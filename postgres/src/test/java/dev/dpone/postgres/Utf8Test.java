package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    @Test
    void countsCharactersNotBytes() {
        assertThat(check("")).isZero();
        assertThat(check("12345678")).isEqualTo(8);
        assertThat(check("Aé😀")).isEqualTo(3);
        assertThat(check("x".repeat(15) + "é" + "\u007f".repeat(9))).isEqualTo(25);
        assertThat(check("\u0080߿ࠀ퟿\uffff𐀀\udbff\udfff")).isEqualTo(7);
    }

    @Test
    void findsNulAnywhere() {
        for (int at = 0; at < 20; at++) {
            byte[] text = "x".repeat(20).getBytes(StandardCharsets.UTF_8);
            text[at] = 0;
            assertThat(Utf8.check(text, 0, text.length)).isEqualTo(Utf8.NUL);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c080",
                "c1bf",
                "c2",
                "c220",
                "e08080",
                "e09fbf",
                "eda080",
                "edbfbf",
                "e28228",
                "e282",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "ff",
                "fe",
                "f09f98",
                "6161616161616161ff"
            })
    void refusesWhatIsNotUtf8(String hex) {
        byte[] text = HexFormat.of().parseHex(hex);
        assertThat(Utf8.check(text, 0, text.length)).isEqualTo(Utf8.INVALID);
    }

    @Test
    void agreesWithThePlatformOnRandomBytes() {
        Random random = new Random(7);
        int valid = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] text = new byte[1 + random.nextInt(6)];
            random.nextBytes(text);
            for (int b = 0; b < text.length; b++) {
                text[b] = text[b] == 0 ? 1 : text[b];
            }
            int expected = platform(text);
            valid += expected >= 0 ? 1 : 0;
            assertThat(Utf8.check(text, 0, text.length))
                    .as(HexFormat.of().formatHex(text))
                    .isEqualTo(expected);
        }
        assertThat(valid).isGreaterThan(1_000);
    }

    private static int platform(byte[] text) {
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            return decoded.codePointCount(0, decoded.length());
        } catch (CharacterCodingException e) {
            return Utf8.INVALID;
        }
    }

    private static int check(String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        return Utf8.check(bytes, 1, bytes.length - 2);
    }
}
