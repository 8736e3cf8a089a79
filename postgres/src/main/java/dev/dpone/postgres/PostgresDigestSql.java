package dev.dpone.postgres;

import dev.dpone.column.DataType;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The row digest as one statement that the server computes over a table. */
final class PostgresDigestSql {
    /** A row's hash is summed byte by byte, most significant first: the cheapest exact sums the server has. */
    private static final int BYTES = 32;

    private PostgresDigestSql() {}

    static RowSum digest(Session session, TableRef table, List<ColumnMapping> columns) throws SQLException {
        return session.get(statement(table, columns), PostgresDigestSql::sum);
    }

    static String statement(TableRef table, List<ColumnMapping> columns) {
        String row = columns.stream().map(PostgresDigestSql::canonical).collect(Collectors.joining("\n    || "));
        StringBuilder sums = new StringBuilder("SELECT count(*)");
        for (int at = 0; at < BYTES; at++) {
            sums.append(",\n  coalesce(sum(get_byte(hash, ").append(at).append(")), 0)");
        }
        // Without OFFSET the subquery is pulled up, and each sum computes the hash again.
        return sums + "\nFROM (SELECT sha256(\n    " + row + ") AS hash\n  FROM " + Identifier.quoted(table)
                + " OFFSET 0) AS hashes";
    }

    private static RowSum sum(ResultSet row) throws SQLException {
        BigInteger sum = BigInteger.ZERO;
        for (int at = 0; at < BYTES; at++) {
            sum = sum.shiftLeft(8).add(BigInteger.valueOf(row.getLong(2 + at)));
        }
        return RowSum.of(row.getLong(1), sum);
    }

    private static String canonical(ColumnMapping column) {
        String name = Identifier.quoted(column.name());
        return "CASE WHEN " + name + " IS NULL THEN '\\x00'::bytea ELSE '\\x01'::bytea || " + payload(column, name)
                + " END";
    }

    private static String payload(ColumnMapping column, String name) {
        DataType type = column.source().type();
        if (type instanceof DataType.IntegerType integer) {
            return integer.isWide() || (integer.bits() == 64 && !integer.signed())
                    ? text(decimal(name, 0, ColumnWriters.target(column)))
                    : "int8send(" + name + "::bigint)";
        } else if (type instanceof DataType.BoolType) {
            return "int8send(" + name + "::integer::bigint)";
        } else if (type instanceof DataType.DecimalType decimal) {
            return text(decimal(name, decimal.scale(), ColumnWriters.target(column)));
        } else if (type instanceof DataType.FloatType) {
            return "CASE WHEN " + name + " = 'NaN' THEN '\\x7ff8000000000000'::bytea ELSE float8send(" + name
                    + "::double precision) END";
        } else if (type instanceof DataType.UuidType) {
            return "convert_to(" + name + "::text, 'UTF8')";
        } else if (type instanceof DataType.IpType) {
            // The text of inet without its netmask, where that is the whole address.
            return text("abbrev(" + name + ")");
        } else if (type instanceof DataType.DateType) {
            return "int8send((" + name + " - DATE '1970-01-01')::bigint)";
        } else if (type instanceof DataType.DateTimeType) {
            return "int8send((extract(epoch FROM " + name + ") * 10000000)::bigint)";
        }
        return ColumnWriters.target(column).kind() == PgType.Kind.BYTEA
                ? "int4send(length(" + name + ")) || " + name
                : text(name);
    }

    /** Text with the source's scale; digits beyond it stay, since a rounded value would pass for the delivered one. */
    private static String decimal(String name, int scale, PgType target) {
        if (target.second() == scale) {
            return name + "::text";
        }
        String rounded = "round(" + name + ", " + scale + ")";
        return "(CASE WHEN " + name + " = " + rounded + " THEN " + rounded + " ELSE " + name + " END)::text";
    }

    private static String text(String expression) {
        return "int4send(octet_length(" + expression + ")) || convert_to(" + expression + ", 'UTF8')";
    }
}
