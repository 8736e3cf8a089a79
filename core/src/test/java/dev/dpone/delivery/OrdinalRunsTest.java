package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OrdinalRunsTest {
    private static void holds(Map<Integer, String> texts, Map<String, Object> runs) {
        assertThat(OrdinalRuns.of(texts)).isEqualTo(runs);
        assertThat(OrdinalRuns.read(runs)).isEqualTo(texts);
    }

    @Test
    void neighboursWithTheSameTextAreOneRun() {
        holds(Map.of(), Map.of());
        holds(Map.of(5, "a"), Map.of("5", "a"));
        holds(Map.of(0, "a", 1, "a", 2, "b", 3, "a", 5, "a"), Map.of("0-1", "a", "2", "b", "3", "a", "5", "a"));
    }

    @Test
    void thePreparedTableIsNeverPartOfARun() {
        holds(Map.of(-1, "a", 0, "a", 1, "a"), Map.of("-1", "a", "0-1", "a"));
    }

    @Test
    void aMillionFramesAreOneEntry() {
        Map<Integer, String> texts = new TreeMap<>();
        for (int i = 0; i < 1_000_000; i++) {
            texts.put(i, "unchanged_xmin");
        }

        assertThat(OrdinalRuns.of(texts)).isEqualTo(Map.of("0-999999", "unchanged_xmin"));
    }

    @Test
    void singleOrdinalsAsOlderJournalsHaveThemAreRead() {
        assertThat(OrdinalRuns.read(Map.of("-1", "a", "0", "a", "1", "a"))).isEqualTo(Map.of(-1, "a", 0, "a", 1, "a"));
    }
}
