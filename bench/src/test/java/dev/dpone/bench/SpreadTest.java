package dev.dpone.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void tellsMedianAndRange() {
        assertThat(Spread.of(List.of(3.0, 1.0, 20.0)).text()).isEqualTo("3.00 (1.00 to 20.0)");
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0)).median()).isEqualTo(3.0);
    }

    @Test
    void keepsThreeDigits() {
        assertThat(Spread.digits(12345.6)).isEqualTo("12,346");
        assertThat(Spread.digits(123.4)).isEqualTo("123");
        assertThat(Spread.digits(12.34)).isEqualTo("12.3");
        assertThat(Spread.digits(1.234)).isEqualTo("1.23");
        assertThat(Spread.digits(0.1234)).isEqualTo("0.123");
    }

    @Test
    void hasNothingToTellOfNothing() {
        assertThatThrownBy(() -> Spread.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nothing was measured");
    }
}
