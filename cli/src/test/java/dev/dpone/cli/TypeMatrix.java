package dev.dpone.cli;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TargetConnector;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page docs/type-matrix.md, made from what the connectors do. */
final class TypeMatrix {
    /** Every type of ClickHouse, with parameters where a type needs some. */
    static final List<String> TYPES = List.of(
            "Int8",
            "Int16",
            "Int32",
            "Int64",
            "Int128",
            "Int256",
            "UInt8",
            "UInt16",
            "UInt32",
            "UInt64",
            "UInt128",
            "UInt256",
            "Float32",
            "Float64",
            "BFloat16",
            "Decimal(9, 2)",
            "Decimal(18, 4)",
            "Decimal(38, 10)",
            "Decimal(76, 20)",
            "Decimal32(2)",
            "Decimal64(4)",
            "Decimal128(10)",
            "Decimal256(20)",
            "Bool",
            "String",
            "FixedString(16)",
            "FixedString(9000)",
            "UUID",
            "Date",
            "Date32",
            "DateTime",
            "DateTime('Europe/Berlin')",
            "DateTime64(0)",
            "DateTime64(3)",
            "DateTime64(6, 'UTC')",
            "DateTime64(7, 'UTC')",
            "DateTime64(9, 'UTC')",
            "Time",
            "Time64(3)",
            "Enum8('new' = 1, 'done' = 2)",
            "Enum16('neu' = 1, 'geändert' = 2)",
            "IPv4",
            "IPv6",
            "Nullable(Int32)",
            "LowCardinality(String)",
            "LowCardinality(Nullable(String))",
            "Array(String)",
            "Tuple(Int32, String)",
            "Map(String, Int32)",
            "Nested(a Int32)",
            "JSON",
            "Object('json')",
            "Variant(Int32, String)",
            "Dynamic",
            "Point",
            "Ring",
            "LineString",
            "MultiLineString",
            "Polygon",
            "MultiPolygon",
            "Geometry",
            "AggregateFunction(sum, UInt64)",
            "SimpleAggregateFunction(sum, UInt64)",
            "IntervalDay",
            "QBit(Float32, 8)",
            "Nothing");

    private static final Pattern SQL = Pattern.compile("[Ww]rite (\\S+\\(.*? AS `?c`?)[ .]", Pattern.DOTALL);

    private TypeMatrix() {}

    static String page() {
        return """
                # Types

                What a column becomes when the manifest names no type for it in `sink.types`, and why. A type is mapped so that every
                value survives, or it is refused with the expression to select instead; values that a mapped type can't hold are refused
                row by row. Nullable columns become nullable columns. A policy in `sink.policies` (see
                [the manifest](manifest.md#policies)) takes what would be refused otherwise. In the expressions, `c` is the column.

                This page is generated from the code; a test holds it against the code.

                | ClickHouse | PostgreSQL | SQL Server |
                |---|---|---|
                """ + TYPES.stream().map(TypeMatrix::row).collect(Collectors.joining());
    }

    /** Whether columns of the type can be read at all. */
    static boolean isRead(String type) {
        try {
            new ClickHouseConnector().column("c", type);
            return true;
        } catch (DponeException refusal) {
            return false;
        }
    }

    /** Whether columns of the type are delivered without a policy. */
    static boolean isMapped(String type, TargetConnector target) {
        try {
            target.map(new ClickHouseConnector().column("c", type), Optional.empty());
            return true;
        } catch (DponeException refusal) {
            return false;
        }
    }

    /** The policies that apply to columns of the type. */
    static List<String> policies(String type, TargetConnector target) {
        return target.treatments(new ClickHouseConnector().column("c", type), Optional.empty()).stream()
                .map(treatment -> treatment.policy().id())
                .toList();
    }

    /** The expression to select instead of a column of a type that is not read. */
    static String expression(String type) {
        try {
            new ClickHouseConnector().column("c", type);
            throw new AssertionError(type + " is read");
        } catch (DponeException refusal) {
            return sql(refusal);
        }
    }

    private static String sql(DponeException refusal) {
        Matcher sql = SQL.matcher(refusal.remedy());
        if (!sql.find()) {
            throw new AssertionError("A refusal without SQL to write: " + refusal.remedy());
        }
        return sql.group(1).replace("`", "");
    }

    private static String row(String type) {
        return "| `" + type + "` | " + cell(type, new PostgresConnector()) + " | " + cell(type, new MssqlConnector())
                + " |\n";
    }

    private static String cell(String type, TargetConnector target) {
        try {
            SourceColumn column = new ClickHouseConnector().column("c", type);
            ColumnMapping mapping = target.map(column, Optional.empty());
            return "`" + mapping.targetType() + "`: " + mapping.reason() + treatments(column, target);
        } catch (DponeException refusal) {
            return "refused; select `" + sql(refusal) + "`" + treatments(type, target);
        }
    }

    private static String treatments(String type, TargetConnector target) {
        try {
            return treatments(new ClickHouseConnector().column("c", type), target);
        } catch (DponeException unread) {
            return "";
        }
    }

    private static String treatments(SourceColumn column, TargetConnector target) {
        return target.treatments(column, Optional.empty()).stream()
                .map(treatment -> "; policy `" + treatment.policy().id() + "`: `"
                        + target.map(column, Optional.empty(), Optional.of(treatment.policy()))
                                .targetType()
                        + "`, " + treatment.effect())
                .collect(Collectors.joining());
    }
}
