package dev.dpone.state.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a stored line, read strictly: a missing field, one too many, another order or type is corruption. */
record Fields(Map<String, Object> values) {
    private static final String FORMAT = "format";
    private static final String VERSION = "version";

    /** A line that names its format and version first. An unknown version is told before the rest is looked at. */
    static Fields first(byte[] line, String format, long version, List<String> names) throws CorruptStateException {
        Map<String, Object> values = StrictJson.object(line);
        if (!format.equals(values.get(FORMAT))) {
            throw new CorruptStateException("its format must be " + format + ", but is " + values.get(FORMAT));
        }
        if (!Long.valueOf(version).equals(values.get(VERSION))) {
            throw new CorruptStateException(
                    "its version of " + format + " must be " + version + ", but is " + values.get(VERSION),
                    "Use the dpone version that wrote it. It was left as it is.");
        }
        List<String> all = new ArrayList<>(List.of(FORMAT, VERSION));
        all.addAll(names);
        return of(line, all);
    }

    /** A line of these fields. */
    static Fields of(byte[] line, List<String> names) throws CorruptStateException {
        Fields fields = new Fields(StrictJson.object(SealedLine.unseal(line)));
        List<String> actual = List.copyOf(fields.values.keySet());
        if (!actual.equals(names)) {
            throw new CorruptStateException("its fields must be " + names + ", but are " + actual);
        }
        return fields;
    }

    String text(String name) throws CorruptStateException {
        return value(name, String.class);
    }

    long number(String name) throws CorruptStateException {
        return value(name, Long.class);
    }

    boolean flag(String name) throws CorruptStateException {
        return value(name, Boolean.class);
    }

    Instant instant(String name) throws CorruptStateException {
        String text = text(name);
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new CorruptStateException(name + " must be an instant, but is " + text);
        }
    }

    Optional<Instant> optionalInstant(String name) throws CorruptStateException {
        return Optional.empty().equals(values.get(name)) ? Optional.empty() : Optional.of(instant(name));
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> object(String name) throws CorruptStateException {
        return value(name, Map.class);
    }

    /** Checks a field whose value the file's place dictates. */
    void requireText(String name, String expected) throws CorruptStateException {
        if (!text(name).equals(expected)) {
            throw new CorruptStateException(name + " must be " + expected + ", but is " + text(name));
        }
    }

    private <T> T value(String name, Class<T> type) throws CorruptStateException {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new CorruptStateException(name + " has another type");
        }
        return type.cast(value);
    }
}
