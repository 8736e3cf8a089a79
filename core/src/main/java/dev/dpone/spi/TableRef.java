package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

/** A table by schema (ClickHouse: database) and name, both as authored; quoting is the connector's. */
public record TableRef(String schema, String name) {
    public TableRef {
        requireNonNull(schema, "schema is null");
        requireNonNull(name, "name is null");
    }

    @Override
    public String toString() {
        return schema + "." + name;
    }
}
