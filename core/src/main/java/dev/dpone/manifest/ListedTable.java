package dev.dpone.manifest;

import dev.dpone.spi.TableRef;

/**
 * One table a manifest lists.
 *
 * @param place where it is listed
 * @param path the list item
 * @param merged defaults, block and own overrides, merged
 */
record ListedTable(String schema, String name, Place place, String path, Entries merged) {
    String id() {
        return schema + "." + name;
    }

    /** The sink's table; empty texts where the manifest has none. */
    TableRef target() {
        return new TableRef(
                merged.text("sink", "table", "schema").orElse(""),
                merged.text("sink", "table", "name").orElse(name));
    }
}
