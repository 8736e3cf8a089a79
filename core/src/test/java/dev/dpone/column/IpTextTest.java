package dev.dpone.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are what ClickHouse 26.7 prints. */
class IpTextTest {
    @ParameterizedTest
    @CsvSource({
        "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:1:0, ::0.1.0.0",
        "0:0:0:0:0:0:5:6, ::0.5.0.6",
        "0:0:0:0:0:0:0:100, ::100",
        "0:0:0:0:0:fffe:102:304, ::fffe:102:304",
        "0:0:0:0:ffff:0:102:304, ::ffff:0:102:304",
        "1:0:0:0:0:0:0:0, 1::",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "1:0:0:2:3:0:0:4, 1::2:3:0:0:4",
        "0:0:1:0:0:1:0:0, ::1:0:0:1:0:0",
        "2001:db8:0:0:8:800:200c:417a, 2001:db8::8:800:200c:417a",
        "ff:0:1:0:1:0:1:0, ff:0:1:0:1:0:1:0",
        "64:ff9b:0:0:0:0:102:304, 64:ff9b::102:304",
        "0:1:0:0:0:0:2:3, 0:1::2:3",
        "1:2:3:4:5:6:0:0, 1:2:3:4:5:6::",
        "0:0:2:3:4:5:6:7, ::2:3:4:5:6:7",
        "0:2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    })
    void writesIpv6AsClickHouseDoes(String groups, String text) throws UnknownHostException {
        assertThat(text(InetAddress.getByName(groups).getAddress())).isEqualTo(text);
    }

    @Test
    void writesTheLastBitsOfAMappedAddressAsIpv4() {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xFF;
        mapped[12] = 1;
        mapped[13] = (byte) 200;
        mapped[15] = 10;
        assertThat(text(mapped)).isEqualTo("::ffff:1.200.0.10");
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0.0.0", "4294967295, 255.255.255.255", "16909060, 1.2.3.4", "3232238858, 192.168.13.10"})
    void writesIpv4(long address, String text) {
        byte[] little = BigInteger.valueOf(Long.reverseBytes(address) >>> 32).toByteArray();
        byte[] data = new byte[4];
        for (int i = 0; i < 4 && i < little.length; i++) {
            data[3 - i] = little[little.length - 1 - i];
        }
        assertThat(text(data)).isEqualTo(text);
    }

    /** The second of two rows, so that the first one's bytes must not matter; checks the foretold length too. */
    private static String text(byte[] address) {
        byte[] data = new byte[2 * address.length];
        System.arraycopy(address, 0, data, address.length, address.length);
        FixedColumn column = new FixedColumn(data, address.length, 2, null);
        boolean v6 = address.length == 16;
        byte[] out = new byte[3 + IpText.MOST_V6];
        int length = IpText.put(column, 1, v6, out, 3);
        assertThat(IpText.length(column, 1, v6)).isEqualTo(length);
        return new String(out, 3, length, StandardCharsets.US_ASCII);
    }
}
