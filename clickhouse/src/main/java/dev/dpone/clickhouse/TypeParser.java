package dev.dpone.clickhouse;

import dev.dpone.column.DataType;
import dev.dpone.column.DataType.BoolType;
import dev.dpone.column.DataType.DateTimeType;
import dev.dpone.column.DataType.DateType;
import dev.dpone.column.DataType.DecimalType;
import dev.dpone.column.DataType.EnumType;
import dev.dpone.column.DataType.FixedStringType;
import dev.dpone.column.DataType.FloatType;
import dev.dpone.column.DataType.IntegerType;
import dev.dpone.column.DataType.IpType;
import dev.dpone.column.DataType.StringType;
import dev.dpone.column.DataType.StructuredType;
import dev.dpone.column.DataType.UuidType;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the spelling of one type, by recursive descent. Anything but the listed types is refused by name. */
final class TypeParser {
    private static final int LONGEST_FIXED_STRING = 0xFFFFFF;

    private final String column;
    private final String text;
    private int at;

    private TypeParser(String column, String text) {
        this.column = column;
        this.text = text;
    }

    /**
     * Reads a type.
     *
     * @param column the column's name, for the message
     */
    static ClickHouseType parse(String column, String text) {
        TypeParser parser = new TypeParser(column, text);
        ClickHouseType type = parser.packed();
        parser.skipBlanks();
        if (parser.at != text.length()) {
            throw parser.refused();
        }
        return type;
    }

    private ClickHouseType packed() {
        int start = at;
        if (word().equals("LowCardinality")) {
            expect('(');
            ClickHouseType inner = nullable();
            expect(')');
            return new ClickHouseType(inner.type(), inner.nullable(), true);
        }
        at = start;
        return nullable();
    }

    private ClickHouseType nullable() {
        int start = at;
        if (word().equals("Nullable")) {
            expect('(');
            DataType inner = plain();
            expect(')');
            return new ClickHouseType(inner, true, false);
        }
        at = start;
        return new ClickHouseType(plain(), false, false);
    }

    private DataType plain() {
        int start = at;
        String name = word();
        return switch (name) {
            case "Array", "Tuple", "Map", "Nested", "JSON", "Object" -> structured(start);
            case "Int8" -> new IntegerType(8, true);
            case "Int16" -> new IntegerType(16, true);
            case "Int32" -> new IntegerType(32, true);
            case "Int64" -> new IntegerType(64, true);
            case "UInt8" -> new IntegerType(8, false);
            case "UInt16" -> new IntegerType(16, false);
            case "UInt32" -> new IntegerType(32, false);
            case "UInt64" -> new IntegerType(64, false);
            case "Int128" -> new IntegerType(128, true);
            case "Int256" -> new IntegerType(256, true);
            case "UInt128" -> new IntegerType(128, false);
            case "UInt256" -> new IntegerType(256, false);
            case "IPv4" -> new IpType(false);
            case "IPv6" -> new IpType(true);
            case "Float32" -> new FloatType(32);
            case "Float64" -> new FloatType(64);
            case "Bool" -> new BoolType();
            case "String" -> new StringType();
            case "UUID" -> new UuidType();
            case "Date" -> new DateType(false);
            case "Date32" -> new DateType(true);
            case "FixedString" -> fixedString();
            case "Decimal" -> decimal();
            case "Decimal32" -> decimal(9);
            case "Decimal64" -> decimal(18);
            case "Decimal128" -> decimal(38);
            case "Decimal256" -> decimal(76);
            case "DateTime" -> dateTime();
            case "DateTime64" -> dateTime64();
            case "Enum8" -> enumeration(8);
            case "Enum16" -> enumeration(16);
            default -> throw refused();
        };
    }

    /** What is inside is ClickHouse's own business: only JSON text of the values is ever read. */
    private DataType structured(int start) {
        int depth = 0;
        skipBlanks();
        while (at < text.length() && (depth > 0 || text.charAt(at) == '(')) {
            char c = text.charAt(at);
            if (c == '\'' || c == '`' || c == '"') {
                quoted(c);
            } else {
                at++;
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
            if (depth == 0) {
                break;
            }
        }
        if (depth > 0) {
            throw refused();
        }
        return new StructuredType(text.substring(start, at).replaceAll("\\s+", ""));
    }

    private DataType fixedString() {
        expect('(');
        int length = number(LONGEST_FIXED_STRING);
        expect(')');
        return length < 1 ? unreadable() : new FixedStringType(length);
    }

    private DataType decimal() {
        expect('(');
        int precision = number(76);
        int scale = 0;
        if (accept(',')) {
            scale = number(76);
        }
        expect(')');
        return decimalType(precision, scale);
    }

    private DataType decimal(int precision) {
        expect('(');
        int scale = number(76);
        expect(')');
        return decimalType(precision, scale);
    }

    private DataType decimalType(int precision, int scale) {
        boolean possible = precision >= 1 && precision <= 76 && scale <= precision;
        return possible ? new DecimalType(precision, scale) : unreadable();
    }

    private DataType dateTime() {
        if (accept('(')) {
            quoted();
            expect(')');
        }
        return new DateTimeType(false, 0);
    }

    private DataType dateTime64() {
        int scale = 3;
        if (accept('(')) {
            scale = number(9);
            if (accept(',')) {
                quoted();
            }
            expect(')');
        }
        return new DateTimeType(true, scale);
    }

    private DataType enumeration(int bits) {
        SortedMap<Integer, String> names = new TreeMap<>();
        expect('(');
        do {
            String name = quoted();
            expect('=');
            boolean negative = accept('-');
            int code = number(1 << (bits - 1));
            names.put(negative ? -code : code, name);
        } while (accept(','));
        expect(')');
        return new EnumType(bits, names);
    }

    private String word() {
        skipBlanks();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private int number(int most) {
        skipBlanks();
        long value = -1;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && value <= most) {
            value = Math.max(value, 0) * 10 + (text.charAt(at++) - '0');
        }
        if (value < 0 || value > most) {
            throw refused();
        }
        return (int) value;
    }

    /** A string literal: backslash escapes, or a quote doubled. */
    private String quoted() {
        return quoted('\'');
    }

    private String quoted(char quote) {
        expect(quote);
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                if (at < text.length() && text.charAt(at) == quote) {
                    at++;
                } else {
                    return value.toString();
                }
            } else if (c == '\\' && at < text.length()) {
                c = escaped(text.charAt(at++));
            }
            value.append(c);
        }
        throw refused();
    }

    private static char escaped(char c) {
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'a' -> '\u0007';
            case 'v' -> '\u000b';
            case '0' -> '\0';
            default -> c;
        };
    }

    private boolean accept(char c) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw refused();
        }
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private DataType unreadable() {
        throw refused();
    }

    private RuntimeException refused() {
        return UnsupportedType.refuse(column, text);
    }
}
