package dev.dpone.cli;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.TargetConnector;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real target server as the tests see it: by its own SQL, never through dpone. */
interface TestTarget {
    /** The manifest's {@code sink.type}. */
    String type();

    /** Where the tests' tables are. */
    String schema();

    TargetConnector connector();

    Connection connect() throws SQLException;

    /** Connection fields, as in {@code DPONE_CONN_<ID>_<FIELD>}. */
    Map<String, String> connection();

    /** The server's port on this machine. */
    int port();

    /** The connection's fields with another port, such as a proxy's. */
    Map<String, String> connection(int port);

    /** A text of a statement or a row as it travels to the server. */
    byte[] wire(String text);

    /** How the statement begins that imports rows into a stage. */
    String importing();

    /** What the driver sends to commit after other statements, and not with those. */
    String committing();

    /** Whether a statement that waits for a lock ends when it is cancelled, so that what it used can be dropped at once. */
    default boolean stopsStatementsThatWait() {
        return true;
    }

    /** A name as dpone's statements quote it. */
    String quoted(String name);

    /** A literal of an instant. */
    String literal(Instant instant);

    /** The expression for a text's length in characters. */
    default String length(String column) {
        return "length(" + column + ")";
    }

    /** A table's name in SQL. */
    default String table(String name) {
        return schema() + "." + name;
    }

    /** A table with these columns, given as ClickHouse types and mapped by the connector. */
    default void create(String name, String... columns) {
        String definitions = Stream.of(columns)
                .map(column -> {
                    String[] parts = column.split(" ", 2);
                    SourceColumn source = new ClickHouseConnector().column(parts[0], parts[1]);
                    String type = connector().map(source, Optional.empty()).targetType();
                    return parts[0] + " " + type + (source.nullable() ? " NULL" : " NOT NULL");
                })
                .collect(Collectors.joining(", "));
        execute("CREATE TABLE " + table(name) + " (" + definitions + ")");
    }

    /** Something done on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Runs the work on a connection that nobody else uses meanwhile. */
    default <T> T with(Work<T> work) {
        try (Connection connection = connect()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    default void execute(String... statements) {
        with(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
                return true;
            }
        });
    }

    /** The query's rows, values joined by {@code |}. */
    default List<String> rows(String sql) {
        return with(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                List<String> rows = new ArrayList<>();
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> values = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        values.add(String.valueOf(result.getString(i)));
                    }
                    rows.add(String.join("|", values));
                }
                return rows;
            }
        });
    }

    /** Where deliveries have their stages: a schema of this process, since others may test on the same server. */
    default String staging() {
        return "dpone_stage_" + ProcessHandle.current().pid();
    }

    /** dpone's stage and prepared tables that this process's deliveries have now. */
    default List<String> stagingTables() {
        return rows(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + staging() + "' ORDER BY 1");
    }
}
