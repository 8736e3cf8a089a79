package dev.dpone.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.RowBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalBytesTest {
    private final RowBuffer out = new RowBuffer(16);

    @Test
    void nullIsOneZeroByte() {
        CanonicalBytes.putNull(out);
        assertThat(hex()).isEqualTo("00");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 010000000000000000",
        "-1, 01ffffffffffffffff",
        "9223372036854775807, 017fffffffffffffff",
        "-9223372036854775808, 018000000000000000"
    })
    void integersAreEightBytesBigEndian(long value, String expected) {
        CanonicalBytes.putInteger(out, value);
        assertThat(hex()).isEqualTo(expected);
    }

    @Test
    void everyNanIsTheSame() {
        for (long bits : new long[] {0x7ff8000000000000L, 0x7ff0000000000001L, 0xfff8000000000000L, -1L}) {
            out.clear();
            CanonicalBytes.putDouble(out, Double.longBitsToDouble(bits));
            assertThat(hex()).isEqualTo("017ff8000000000000");
        }
    }

    @Test
    void zeroKeepsItsSignAndInfinitiesStay() {
        CanonicalBytes.putDouble(out, -0.0);
        CanonicalBytes.putDouble(out, 0.0);
        CanonicalBytes.putDouble(out, Double.NEGATIVE_INFINITY);
        CanonicalBytes.putDouble(out, Double.MIN_VALUE);
        assertThat(hex())
                .isEqualTo("018000000000000000" + "010000000000000000" + "01fff0000000000000" + "010000000000000001");
    }

    @Test
    void bytesCarryTheirLength() {
        CanonicalBytes.putBytes(out, new byte[] {9, 1, 0, 2, 9}, 1, 3);
        CanonicalBytes.putBytes(out, new byte[0], 0, 0);
        assertThat(hex()).isEqualTo("0100000003010002" + "0100000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000-0000-0000-0000-000000000000",
                "ffffffff-ffff-ffff-ffff-ffffffffffff",
                "00112233-4455-6677-8899-aabbccddeeff",
                "f0e1d2c3-b4a5-9687-7869-5a4b3c2d1e0f"
            })
    void uuidIsItsTextWithoutALength(String text) {
        UUID uuid = UUID.fromString(text);
        CanonicalBytes.putUuid(out, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        assertThat(new String(out.bytes(), 0, out.length(), StandardCharsets.ISO_8859_1))
                .isEqualTo("\u0001" + text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "9",
                "10",
                "999999999",
                "1000000000",
                "9223372036854775807",
                "9223372036854775808",
                "9999999999999999999",
                "10000000000000000000",
                "18446744073709551615"
            })
    void unsignedLongsAreDecimalText(String text) {
        CanonicalBytes.putUnsigned(out, Long.parseUnsignedLong(text));
        assertThat(text()).isEqualTo(text);
    }

    @Test
    void everyPowerOfTenAndItsNeighboursAsUnsigned() {
        for (BigInteger power = BigInteger.ONE; power.bitLength() <= 64; power = power.multiply(BigInteger.TEN)) {
            for (int delta = -1; delta <= 1; delta++) {
                long value = power.add(BigInteger.valueOf(delta)).longValue();
                out.clear();
                CanonicalBytes.putUnsigned(out, value);
                assertThat(text()).isEqualTo(Long.toUnsignedString(value));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "0, 2, 0.00",
        "-1, 2, -0.01",
        "-5, 3, -0.005",
        "99, 2, 0.99",
        "-100, 2, -1.00",
        "7, 1, 0.7",
        "999999999, 9, 0.999999999",
        "-999999999, 0, -999999999",
        "-999999999999999999, 18, -0.999999999999999999",
        "9223372036854775807, 0, 9223372036854775807",
        "-9223372036854775808, 18, -9.223372036854775808"
    })
    void decimalsOf64BitsHaveExactlyTheirScale(long unscaled, int scale, String expected) {
        CanonicalBytes.putDecimal(out, unscaled, scale);
        assertThat(text()).isEqualTo(expected);
    }

    @Test
    void decimalsOf128BitsMatchBigDecimalAtEveryBoundary() {
        List<BigInteger> values = new ArrayList<>();
        for (int bit : new int[] {0, 31, 32, 62, 63, 64, 65, 95, 96, 97, 126}) {
            values.add(BigInteger.ONE.shiftLeft(bit));
        }
        for (int digits = 0; digits <= 38; digits++) {
            values.add(BigInteger.TEN.pow(digits));
        }
        for (BigInteger value : values) {
            for (int delta = -1; delta <= 1; delta++) {
                for (int scale : new int[] {0, 1, 8, 9, 10, 18, 19, 37, 38}) {
                    assertDecimal(value.add(BigInteger.valueOf(delta)), scale);
                    assertDecimal(value.add(BigInteger.valueOf(delta)).negate(), scale);
                }
            }
        }
    }

    @Test
    void theExtremesOfDecimal38KeepEveryDigit() {
        BigInteger most = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        for (int scale = 0; scale <= 38; scale++) {
            assertDecimal(most, scale);
            assertDecimal(most.negate(), scale);
        }
    }

    @Test
    void randomDecimalsMatchBigDecimal() {
        Random random = new Random(20260913);
        for (int i = 0; i < 20_000; i++) {
            BigInteger value = new BigInteger(1 + random.nextInt(126), random);
            assertDecimal(random.nextBoolean() ? value : value.negate(), random.nextInt(39));
        }
    }

    @Test
    void appendsAfterWhatTheBufferHolds() {
        out.putByte(7);
        CanonicalBytes.putDecimal(out, -150, 2);
        assertThat(hex()).isEqualTo("07" + "0100000005" + "2d312e3530");
    }

    private void assertDecimal(BigInteger unscaled, int scale) {
        out.clear();
        CanonicalBytes.putDecimal(out, unscaled.shiftRight(64).longValue(), unscaled.longValue(), scale);
        String expected = new BigDecimal(unscaled, scale).toPlainString();
        assertThat(text()).isEqualTo(expected);
        if (unscaled.bitLength() < 64) {
            out.clear();
            CanonicalBytes.putDecimal(out, unscaled.longValueExact(), scale);
            assertThat(text()).isEqualTo(expected);
        }
    }

    /** What follows the marker and the length, after checking both. */
    private String text() {
        ByteBuffer bytes = ByteBuffer.wrap(out.bytes(), 0, out.length());
        assertThat(bytes.get()).isEqualTo((byte) 1);
        assertThat(bytes.getInt()).isEqualTo(out.length() - 5);
        return StandardCharsets.US_ASCII.decode(bytes).toString();
    }

    private String hex() {
        return HexFormat.of().formatHex(Arrays.copyOf(out.bytes(), out.length()));
    }
}
