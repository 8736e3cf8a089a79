package dev.dpone.manifest;

import java.util.List;

/** Enumerations in messages. */
final class Words {
    private Words() {}

    /** {@code a, b or c}. */
    static String or(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
