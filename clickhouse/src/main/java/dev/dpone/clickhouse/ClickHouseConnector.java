package dev.dpone.clickhouse;

import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.SourceQuery;
import java.util.List;

/** ClickHouse as a source, over its HTTP interface. */
public final class ClickHouseConnector implements SourceConnector {
    @Override
    public String type() {
        return "clickhouse";
    }

    @Override
    public SourceColumn column(String name, String typeText) {
        ClickHouseType type = TypeParser.parse(name, typeText);
        return new SourceColumn(name, typeText, type.type(), type.nullable());
    }

    @Override
    public String dataQuery(SourceQuery query, List<SourceColumn> columns) {
        return DataQuery.text(query, columns);
    }

    @Override
    public ClickHouseSource connect(ConnectionSpec connection) {
        return new ClickHouseSource(this, Endpoint.of(connection));
    }
}
