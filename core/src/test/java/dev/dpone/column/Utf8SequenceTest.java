package dev.dpone.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8SequenceTest {
    private static boolean platformSays(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void agreesWithThePlatformOnEveryTwoAndThreeBytes() {
        byte[] bytes = new byte[3];
        for (int value = 0; value < 1 << 24; value += 1 + (value & 3)) {
            bytes[0] = (byte) (value >> 16);
            bytes[1] = (byte) (value >> 8);
            bytes[2] = (byte) value;
            if (bytes[0] < 0 && Utf8Sequence.isValid(bytes, 0, 3) != platformSays(bytes)) {
                throw new AssertionError(Integer.toHexString(value));
            }
        }
    }

    @Test
    void agreesWithThePlatformOnMutatedText() {
        Random random = new Random(3);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = "aé€😀\0 plain text of some length \uFFFF\u0080".getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(3); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            assertThat(Utf8Sequence.isValid(cut, 0, cut.length)).isEqualTo(platformSays(cut));
        }
    }

    @Test
    void findsTheEndOfAscii() {
        byte[] bytes = "0123456789abcdefgé".getBytes(StandardCharsets.UTF_8);
        assertThat(Utf8Sequence.asciiEnd(bytes, 0, bytes.length)).isEqualTo(17);
        assertThat(Utf8Sequence.asciiEnd(bytes, 3, 12)).isEqualTo(12);
        assertThat(Utf8Sequence.asciiEnd(bytes, 17, bytes.length)).isEqualTo(17);
    }
}
