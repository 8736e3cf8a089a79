package dev.dpone.postgres;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column type that dpone writes.
 *
 * @param first length of varchar, precision of numeric, else 0
 * @param second scale of numeric, else 0
 */
record PgType(Kind kind, int first, int second) {
    static final PgType SMALLINT = of(Kind.SMALLINT);
    static final PgType INTEGER = of(Kind.INTEGER);
    static final PgType BIGINT = of(Kind.BIGINT);
    static final PgType REAL = of(Kind.REAL);
    static final PgType DOUBLE = of(Kind.DOUBLE);
    static final PgType BOOLEAN = of(Kind.BOOLEAN);
    static final PgType TEXT = of(Kind.TEXT);
    static final PgType BYTEA = of(Kind.BYTEA);
    static final PgType UUID = of(Kind.UUID);
    static final PgType INET = of(Kind.INET);
    static final PgType DATE = of(Kind.DATE);
    static final PgType TIMESTAMPTZ = of(Kind.TIMESTAMPTZ);

    /** PostgreSQL's own bounds. */
    static final int MAX_VARCHAR = 10_485_760;

    static final int MAX_PRECISION = 1_000;

    private static final Pattern SPELLING =
            Pattern.compile("([a-z0-9 ]+?) ?(?:\\( ?(\\d{1,9}) ?(?:, ?(\\d{1,9}) ?)?\\))?");

    private static final Map<String, Kind> NAMES = Map.ofEntries(
            Map.entry("smallint", Kind.SMALLINT),
            Map.entry("int2", Kind.SMALLINT),
            Map.entry("integer", Kind.INTEGER),
            Map.entry("int", Kind.INTEGER),
            Map.entry("int4", Kind.INTEGER),
            Map.entry("bigint", Kind.BIGINT),
            Map.entry("int8", Kind.BIGINT),
            Map.entry("numeric", Kind.NUMERIC),
            Map.entry("decimal", Kind.NUMERIC),
            Map.entry("real", Kind.REAL),
            Map.entry("float4", Kind.REAL),
            Map.entry("double precision", Kind.DOUBLE),
            Map.entry("float8", Kind.DOUBLE),
            Map.entry("boolean", Kind.BOOLEAN),
            Map.entry("bool", Kind.BOOLEAN),
            Map.entry("text", Kind.TEXT),
            Map.entry("varchar", Kind.VARCHAR),
            Map.entry("character varying", Kind.VARCHAR),
            Map.entry("bytea", Kind.BYTEA),
            Map.entry("uuid", Kind.UUID),
            Map.entry("inet", Kind.INET),
            Map.entry("date", Kind.DATE),
            Map.entry("timestamptz", Kind.TIMESTAMPTZ),
            Map.entry("timestamp with time zone", Kind.TIMESTAMPTZ));

    /** The family of a type: how manifests spell it, and how the server's {@code format_type} does. */
    enum Kind {
        SMALLINT("smallint", "smallint"),
        INTEGER("integer", "integer"),
        BIGINT("bigint", "bigint"),
        NUMERIC("numeric", "numeric"),
        REAL("real", "real"),
        DOUBLE("double precision", "double precision"),
        BOOLEAN("boolean", "boolean"),
        TEXT("text", "text"),
        VARCHAR("varchar", "character varying"),
        BYTEA("bytea", "bytea"),
        UUID("uuid", "uuid"),
        INET("inet", "inet"),
        DATE("date", "date"),
        TIMESTAMPTZ("timestamptz", "timestamp with time zone");

        private final String spelling;
        private final String catalogSpelling;

        Kind(String spelling, String catalogSpelling) {
            this.spelling = spelling;
            this.catalogSpelling = catalogSpelling;
        }
    }

    private static PgType of(Kind kind) {
        return new PgType(kind, 0, 0);
    }

    static PgType numeric(int precision, int scale) {
        return new PgType(Kind.NUMERIC, precision, scale);
    }

    static PgType varchar(int length) {
        return new PgType(Kind.VARCHAR, length, 0);
    }

    /** Reads a type's spelling, PostgreSQL's aliases included; empty for a type dpone never writes. */
    static Optional<PgType> parse(String text) {
        Matcher matcher = SPELLING.matcher(text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " "));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Kind kind = NAMES.get(matcher.group(1));
        if (kind == null) {
            return Optional.empty();
        }
        boolean hasFirst = matcher.group(2) != null;
        int first = hasFirst ? Integer.parseInt(matcher.group(2)) : 0;
        int second = matcher.group(3) != null ? Integer.parseInt(matcher.group(3)) : 0;
        boolean valid = switch (kind) {
            case NUMERIC -> hasFirst && first >= 1 && first <= MAX_PRECISION && second <= first;
            case VARCHAR -> hasFirst && first >= 1 && first <= MAX_VARCHAR && matcher.group(3) == null;
            case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, BOOLEAN, TEXT, BYTEA, UUID, INET, DATE, TIMESTAMPTZ ->
                !hasFirst;
        };
        return valid ? Optional.of(new PgType(kind, first, second)) : Optional.empty();
    }

    /** The spelling in manifests and DDL. */
    String spelling() {
        return kind.spelling + modifiers();
    }

    /** The spelling of {@code pg_catalog.format_type}. */
    String catalogSpelling() {
        return kind.catalogSpelling + modifiers();
    }

    private String modifiers() {
        return switch (kind) {
            case NUMERIC -> "(" + first + "," + second + ")";
            case VARCHAR -> "(" + first + ")";
            case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, BOOLEAN, TEXT, BYTEA, UUID, INET, DATE, TIMESTAMPTZ -> "";
        };
    }
}
