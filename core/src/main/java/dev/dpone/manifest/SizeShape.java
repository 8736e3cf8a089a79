package dev.dpone.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes: a whole number, or text such as {@code 1GiB}. */
record SizeShape() implements Shape {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final Pattern TEXT = Pattern.compile("(0|[1-9][0-9]{0,5})(" + String.join("|", UNITS) + ")");

    @Override
    public void check(Value value, Problems problems) {
        boolean number = value.whole().isPresent() && value.whole().getAsLong() >= 0;
        boolean text = value.text().filter(size -> TEXT.matcher(size).matches()).isPresent();
        if (!number && !text) {
            problems.mismatch(value, words(), "Write for example 1GiB; units are " + Words.or(UNITS) + ".");
        }
    }

    /** The bytes of a value that was checked. */
    static long bytes(Value value) {
        Matcher size = TEXT.matcher(value.text().orElse(""));
        return size.matches()
                ? Long.parseLong(size.group(1)) << (10 * UNITS.indexOf(size.group(2)))
                : value.whole().orElseThrow();
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("type", "string");
        text.put("pattern", "^" + TEXT.pattern() + "$");
        return Map.of("anyOf", new ArrayList<>(List.of(WholeShape.schema(0, Long.MAX_VALUE), text)));
    }

    @Override
    public String words() {
        return "a size such as 512MiB or 1GiB, or a whole number of bytes";
    }
}
