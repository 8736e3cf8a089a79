package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Lz4BodyTest {
    /** ClickHouse 26.7's answer to SELECT number FROM numbers(3) with compress=1. */
    private static final byte[] RECORDED = HexFormat.of()
            .parseHex("ecb44a93c1f8dc2e2dd28015c06604d1822b00000028000000f302010306"
                    + "6e756d6265720655496e74363400010013010800800200000000000000");

    private static byte[] unpack(byte[] packed) throws IOException {
        return new Lz4Body(new ByteArrayInputStream(packed)).readAllBytes();
    }

    @Test
    void unpacksWhatAServerSent() throws IOException {
        byte[] block = Native.block(Native.longs("number", "UInt64", 0, 1, 2));
        assertThat(unpack(RECORDED)).isEqualTo(block);
        byte[] twice = Arrays.copyOf(RECORDED, 2 * RECORDED.length);
        System.arraycopy(RECORDED, 0, twice, RECORDED.length, RECORDED.length);
        assertThat(unpack(twice)).hasSize(2 * block.length).startsWith(block);
        assertThat(unpack(new byte[0])).isEmpty();
    }

    @Test
    void refusesEveryCut() {
        for (int length = 1; length < RECORDED.length; length++) {
            byte[] cut = Arrays.copyOf(RECORDED, length);
            assertThatThrownBy(() -> unpack(cut))
                    .isInstanceOf(BodyException.class)
                    .hasMessageStartingWith("the compressed answer ends within a block");
        }
    }

    @Test
    void refusesEveryChangedBit() {
        for (int bit = 0; bit < 8 * RECORDED.length; bit++) {
            byte[] changed = RECORDED.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> unpack(changed)).isInstanceOf(BodyException.class);
        }
    }
}
