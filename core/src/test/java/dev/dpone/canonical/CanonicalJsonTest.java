package dev.dpone.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
    @Test
    void sortsKeysByUtf16CodeUnit() {
        // The example of RFC 8785: the emoji's first code unit d83d comes before fb33, though its code point is higher.
        Map<String, Object> map = new LinkedHashMap<>();
        for (String key : List.of("\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6", "", "A", "a")) {
            map.put(key, 0);
        }
        assertThat(CanonicalJson.text(map))
                .isEqualTo("{\"\":0,\"\\r\":0,\"1\":0,\"A\":0,\"a\":0,\"\u0080\":0,\"\u00f6\":0,\"\u20ac\":0,"
                        + "\"\ud83d\ude00\":0,\"\ufb33\":0}");
    }

    @Test
    void sortsMapsThatBringAnotherOrder() {
        Map<String, Object> map = new TreeMap<>(Comparator.reverseOrder());
        map.putAll(Map.of("a", 1, "b", 2));
        assertThat(CanonicalJson.text(map)).isEqualTo("{\"a\":1,\"b\":2}");
        assertThat(CanonicalJson.orderedText(map)).isEqualTo("{\"b\":2,\"a\":1}");
    }

    @Test
    void orderedTextKeepsTheOrderAtEveryDepth() {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("z", 1);
        inner.put("a", 2);
        Map<String, Object> outer = new LinkedHashMap<>();
        outer.put("y", List.of(inner));
        outer.put("b", inner);
        assertThat(CanonicalJson.orderedText(outer)).isEqualTo("{\"y\":[{\"z\":1,\"a\":2}],\"b\":{\"z\":1,\"a\":2}}");
        assertThat(CanonicalJson.text(outer)).isEqualTo("{\"b\":{\"a\":2,\"z\":1},\"y\":[{\"a\":2,\"z\":1}]}");
    }

    @Test
    void escapesOnlyWhatJsonDemandsInLowerCase() {
        String text = "\"\\/\b\f\n\r\t\u0000\u001f\u007f\u2028<>&'é😀";
        assertThat(CanonicalJson.text(text)).isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u2028<>&'é😀\"");
    }

    @Test
    void writesScalarsListsAndOptionals() {
        assertThat(CanonicalJson.text(List.of(Long.MIN_VALUE, Integer.MAX_VALUE, true, false, "", List.of(), Map.of())))
                .isEqualTo("[-9223372036854775808,2147483647,true,false,\"\",[],{}]");
        assertThat(CanonicalJson.text(
                        List.of(Optional.empty(), Optional.of("x"), Optional.of(List.of(Optional.of(1))))))
                .isEqualTo("[null,\"x\",[1]]");
        assertThat(CanonicalJson.text(new TreeSet<>(List.of("b", "a")))).isEqualTo("[\"a\",\"b\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude00", "\ude00\ud83d", "\ud83dx", "\ud83d\ud83d\ude00"})
    void refusesHalfASurrogatePairInValuesAndKeys(String text) {
        assertThatThrownBy(() -> CanonicalJson.text(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Canonical JSON has no form for half a surrogate pair, at ");
        assertThatThrownBy(() -> CanonicalJson.fingerprint(Map.of(text, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    static Stream<Object> valuesWithoutAForm() {
        return Stream.of(
                1.0,
                1.5f,
                (short) 1,
                (byte) 1,
                'c',
                BigInteger.ONE,
                Instant.EPOCH,
                new int[] {1},
                Set.of(1),
                new Object());
    }

    @ParameterizedTest
    @MethodSource("valuesWithoutAForm")
    void refusesOtherTypes(Object value) {
        assertThatThrownBy(() -> CanonicalJson.text(List.of(value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Canonical JSON has no form for " + value.getClass().getName());
    }

    @Test
    void refusesNullAndKeysThatAreNotText() {
        assertThatThrownBy(() -> CanonicalJson.text(Arrays.asList("a", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Canonical JSON has no form for null");
        assertThatThrownBy(() -> CanonicalJson.text(Collections.singletonMap("a", null)))
                .hasMessage("Canonical JSON has no form for null");
        assertThatThrownBy(() -> CanonicalJson.orderedText(Map.of(1, "a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Canonical JSON has text as keys, not 1");
    }

    @Test
    void fingerprintIsTheHashOfTheUtf8Text() {
        // printf '{"a":"é","b":[1,null]}' | sha256sum
        assertThat(CanonicalJson.fingerprint(Map.of("b", List.of(1, Optional.empty()), "a", "é")))
                .isEqualTo("3d92f6368f93f3cb36a4e7a721098054dfbfd705e31fa50409f2d99e0727a08c");
    }
}
