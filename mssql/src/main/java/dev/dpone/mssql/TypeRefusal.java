package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.mssql.MssqlType.Kind;
import java.util.ArrayList;
import java.util.List;

/** Refuses an authored type, with those that are allowed. */
final class TypeRefusal {
    private TypeRefusal() {}

    static DponeException of(SourceColumn column, String authored) {
        return new DponeException(
                ErrorCode.TARGET_TYPE_INVALID,
                "Column " + column.name() + ": " + column.spelling() + " cannot be stored without loss as '" + authored
                        + "'",
                "Write one of " + String.join("; ", allowed(column.type()))
                        + "; or leave the column out of sink.types.");
    }

    /** The natural type first. */
    static List<String> allowed(DataType source) {
        MssqlType natural = NaturalType.of(source).type();
        List<String> allowed = new ArrayList<>(List.of(natural.spelling()));
        if (source instanceof DataType.IntegerType integer) {
            allowed.addAll(integers(integer, natural.kind()));
        } else if (source instanceof DataType.DecimalType decimal) {
            allowed.add("decimal(p,s) with s of " + decimal.scale() + " or more and p-s of "
                    + (decimal.precision() - decimal.scale()) + " or more");
        } else if (natural.kind() == Kind.REAL) {
            allowed.add("float");
        } else if (source instanceof DataType.StringType) {
            allowed.addAll(List.of(
                    "nvarchar(n)",
                    "varchar(n) or varchar(max), followed by 'collate " + TypeMapping.UTF8_COLLATION
                            + "' unless the text is ASCII",
                    "varbinary(n) or varbinary(max)"));
        } else if (source instanceof DataType.FixedStringType bytes) {
            allowed.addAll(fixed(bytes.length()));
        } else if (source instanceof DataType.EnumType type) {
            EnumNames names = EnumNames.of(type);
            allowed.add("varchar(n) with n of " + names.longestBytes() + " or more"
                    + (names.ascii() ? "" : ", followed by 'collate " + TypeMapping.UTF8_COLLATION + "'"));
            allowed.add("nvarchar(n) with n of " + names.longestUnits() + " or more");
        } else if (source instanceof DataType.IpType) {
            allowed.add("varchar(n) with n of " + natural.first() + " or more");
        } else if (source instanceof DataType.DateTimeType instant && instant.scale() < MssqlType.FINEST_SCALE) {
            allowed.add("datetime2(p) with p of " + instant.scale() + " to " + MssqlType.FINEST_SCALE);
        }
        return allowed;
    }

    private static List<String> integers(DataType.IntegerType source, Kind natural) {
        List<String> allowed = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind.isInteger() && natural.isInteger() && kind.compareTo(natural) > 0) {
                allowed.add(MssqlType.of(kind).spelling());
            }
        }
        allowed.add("decimal(p,s) with p-s of " + NaturalType.digits(source) + " or more");
        return allowed;
    }

    private static List<String> fixed(int length) {
        List<String> allowed = new ArrayList<>();
        if (length <= MssqlType.maxLength(Kind.BINARY)) {
            allowed.add("varbinary(n) or varchar(n) with n of " + length + " or more");
            allowed.add("binary(" + length + ")");
            allowed.add("char(" + length + ")");
        }
        if (length <= MssqlType.maxLength(Kind.NCHAR)) {
            allowed.add("nvarchar(n) with n of " + length + " or more");
            allowed.add("nchar(" + length + ")");
        }
        allowed.add("varbinary(max), varchar(max) or nvarchar(max)");
        return allowed;
    }
}
