package dev.dpone.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideIntegerTest {
    private static final BigInteger SPAN = BigInteger.ONE.shiftLeft(256);

    @Test
    void writesTheDigitsOfEveryMagnitude() {
        List<BigInteger> values = new ArrayList<>(List.of(
                BigInteger.ZERO,
                BigInteger.ONE.negate(),
                SPAN.subtract(BigInteger.ONE),
                SPAN.shiftRight(1).negate(),
                SPAN.shiftRight(1).subtract(BigInteger.ONE)));
        for (int digits = 0; digits < WideInteger.DIGITS; digits++) {
            BigInteger power = BigInteger.TEN.pow(digits);
            values.addAll(List.of(power, power.subtract(BigInteger.ONE), power.negate()));
        }
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            values.add(new BigInteger(random.nextInt(257), random));
        }
        for (BigInteger value : values) {
            if (value.bitLength() <= 256 && value.compareTo(SPAN.shiftRight(1).negate()) >= 0) {
                assertThat(digits(value)).isEqualTo(value.abs().toString());
            }
        }
    }

    private static String digits(BigInteger value) {
        byte[] data = new byte[64];
        for (int i = 0; i < 32; i++) {
            data[32 + i] = value.shiftRight(8 * i).byteValue();
        }
        FixedColumn column = new FixedColumn(data, 32, 2, null);
        assertThat(WideInteger.isNegative(column, 1)).isEqualTo(value.testBit(255));
        byte[] out = new byte[5 + WideInteger.SCRATCH + 1];
        out[4] = out[5 + WideInteger.SCRATCH] = 99;
        int count = WideInteger.digits(column, 1, value.signum() < 0, out, 5);
        assertThat(out[4] + out[5 + WideInteger.SCRATCH]).isEqualTo(198);
        StringBuilder text = new StringBuilder();
        for (int i = 5; i < 5 + WideInteger.DIGITS; i++) {
            text.append(out[i]);
        }
        assertThat(text.substring(0, WideInteger.DIGITS - count)).matches("0*");
        return count == 0 ? "0" : text.substring(WideInteger.DIGITS - count);
    }
}
