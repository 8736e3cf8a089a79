package dev.dpone.clickhouse;

import dev.dpone.column.DataType.DateTimeType;
import dev.dpone.column.DataType.DateType;
import dev.dpone.column.DataType.DecimalType;
import dev.dpone.column.DataType.FloatType;
import dev.dpone.column.DataType.IntegerType;
import dev.dpone.column.DataType.StringType;
import dev.dpone.column.DataType.UuidType;
import dev.dpone.column.SourceColumn;
import java.util.List;

/** Rows whose digest is known, as literals: row A twice and row B once. A server that gets them right may be trusted. */
final class GoldenRows {
    static final String DIGEST = "edcf695e6de7a9277441db4a6f3161d790f1e7a3e88f2b7ce084695b9f1cb68a";

    static final List<SourceColumn> COLUMNS = List.of(
            new SourceColumn("a", "Int64", new IntegerType(64, true), false),
            new SourceColumn("b", "Nullable(String)", new StringType(), true),
            new SourceColumn("c", "Decimal(9, 2)", new DecimalType(9, 2), false),
            new SourceColumn("d", "Float64", new FloatType(64), false),
            new SourceColumn("e", "DateTime64(6, 'UTC')", new DateTimeType(true, 6), false),
            new SourceColumn("f", "UUID", new UuidType(), false),
            new SourceColumn("g", "Date32", new DateType(true), false),
            new SourceColumn("h", "UInt64", new IntegerType(64, false), false));

    static final String A = """
            SELECT toInt64(1) AS a, CAST('A\u00e9\ud83d\ude00' AS Nullable(String)) AS b, toDecimal32('-1.50', 2) AS c,
                reinterpretAsFloat64(unhex('0000000000000080')) AS d,
                toDateTime64('2026-09-13 12:34:56.123456', 6, 'UTC') AS e,
                toUUID('00112233-4455-6677-8899-aabbccddeeff') AS f, toDate32('1970-01-01') AS g,
                toUInt64('18446744073709551615') AS h""";

    static final String B = """
            SELECT toInt64(-2) AS a, CAST(NULL AS Nullable(String)) AS b, toDecimal32('0.00', 2) AS c,
                nan AS d, toDateTime64('1969-12-31 23:59:59.999000', 6, 'UTC') AS e,
                toUUID('00112233-4455-6677-8899-aabbccddeeff') AS f, toDate32('1900-01-01') AS g, toUInt64(0) AS h""";

    static final String DIGEST_QUERY = new ClickHouseDigestSql(COLUMNS).over(union(A, A, B));

    private GoldenRows() {}

    static String union(String... rows) {
        return String.join("\nUNION ALL\n", rows);
    }
}
