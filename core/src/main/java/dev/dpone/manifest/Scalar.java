package dev.dpone.manifest;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** A scalar as the core schema of YAML 1.2 reads it; {@code text} is as authored, without quotes. */
record Scalar(Place place, String path, Kind kind, String text) implements Value {
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern FLAG = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern DECIMAL = Pattern.compile(
            "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    private static final Pattern PLAIN_DIGITS = Pattern.compile("0|-?[1-9][0-9]{0,18}");

    enum Kind {
        TEXT,
        WHOLE,
        DECIMAL,
        FLAG,
        NULL
    }

    /** What an unquoted scalar is. */
    static Kind kindOf(String plain) {
        if (NULL.matcher(plain).matches()) {
            return Kind.NULL;
        }
        if (FLAG.matcher(plain).matches()) {
            return Kind.FLAG;
        }
        if (WHOLE.matcher(plain).matches()) {
            return Kind.WHOLE;
        }
        return DECIMAL.matcher(plain).matches() ? Kind.DECIMAL : Kind.TEXT;
    }

    /** The number, when it is a whole one of 64 bit written in plain decimal digits. */
    OptionalLong wholeNumber() {
        if (kind != Kind.WHOLE || !PLAIN_DIGITS.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException beyondLong) {
            return OptionalLong.empty();
        }
    }

    boolean isTrue() {
        return kind == Kind.FLAG && text.charAt(0) != 'f' && text.charAt(0) != 'F';
    }

    @Override
    public Scalar at(String otherPath) {
        return new Scalar(place, otherPath, kind, text);
    }

    @Override
    public String shown() {
        return switch (kind) {
            case TEXT -> Shown.text(text);
            case NULL -> "null";
            case WHOLE, DECIMAL, FLAG -> Shown.shortened(text);
        };
    }
}
