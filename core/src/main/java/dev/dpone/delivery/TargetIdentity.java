package dev.dpone.delivery;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.TableRef;
import java.util.Map;

/** Which table of which database of which server, as one fingerprint. */
public final class TargetIdentity {
    private TargetIdentity() {}

    /**
     * Lower-case hex SHA-256.
     *
     * @param engine the connector's type
     */
    public static String of(String engine, ServerInfo server, TableRef table) {
        return CanonicalJson.fingerprint(Map.of(
                "engine", engine,
                "server", server.identity(),
                "schema", table.schema(),
                "table", table.name()));
    }
}
