package dev.dpone.mssql;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column type that dpone writes, with how the native bulk format stores it.
 *
 * @param first length of text and bytes in the type's own unit or {@link #MAX}, precision of decimal, scale of datetime2, else 0
 * @param second scale of decimal, else 0
 * @param collation of text, or empty for the database's own
 */
record MssqlType(Kind kind, int first, int second, String collation) {
    /** The length of the {@code (max)} types. */
    static final int MAX = -1;

    static final int MAX_PRECISION = 38;
    static final int FINEST_SCALE = 7;

    private static final String UTF8_SUFFIX = "_UTF8";
    private static final Pattern SPELLING = Pattern.compile(
            "([a-z][a-z0-9 ]*?) ?(?:\\( ?(max|\\d{1,4}) ?(?:, ?(\\d{1,2}) ?)?\\))?(?: collate ([a-z0-9_]+))?",
            Pattern.CASE_INSENSITIVE);

    private static final Map<String, Kind> NAMES = Map.ofEntries(
            Map.entry("tinyint", Kind.TINYINT),
            Map.entry("smallint", Kind.SMALLINT),
            Map.entry("int", Kind.INT),
            Map.entry("integer", Kind.INT),
            Map.entry("bigint", Kind.BIGINT),
            Map.entry("decimal", Kind.DECIMAL),
            Map.entry("numeric", Kind.DECIMAL),
            Map.entry("dec", Kind.DECIMAL),
            Map.entry("real", Kind.REAL),
            Map.entry("float", Kind.FLOAT),
            Map.entry("double precision", Kind.FLOAT),
            Map.entry("bit", Kind.BIT),
            Map.entry("varchar", Kind.VARCHAR),
            Map.entry("character varying", Kind.VARCHAR),
            Map.entry("nvarchar", Kind.NVARCHAR),
            Map.entry("varbinary", Kind.VARBINARY),
            Map.entry("char", Kind.CHAR),
            Map.entry("character", Kind.CHAR),
            Map.entry("nchar", Kind.NCHAR),
            Map.entry("binary", Kind.BINARY),
            Map.entry("uniqueidentifier", Kind.UNIQUEIDENTIFIER),
            Map.entry("date", Kind.DATE),
            Map.entry("datetime2", Kind.DATETIME2));

    /** The family of a type, with the native format's facts of it. Integers stand in the order of their width. */
    enum Kind {
        TINYINT("tinyint", "SQLTINYINT", 1, false),
        SMALLINT("smallint", "SQLSMALLINT", 2, false),
        INT("int", "SQLINT", 4, false),
        BIGINT("bigint", "SQLBIGINT", 8, false),
        DECIMAL("decimal", "SQLDECIMAL", 19, true),
        REAL("real", "SQLFLT4", 4, false),
        FLOAT("float", "SQLFLT8", 8, false),
        BIT("bit", "SQLBIT", 1, true),
        VARCHAR("varchar", "SQLCHAR", 0, true),
        NVARCHAR("nvarchar", "SQLNCHAR", 0, true),
        VARBINARY("varbinary", "SQLBINARY", 0, true),
        CHAR("char", "SQLCHAR", 0, true),
        NCHAR("nchar", "SQLNCHAR", 0, true),
        BINARY("binary", "SQLBINARY", 0, true),
        UNIQUEIDENTIFIER("uniqueidentifier", "SQLUNIQUEID", 16, true),
        DATE("date", "SQLDATE", 3, false),
        DATETIME2("datetime2", "SQLDATETIME2", 8, false);

        private final String spelling;
        private final String hostType;
        private final int payload;
        private final boolean alwaysPrefixed;

        Kind(String spelling, String hostType, int payload, boolean alwaysPrefixed) {
            this.spelling = spelling;
            this.hostType = hostType;
            this.payload = payload;
            this.alwaysPrefixed = alwaysPrefixed;
        }

        boolean isInteger() {
            return this == TINYINT || this == SMALLINT || this == INT || this == BIGINT;
        }

        /** Text whose collation decides how it compares and, for the narrow ones, what it can hold. */
        boolean isText() {
            return this == VARCHAR || this == NVARCHAR || this == CHAR || this == NCHAR;
        }

        /** Text of UTF-16 units. */
        boolean isWide() {
            return this == NVARCHAR || this == NCHAR;
        }

        /** Text or bytes that always fill their length. */
        boolean isPadded() {
            return this == CHAR || this == NCHAR || this == BINARY;
        }

        /** Text or bytes. */
        boolean isSized() {
            return isText() || this == VARBINARY || this == BINARY;
        }
    }

    static MssqlType of(Kind kind) {
        return new MssqlType(kind, 0, 0, "");
    }

    static MssqlType sized(Kind kind, int length) {
        return new MssqlType(kind, length > maxLength(kind) ? MAX : length, 0, "");
    }

    static MssqlType decimal(int precision, int scale) {
        return new MssqlType(Kind.DECIMAL, precision, scale, "");
    }

    static MssqlType datetime2(int scale) {
        return new MssqlType(Kind.DATETIME2, scale, 0, "");
    }

    /** The longest declared length short of {@code max}. */
    static int maxLength(Kind kind) {
        return kind.isWide() ? 4_000 : 8_000;
    }

    /** Reads a type's spelling, SQL Server's synonyms included; empty for a type dpone never writes. */
    static Optional<MssqlType> parse(String text) {
        Matcher matcher = SPELLING.matcher(text.strip().replaceAll("\\s+", " "));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Kind kind = NAMES.get(matcher.group(1).toLowerCase(Locale.ROOT));
        if (kind == null) {
            return Optional.empty();
        }
        String collation = matcher.group(4) == null ? "" : matcher.group(4);
        if (!collation.isEmpty() && (!kind.isText() || (kind.isWide() && isUtf8(collation)))) {
            return Optional.empty();
        }
        return modified(kind, matcher.group(2), matcher.group(3))
                .map(type -> new MssqlType(type.kind, type.first, type.second, collation));
    }

    private static Optional<MssqlType> modified(Kind kind, String first, String second) {
        boolean max = "max".equalsIgnoreCase(first);
        int number = first == null || max ? MAX : Integer.parseInt(first);
        int scale = second == null ? 0 : Integer.parseInt(second);
        MssqlType type = switch (kind) {
            case DECIMAL ->
                !max && number >= 1 && number <= MAX_PRECISION && scale <= number ? decimal(number, scale) : null;
            case DATETIME2 ->
                first == null
                        ? datetime2(FINEST_SCALE)
                        : second == null && !max && number <= FINEST_SCALE ? datetime2(number) : null;
            case FLOAT ->
                first == null
                        ? of(Kind.FLOAT)
                        : second == null && !max && number >= 1 && number <= 53
                                ? of(number <= 24 ? Kind.REAL : Kind.FLOAT)
                                : null;
            case VARCHAR, NVARCHAR, VARBINARY ->
                second == null && first != null && (max || (number >= 1 && number <= maxLength(kind)))
                        ? new MssqlType(kind, number, 0, "")
                        : null;
            case CHAR, NCHAR, BINARY ->
                second == null && !max && number >= 1 && number <= maxLength(kind)
                        ? new MssqlType(kind, number, 0, "")
                        : null;
            case TINYINT, SMALLINT, INT, BIGINT, REAL, BIT, UNIQUEIDENTIFIER, DATE -> first == null ? of(kind) : null;
        };
        return Optional.ofNullable(type);
    }

    private static boolean isUtf8(String collation) {
        return collation.toUpperCase(Locale.ROOT).endsWith(UTF8_SUFFIX);
    }

    /** Whether narrow text holds all of Unicode; without it, what is above U+007F depends on the server's code page. */
    boolean utf8() {
        return isUtf8(collation);
    }

    boolean isMax() {
        return kind.isSized() && first == MAX;
    }

    /** The spelling in manifests and DDL. */
    String spelling() {
        return kind.spelling + modifiers() + (collation.isEmpty() ? "" : " collate " + collation);
    }

    private String modifiers() {
        return switch (kind) {
            case DECIMAL -> "(" + first + "," + second + ")";
            case DATETIME2 -> "(" + first + ")";
            case VARCHAR, NVARCHAR, VARBINARY, CHAR, NCHAR, BINARY -> "(" + (first == MAX ? "max" : first) + ")";
            case TINYINT, SMALLINT, INT, BIGINT, REAL, FLOAT, BIT, UNIQUEIDENTIFIER, DATE -> "";
        };
    }

    /** The name of the type in a bcp format file. */
    String hostType() {
        return kind.hostType;
    }

    /** Bytes of a field's length in the native format; NULL is a length of -1, so that 0 bytes cannot hold it. */
    int prefixBytes(boolean nullable) {
        if (kind.isSized()) {
            return isMax() ? 8 : 2;
        }
        return nullable || kind.alwaysPrefixed ? 1 : 0;
    }

    /** Bytes of every value in the native format, or 0 when values differ. */
    int payloadBytes() {
        return kind.payload;
    }

    /** The most bytes a value takes in the native format, or 0 for the {@code (max)} types. */
    int mostBytes() {
        if (!kind.isSized()) {
            return kind.payload;
        }
        return isMax() ? 0 : kind.isWide() ? 2 * first : first;
    }
}
