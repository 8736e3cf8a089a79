package dev.dpone.mssql;

import dev.dpone.column.DataType;
import dev.dpone.mssql.MssqlType.Kind;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The row digest as one statement that SQL Server 2019 or later computes over a table. A golden file pins its text; it counts as
 * unproven until a server returned the published vectors for it.
 */
final class MssqlDigestSql {
    /** A row's hash is summed as this many words of 32 bits, most significant first: their sums are exact decimals. */
    static final int WORDS = 8;

    private MssqlDigestSql() {}

    /** Returns one row: the count, then the sums of the words. */
    static String statement(TableRef table, List<ColumnMapping> columns) {
        String row = columns.stream().map(MssqlDigestSql::canonical).collect(Collectors.joining("\n    + "));
        StringBuilder sums = new StringBuilder("SELECT COUNT_BIG(*)");
        for (int word = 0; word < WORDS; word++) {
            sums.append(",\n  COALESCE(SUM(CAST(CAST(SUBSTRING(hash, ")
                    .append(1 + 4 * word)
                    .append(", 4) AS bigint) AS decimal(38,0))), 0)");
        }
        // The first operand makes the whole concatenation varbinary(max); without it, it would be cut at 8000 bytes.
        return sums + "\nFROM (SELECT HASHBYTES('SHA2_256', CAST(0x AS varbinary(max))\n    + " + row
                + ") AS hash\n  FROM " + Identifier.quoted(table) + ") AS hashes";
    }

    private static String canonical(ColumnMapping column) {
        String name = Identifier.quoted(column.name());
        return "CASE WHEN " + name + " IS NULL THEN 0x00 ELSE 0x01 + " + payload(column, name) + " END";
    }

    private static String payload(ColumnMapping column, String name) {
        DataType type = column.source().type();
        MssqlType target = TypeMapping.target(column);
        if (type instanceof DataType.IntegerType integer) {
            if (integer.isWide()) {
                return decimal(name, MssqlType.decimal(MssqlType.MAX_PRECISION, 0), target);
            }
            return integer.bits() == 64 && !integer.signed()
                    ? decimal(name, MssqlType.decimal(20, 0), target)
                    : eightBytes("CAST(" + name + " AS bigint)") + stray(name, "bigint", 0, target);
        } else if (type instanceof DataType.BoolType) {
            return eightBytes("CAST(" + name + " AS bigint)");
        } else if (type instanceof DataType.DecimalType decimal) {
            return decimal(name, MssqlType.decimal(decimal.precision(), decimal.scale()), target);
        } else if (type instanceof DataType.FloatType) {
            return eightBytes("CAST(" + name + " AS float(53))");
        } else if (type instanceof DataType.UuidType) {
            return "CAST(LOWER(CAST(" + name + " AS char(36))) AS binary(36))";
        } else if (type instanceof DataType.DateType) {
            return eightBytes("CAST(DATEDIFF(day, CAST('1970-01-01' AS date), " + name + ") AS bigint)");
        } else if (type instanceof DataType.DateTimeType) {
            return eightBytes("DATEDIFF_BIG(second, CAST('1970-01-01' AS datetime2(7)), " + name
                    + ") * 10000000 + DATEPART(nanosecond, " + name + ") / 100");
        }
        return target.kind().isText()
                ? sized("CAST(" + name + " COLLATE " + TypeMapping.UTF8_COLLATION + " AS varchar(max))")
                : sized(name);
    }

    private static String decimal(String name, MssqlType source, MssqlType target) {
        String exact = source.spelling();
        return sized("CAST(CAST(" + name + " AS " + exact + ") AS varchar(41))")
                + stray(name, exact, source.second(), target);
    }

    /** One more byte where the target holds fraction digits that the source does not have: rounded off, they would pass. */
    private static String stray(String name, String exact, int sourceScale, MssqlType target) {
        return target.kind() == Kind.DECIMAL && target.second() > sourceScale
                ? " + CASE WHEN " + name + " = CAST(" + name + " AS " + exact + ") THEN 0x ELSE 0x21 END"
                : "";
    }

    private static String eightBytes(String expression) {
        return "CAST(" + expression + " AS binary(8))";
    }

    private static String sized(String expression) {
        return "CAST(CAST(DATALENGTH(" + expression + ") AS int) AS binary(4)) + CAST(" + expression
                + " AS varbinary(max))";
    }
}
