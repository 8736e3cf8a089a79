package dev.dpone.plan;

import java.util.List;
import java.util.Map;

/** The plan for people: Markdown, and the same with less markup for terminals. */
public final class PlanText {
    private static final List<String> TABLE = List.of("column", "source_type", "target_type", "nullable", "reason");

    private PlanText() {}

    /** A Markdown page over the pipelines' fields. */
    public static String markdown(List<Map<String, Object>> pipelines) {
        StringBuilder out = new StringBuilder("# dpone plan\n");
        for (Map<String, Object> fields : pipelines) {
            out.append("\n## ").append(fields.get("pipeline")).append("\n\n");
            sections(out, fields, true);
        }
        return out.toString();
    }

    /** Plain text over the pipelines' fields. */
    public static String text(List<Map<String, Object>> pipelines) {
        StringBuilder out = new StringBuilder();
        for (Map<String, Object> fields : pipelines) {
            out.append(fields.get("pipeline")).append('\n');
            sections(out, fields, false);
            out.append('\n');
        }
        return out.toString();
    }

    private static void sections(StringBuilder out, Map<String, Object> fields, boolean markdown) {
        fields.forEach((name, value) -> {
            if (name.equals("pipeline")) {
                return;
            }
            if (value instanceof Map<?, ?> map) {
                heading(out, name, markdown);
                flatten(out, "", map, markdown);
            } else if (name.equals("types") && value instanceof List<?> rows) {
                types(out, rows, markdown);
            } else if (name.equals("statements") && value instanceof List<?> rows) {
                rows.forEach(row -> statement(out, (Map<?, ?>) row, markdown));
            } else {
                heading(out, name, markdown);
                out.append(markdown ? "" : "  ").append(value).append('\n');
            }
        });
    }

    private static void heading(StringBuilder out, String name, boolean markdown) {
        out.append(markdown ? "\n### " + name + "\n\n" : " " + name + "\n");
    }

    private static void flatten(StringBuilder out, String prefix, Map<?, ?> map, boolean markdown) {
        map.forEach((key, value) -> {
            String path = prefix.isEmpty() ? String.valueOf(key) : prefix + "." + key;
            if (value instanceof Map<?, ?> nested) {
                flatten(out, path, nested, markdown);
            } else if (markdown) {
                out.append("- ").append(path).append(": `").append(value).append("`\n");
            } else {
                out.append("  ").append(path).append(": ").append(value).append('\n');
            }
        });
    }

    private static void types(StringBuilder out, List<?> rows, boolean markdown) {
        if (rows.isEmpty()) {
            return;
        }
        heading(out, "types", markdown);
        if (markdown) {
            out.append("| ").append(String.join(" | ", TABLE)).append(" |\n|").append("---|".repeat(TABLE.size()));
            out.append('\n');
        }
        for (Object row : rows) {
            Map<?, ?> cells = (Map<?, ?>) row;
            List<String> texts = TABLE.stream()
                    .map(key -> escape(String.valueOf(cells.get(key)), markdown))
                    .toList();
            out.append(markdown ? "| " + String.join(" | ", texts) + " |" : "  " + String.join("  ", texts));
            out.append('\n');
        }
    }

    private static String escape(String text, boolean markdown) {
        return markdown ? text.replace("|", "\\|").replace("\n", " ") : text;
    }

    private static void statement(StringBuilder out, Map<?, ?> row, boolean markdown) {
        String sql = String.valueOf(row.get("sql"));
        heading(out, String.valueOf(row.get("purpose")), markdown);
        if (markdown) {
            out.append("```sql\n").append(sql).append("\n```\n");
        } else {
            sql.lines().forEach(line -> out.append("  ").append(line).append('\n'));
        }
    }
}
