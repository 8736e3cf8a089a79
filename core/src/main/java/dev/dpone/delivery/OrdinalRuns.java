package dev.dpone.delivery;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text per ordinal, written as runs of neighbours with the same text: {@code 7} or {@code 0-41}. So an event stays small
 * however many frames a delivery has. The prepared table's place among them is {@code -1}, never part of a run.
 */
final class OrdinalRuns {
    private static final Pattern RUN = Pattern.compile("(-?\\d+)(?:-(\\d+))?");

    private OrdinalRuns() {}

    static Map<String, Object> of(Map<Integer, String> texts) {
        Map<String, Object> runs = new LinkedHashMap<>();
        int from = 0;
        int to = -2;
        String text = "";
        for (Map.Entry<Integer, String> entry : new TreeMap<>(texts).entrySet()) {
            int ordinal = entry.getKey();
            if (to >= 0 && ordinal == to + 1 && entry.getValue().equals(text)) {
                to = ordinal;
                continue;
            }
            if (to != -2) {
                runs.put(key(from, to), text);
            }
            from = ordinal;
            to = ordinal;
            text = entry.getValue();
        }
        if (to != -2) {
            runs.put(key(from, to), text);
        }
        return runs;
    }

    private static String key(int from, int to) {
        return from == to ? String.valueOf(from) : from + "-" + to;
    }

    static Map<Integer, String> read(Map<String, Object> runs) {
        Map<Integer, String> texts = new TreeMap<>();
        runs.forEach((key, text) -> {
            Matcher run = RUN.matcher(key);
            if (!run.matches()) {
                throw new IllegalStateException("The journal names no run of ordinals: " + key);
            }
            int from = Integer.parseInt(run.group(1));
            int to = run.group(2) == null ? from : Integer.parseInt(run.group(2));
            for (int ordinal = from; ordinal <= to; ordinal++) {
                texts.put(ordinal, (String) text);
            }
        });
        return texts;
    }
}
