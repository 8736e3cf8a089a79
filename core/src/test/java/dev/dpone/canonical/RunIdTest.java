package dev.dpone.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "scheduled__2026-09-13T00:00:00+00:00", "..", ".", "-x", "01ARYZ6S41TSV4RRFFQ69G5FAV"})
    void acceptsItsAlphabet(String value) {
        assertThat(new RunId(value)).hasToString(value);
    }

    @Test
    void acceptsUpTo128Characters() {
        assertThat(new RunId("x".repeat(128)).value()).hasSize(128);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a b", "a/b", "a\n", "é", "a%2E", "a\\b", "\u0000", "Ａ"})
    void refusesOtherCharacters(String value) {
        assertThatThrownBy(() -> new RunId(value))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_INVALID);
                    assertThat(e.remedy()).isEqualTo("Choose another --run-id, or leave it out for a new one.");
                })
                .hasMessage("A run id must be 1 to 128 characters of A-Z a-z 0-9 _ . : + -, but was '"
                        + value.replaceAll("[^ -~]", "?") + "'");
    }

    @Test
    void refusesNoneAndTooMany() {
        assertThatThrownBy(() -> new RunId(""))
                .hasMessage("A run id must be 1 to 128 characters of A-Z a-z 0-9 _ . : + -, but was empty");
        assertThatThrownBy(() -> new RunId("x".repeat(129)))
                .hasMessage("A run id must be 1 to 128 characters of A-Z a-z 0-9 _ . : + -, but was '" + "x".repeat(40)
                        + "...' (129 characters)");
    }

    @ParameterizedTest
    @CsvSource({"a, a", "..., %2E..", "., %2E", ".., %2E.", ".hidden, %2Ehidden", "a.., a..", "a:b+c, a:b+c"})
    void fileNamesAreNeverHiddenNorAnotherDirectory(String value, String name) {
        assertThat(new RunId(value).fileName()).isEqualTo(name);
        assertThat(RunId.ofFileName(name)).contains(new RunId(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", ".a", "%2Fa", "%2E%2E", "a b", "", "%2e"})
    void otherFileNamesAreNoRun(String name) {
        assertThat(RunId.ofFileName(name)).isEmpty();
    }
}
