package dev.dpone.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalDecimalTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.000000, 0",
        "-0.0, 0",
        "1.50, 1.5",
        "-1.50, -1.5",
        "100, 100",
        "1E+2, 100",
        "1E-6, 0.000001",
        "0.85, 0.85",
        "123456789.123456, 123456789.123456",
        "999999999999999, 999999999999999",
        "1E+14, 100000000000000",
        "1.0000000000000000000, 1"
    })
    void equalNumbersHaveOneSpelling(String value, String spelling) {
        assertThat(CanonicalJson.text(List.of(new BigDecimal(value)))).isEqualTo("[" + spelling + "]");
        assertThat(CanonicalDecimal.of(new BigDecimal(value))).isEqualTo(new BigDecimal(spelling));
        assertThat(Double.parseDouble(spelling)).isEqualTo(new BigDecimal(value).doubleValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0000001",
                "1.0000001",
                "1234567890.123456",
                "1000000000000000",
                "1E+15",
                "1E+2147483647",
                "1E-2147483647"
            })
    void moreDigitsAreRefusedAndNeverRounded(String value) {
        assertThatThrownBy(() -> CanonicalJson.text(Map.of("a", new BigDecimal(value))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("A decimal must have at most 6 fraction digits and 15 digits in all, but has ");
    }

    @Test
    void fingerprintsDoNotDependOnHowADecimalWasMade() {
        assertThat(CanonicalJson.fingerprint(Map.of("a", new BigDecimal("2.50"))))
                .isEqualTo(CanonicalJson.fingerprint(Map.of("a", new BigDecimal("2.5"))));
        assertThat(CanonicalJson.fingerprint(Map.of("a", new BigDecimal("2.0"))))
                .isEqualTo(CanonicalJson.fingerprint(Map.of("a", 2)));
    }
}
