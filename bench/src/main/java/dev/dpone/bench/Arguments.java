package dev.dpone.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Options of the form {@code --name value}. */
record Arguments(Map<String, String> values) {
    Arguments {
        values = Map.copyOf(values);
    }

    /** Refuses a name that is not among the known ones, and one without a value. */
    static Arguments of(String[] args, Set<String> known) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!known.contains(name) || i + 1 == args.length) {
                throw new IllegalArgumentException(
                        "expected --NAME VALUE with a name of " + new TreeSet<>(known) + ", but got " + args[i]);
            }
            values.put(name, args[i + 1]);
        }
        return new Arguments(values);
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, Integer.toString(otherwise)));
    }

    List<String> list(String name, String otherwise) {
        return List.of(text(name, otherwise).split(","));
    }
}
