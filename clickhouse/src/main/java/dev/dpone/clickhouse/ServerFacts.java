package dev.dpone.clickhouse;

import dev.dpone.spi.ServerInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a server says about itself, by statements that servers of every age understand.
 *
 * @param settings those of dpone's settings that it has
 * @param functions those of the functions asked for that it has
 */
record ServerFacts(ServerInfo info, Set<String> settings, Set<String> functions) {
    private static final String NIL_UUID = "00000000-0000-0000-0000-000000000000";
    private static final Set<String> FUNCTIONS = new TreeSet<>(ClickHouseDigestSql.FUNCTIONS);

    static {
        FUNCTIONS.add("serverUUID");
    }

    static ServerFacts ask(MetadataQuery query) {
        List<String> names = query.rows(
                        "SELECT version(), hostName(), currentDatabase()", Map.of(), "the version query")
                .get(0);
        Set<String> settings = first(query.rows(
                "SELECT name FROM system.settings WHERE name IN (" + QuerySettings.listed(QuerySettings.names()) + ")",
                Map.of(),
                "the query of settings"));
        Set<String> functions = first(query.rows(
                "SELECT name FROM system.functions WHERE name IN (" + QuerySettings.listed(FUNCTIONS) + ")",
                Map.of(),
                "the query of functions"));
        String server = names.get(1);
        if (functions.contains("serverUUID")) {
            String uuid = query.rows("SELECT toString(serverUUID())", Map.of(), "the query of the server's UUID")
                    .get(0)
                    .get(0);
            server = uuid.equals(NIL_UUID) ? server : uuid;
        }
        return new ServerFacts(
                new ServerInfo("ClickHouse", names.get(0), server + "/" + names.get(2)), settings, functions);
    }

    private static Set<String> first(List<List<String>> rows) {
        Set<String> names = new TreeSet<>();
        for (List<String> row : rows) {
            names.add(row.get(0));
        }
        return names;
    }
}
