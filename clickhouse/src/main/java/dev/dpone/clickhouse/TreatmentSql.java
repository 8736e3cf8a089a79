package dev.dpone.clickhouse;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** ClickHouse SQL that treats values before they are sent, and tells of each whether it was changed. */
final class TreatmentSql {
    private static final String VALUE = "__dpone__value_";
    private static final String CHANGED = "__dpone__changed_";

    /** U+FFFD in UTF-8. */
    private static final String REPLACEMENT = "'\\xEF\\xBF\\xBD'";

    /** What JSON text is made with, whatever the server's or the user's defaults are. */
    private static final String JSON_SETTINGS = "\nSETTINGS output_format_json_named_tuples_as_objects = 1,"
            + " output_format_json_quote_64bit_integers = 0, output_format_json_quote_64bit_floats = 0,"
            + " output_format_json_quote_decimals = 0, output_format_json_quote_denormals = 1,"
            + " output_format_json_escape_forward_slashes = 0";

    private final List<Treatment> treatments;

    TreatmentSql(List<Treatment> treatments) {
        this.treatments = List.copyOf(treatments);
    }

    /** The columns that tell what changed, one per treatment, in their order. */
    List<String> changeNames() {
        return IntStream.rangeClosed(1, treatments.size())
                .mapToObj(number -> CHANGED + number)
                .toList();
    }

    /** The settings that the treatments need, as the query's last clause. */
    String settings() {
        return treatments.stream().anyMatch(each -> each.origin().type() instanceof DataType.StructuredType)
                ? JSON_SETTINGS
                : "";
    }

    /** A subquery over {@code from} with these columns after their treatments, and with what changed. */
    String subquery(List<String> names, String from) {
        List<String> outer = new ArrayList<>();
        List<String> inner = new ArrayList<>();
        for (String name : names) {
            int number = number(name);
            if (number == 0) {
                outer.add(Sql.identifier(name));
                inner.add(Sql.identifier(name));
            } else {
                Treatment treatment = treatments.get(number - 1);
                outer.add(value(treatment, VALUE + number, CHANGED + number) + " AS " + Sql.identifier(name));
                inner.add(Sql.identifier(name) + " AS " + VALUE + number);
            }
        }
        for (int number = 1; number <= treatments.size(); number++) {
            outer.add(changed(treatments.get(number - 1), VALUE + number) + " AS " + CHANGED + number);
        }
        return "(\n  SELECT " + String.join(",\n    ", outer) + "\n  FROM (SELECT " + String.join(", ", inner)
                + " FROM " + from + ")\n)";
    }

    /** The number of the column's treatment from 1, or 0. */
    private int number(String column) {
        return IntStream.rangeClosed(1, treatments.size())
                .filter(number -> treatments.get(number - 1).origin().name().equals(column))
                .findFirst()
                .orElse(0);
    }

    private static String value(Treatment treatment, String value, String changed) {
        ValueRule rule = treatment.rule();
        if (rule instanceof ValueRule.ReplaceUnlessText replace) {
            String valid = "toValidUTF8(" + value + ")";
            return replace.zero() ? valid : "replaceAll(" + valid + ", '\\0', " + REPLACEMENT + ")";
        } else if (rule instanceof ValueRule.Truncate truncate) {
            return truncated(treatment.origin(), truncate.scale(), value);
        } else if (rule instanceof ValueRule.AsText) {
            return text(treatment.origin(), value);
        }
        return "if(" + changed + ", NULL, " + value + ")";
    }

    /** Casts between scales cut toward zero; counting in ticks cuts toward the past. */
    private static String truncated(SourceColumn origin, int scale, String value) {
        String ticks = ticks(value);
        String unit = unit(origin, scale);
        String cut = "reinterpret(toInt64(intDiv(" + ticks + ", " + unit + ") - (" + ticks + " % " + unit
                + " < 0)), 'DateTime64(" + scale + ", \\'UTC\\')')";
        return origin.nullable() ? "if(isNull(" + value + "), NULL, " + cut + ")" : cut;
    }

    private static String text(SourceColumn origin, String value) {
        if (origin.type() instanceof DataType.FixedStringType) {
            return "CAST(" + value + ", '" + (origin.nullable() ? "Nullable(String)" : "String") + "')";
        } else if (origin.type() instanceof DataType.DecimalType decimal) {
            return "toDecimalString(" + value + ", " + decimal.scale() + ")";
        }
        return origin.type() instanceof DataType.StructuredType
                ? "toJSONString(" + value + ")"
                : "toString(" + value + ")";
    }

    private static String changed(Treatment treatment, String value) {
        SourceColumn origin = treatment.origin();
        String present = "isNotNull(" + value + ")";
        String condition = condition(treatment, "assumeNotNull(" + value + ")");
        return "toUInt8(" + (origin.nullable() ? present + " AND (" + condition + ")" : condition) + ")";
    }

    /** Whether the treatment changes a value that is not NULL. */
    private static String condition(Treatment treatment, String value) {
        ValueRule rule = treatment.rule();
        SourceColumn origin = treatment.origin();
        if (rule instanceof ValueRule.NullUnlessFinite) {
            return "NOT isFinite(" + value + ")";
        } else if (rule instanceof ValueRule.NullOutside outside) {
            return outside(origin.type(), outside, value);
        } else if (rule instanceof ValueRule.NullUnlessText text) {
            return noText(text.zero(), value);
        } else if (rule instanceof ValueRule.ReplaceUnlessText text) {
            return noText(text.zero(), value);
        } else if (rule instanceof ValueRule.Truncate truncate) {
            return ticks(value) + " % " + unit(origin, truncate.scale()) + " != 0";
        }
        return origin.type() instanceof DataType.FixedStringType fixed
                ? "length(CAST(" + value + ", 'String')) < " + fixed.length()
                : "1";
    }

    private static String noText(boolean zero, String value) {
        String invalid = "NOT isValidUTF8(" + value + ")";
        return zero ? invalid : invalid + " OR position(" + value + ", '\\0') > 0";
    }

    private static String outside(DataType type, ValueRule.NullOutside bounds, String value) {
        if (type instanceof DataType.IntegerType integer) {
            String wide = integer.signed() ? "toInt256('" : "toUInt256('";
            String above = value + " > " + wide + bounds.most() + "')";
            return integer.signed() ? value + " < " + wide + bounds.least() + "') OR " + above : above;
        }
        String number = type instanceof DataType.DateType ? "toInt32(" + value + ")" : ticks(value);
        return number + " < " + bounds.least() + " OR " + number + " > " + bounds.most();
    }

    private static String ticks(String value) {
        return "reinterpretAsInt64(assumeNotNull(" + value + "))";
    }

    /** How many of the origin's ticks are one of the scale's. */
    private static String unit(SourceColumn origin, int scale) {
        return "1" + "0".repeat(((DataType.DateTimeType) origin.type()).scale() - scale);
    }
}
