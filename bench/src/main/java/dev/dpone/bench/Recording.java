package dev.dpone.bench;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.clickhouse.NativeDecoder;
import dev.dpone.column.Block;
import dev.dpone.column.SourceColumn;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.rows.Profile;
import dev.dpone.sandbox.rows.ProfileTable;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.ReadLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A real server's Native answer to a profile's query, kept in memory, with what is needed to decode and encode it. */
final class Recording {
    /** The bounds of a delivery with default limits. */
    static final ReadLimits LIMITS = new ReadLimits(65_536, 1 << 20, 64 << 20);

    private static final String DATABASE = "dpone_bench";

    private final Profile profile;
    private final byte[] bytes;
    private final List<SourceColumn> columns;

    private Recording(Profile profile, byte[] bytes, List<SourceColumn> columns) {
        this.profile = profile;
        this.bytes = bytes;
        this.columns = List.copyOf(columns);
    }

    /** The whole answer. Not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    List<SourceColumn> columns() {
        return columns;
    }

    Profile profile() {
        return profile;
    }

    /** Every block of it. */
    List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        NativeDecoder decoder = new NativeDecoder(new ByteArrayInputStream(bytes), columns, LIMITS);
        for (Optional<Block> block = decoder.next(); block.isPresent(); block = decoder.next()) {
            blocks.add(block.get());
        }
        return blocks;
    }

    /** Where the PostgreSQL target puts the columns. */
    List<ColumnMapping> mappings() {
        PostgresConnector target = new PostgresConnector();
        return columns.stream()
                .map(column -> target.map(column, Optional.empty()))
                .toList();
    }

    /** Makes the profile's rows on the server and takes its answer, with the settings of a delivery. */
    static Recording record(ClickHouseServer server, Profile profile, int rows)
            throws IOException, InterruptedException {
        ProfileTable table = ProfileTable.of(profile);
        table.create(DATABASE, rows).forEach(server::execute);
        String settings = "max_block_size=" + LIMITS.blockRows() + "&preferred_block_size_bytes="
                + LIMITS.preferredBlockBytes() + "&low_cardinality_allow_in_native_format=1&session_timezone=UTC";
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.httpUrl() + "/?" + settings))
                .header("X-ClickHouse-User", server.username())
                .header("X-ClickHouse-Key", server.password())
                .POST(HttpRequest.BodyPublishers.ofString("SELECT * FROM " + table.in(DATABASE) + " FORMAT Native"))
                .build();
        HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException(new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8));
        }
        return new Recording(profile, answer.body(), columns(server, profile));
    }

    private static List<SourceColumn> columns(ClickHouseServer server, Profile profile) {
        List<SourceColumn> columns = new ArrayList<>();
        server.execute("SELECT name, type FROM system.columns WHERE database = '" + DATABASE + "' AND table = '"
                        + profile.lowerCase() + "' ORDER BY position FORMAT TSVRaw")
                .lines()
                .forEach(line -> columns.add(column(line)));
        return columns;
    }

    private static SourceColumn column(String nameAndType) {
        int tab = nameAndType.indexOf('\t');
        return new ClickHouseConnector().column(nameAndType.substring(0, tab), nameAndType.substring(tab + 1));
    }

    /** Writes it for {@link #load}, so that no server runs while a benchmark does. */
    void save(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(profile.lowerCase() + ".native"), bytes);
        Files.write(
                folder.resolve(profile.lowerCase() + ".columns"),
                columns.stream().map(c -> c.name() + "\t" + c.spelling()).toList());
    }

    static Recording load(Path folder, Profile profile) throws IOException {
        return new Recording(
                profile,
                Files.readAllBytes(folder.resolve(profile.lowerCase() + ".native")),
                Files.readAllLines(folder.resolve(profile.lowerCase() + ".columns")).stream()
                        .map(Recording::column)
                        .toList());
    }
}
