package dev.dpone.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
    private static final Set<String> KNOWN = Set.of("rows", "limits");

    @Test
    void takesGivenValuesBeforeDefaults() {
        Arguments arguments = Arguments.of(new String[] {"--rows", "7"}, KNOWN);

        assertThat(arguments.number("rows", 1)).isEqualTo(7);
        assertThat(arguments.list("limits", "1/1,4/2")).containsExactly("1/1", "4/2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--row", "rows", "--rows"})
    void refusesWhatItDoesNotKnowAndWhatHasNoValue(String last) {
        assertThatThrownBy(() -> Arguments.of(new String[] {"--limits", "1/1", last}, KNOWN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected --NAME VALUE with a name of [limits, rows], but got " + last);
    }
}
