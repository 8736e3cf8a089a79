package dev.dpone.manifest;

import java.util.List;

/** The key tables of {@code docs/manifest.md}, made from the keys the reader reads. */
final class KeyTable {
    private static final String HEAD = "| key | value | default | meaning |\n|---|---|---|---|\n";

    private KeyTable() {}

    /** The keys around pipelines. */
    static String ofTheFile() {
        StringBuilder out = new StringBuilder(HEAD);
        for (Key key : ManifestKeys.ROOT.keys()) {
            row(out, key.name(), key);
        }
        FieldsShape defaults =
                (FieldsShape) ManifestKeys.ROOT.key("defaults").orElseThrow().shape();
        row(out, "defaults.name", defaults.key("name").orElseThrow());
        MapShape schemas =
                (MapShape) ManifestKeys.ROOT.key("schemas").orElseThrow().shape();
        Key tables = ((FieldsShape) schemas.value()).key("tables").orElseThrow();
        row(out, "schemas.<source schema>.tables", tables);
        FieldsShape table = ((NameOrFieldsShape) ((ListShape) tables.shape()).item()).fields();
        row(out, "schemas.<source schema>.tables[].name", table.key("name").orElseThrow());
        return out.toString();
    }

    /** The keys of a pipeline. */
    static String ofAPipeline() {
        StringBuilder out = new StringBuilder(HEAD);
        rows(out, "", ManifestKeys.PIPELINE.keys());
        return out.toString();
    }

    /** The keys of a connection. */
    static String ofAConnection() {
        StringBuilder out = new StringBuilder(HEAD);
        MapShape byId =
                (MapShape) ConnectionKeys.ROOT.key("connections").orElseThrow().shape();
        rows(out, "", ((FieldsShape) byId.value()).keys());
        return out.toString();
    }

    private static void rows(StringBuilder out, String above, List<Key> keys) {
        for (Key key : keys) {
            String path = above + key.name();
            if (key.shape() instanceof FieldsShape below) {
                if (path.endsWith("native_chunks") || path.endsWith("window")) {
                    row(out, path, key);
                }
                rows(out, path + ".", below.keys());
            } else if (key.shape() instanceof MapShape map) {
                row(out, path + "." + map.name(), key);
            } else {
                row(out, path, key);
            }
        }
    }

    private static void row(StringBuilder out, String path, Key key) {
        out.append("| `")
                .append(path)
                .append("` | ")
                .append(value(key))
                .append(" | ")
                .append(fallback(key));
        out.append(" | ").append(key.meaning()).append(later(key)).append(" |\n");
    }

    private static String value(Key key) {
        if (!key.done()) {
            return "-";
        }
        if (key.shape() instanceof ChoiceShape choice) {
            return "`" + String.join("`, `", choice.values()) + "`";
        }
        return key.shape() instanceof MapShape map
                ? map.value().words()
                : key.shape().words();
    }

    private static String fallback(Key key) {
        if (key.need() != Key.Need.OPTIONAL) {
            return "required";
        }
        return key.fallback().map(value -> "`" + value + "`").orElse("-");
    }

    private static String later(Key key) {
        if (!key.done()) {
            return " **Refused:** " + key.refusal().orElseThrow().id() + ".";
        }
        return key.shape() instanceof ChoiceShape choice && !choice.later().isEmpty()
                ? " Not supported yet: `" + String.join("`, `", choice.later()) + "`."
                : "";
    }
}
