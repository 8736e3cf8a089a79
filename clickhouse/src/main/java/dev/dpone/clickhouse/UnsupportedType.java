package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refuses a type by name, with the expression that turns its values into a readable type. */
final class UnsupportedType {
    private static final Pattern WRAPPED = Pattern.compile("^(?:LowCardinality|Nullable)\\((.*)\\)$", Pattern.DOTALL);
    private static final Pattern STATE =
            Pattern.compile("^SimpleAggregateFunction\\([^,]*,\\s*(.*)\\)$", Pattern.DOTALL);

    private UnsupportedType() {}

    static DponeException refuse(String column, String type) {
        String quoted = Sql.identifier(column);
        return new DponeException(
                ErrorCode.TYPE_UNSUPPORTED,
                "Column " + quoted + " has type " + Sql.shortened(type) + ", which dpone does not read from ClickHouse",
                "Write " + expression(quoted, inner(type)) + " AS " + quoted
                        + " for it in source.options.query.sql, or leave the column out of source.options.columns.");
    }

    private static String inner(String type) {
        String inner = type.strip();
        for (Matcher wrapped = WRAPPED.matcher(inner); wrapped.matches(); wrapped = WRAPPED.matcher(inner)) {
            inner = wrapped.group(1).strip();
        }
        return inner;
    }

    private static String expression(String column, String type) {
        Matcher state = STATE.matcher(type);
        if (state.matches()) {
            return "CAST(" + column + " AS " + Sql.shortened(state.group(1)) + ")";
        }
        int bracket = type.indexOf('(');
        String name = bracket < 0 ? type : type.substring(0, bracket).strip();
        return switch (name) {
            case "Variant", "Dynamic" -> "toJSONString(" + column + ")";
            case "Point", "Ring", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "Geometry" ->
                "wkt(" + column + ")";
            case "AggregateFunction" -> "finalizeAggregation(" + column + ")";
            case "Nothing" -> "CAST(" + column + " AS Nullable(String))";
            case "BFloat16" -> "toFloat32(" + column + ")";
            default -> name.startsWith("Interval") ? "toInt64(" + column + ")" : "toString(" + column + ")";
        };
    }
}
