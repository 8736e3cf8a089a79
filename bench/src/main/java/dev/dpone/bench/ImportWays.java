package dev.dpone.bench;

import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.Sha256;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Two ways to bring the rows of a recording into a private heap: dpone's import of one sealed file, which reads back and hashes
 * what landed, and the driver's bulk copy from objects in memory, which proves nothing. Each in one transaction with a table lock.
 */
final class ImportWays implements AutoCloseable {
    private static final String PLAIN = "dbo.dpone_bench_plain";

    private final Stages stages;
    private final SealedFile file;
    private final List<ColumnMapping> mappings;
    private final String url;
    private final ObjectRows objects;
    private int attempts;

    private ImportWays(Stages stages, SealedFile file, List<ColumnMapping> mappings, String url) throws SQLException {
        this.stages = stages;
        this.file = file;
        this.mappings = mappings;
        this.url = url;
        this.objects = objects();
    }

    /** Seals the file and reads its rows as the objects of the other way. */
    static ImportWays prepare(Recording recording, Target target, String url, Path folder)
            throws IOException, SQLException {
        MssqlConnector connector = new MssqlConnector();
        List<ColumnMapping> mappings = recording.columns().stream()
                .map(column -> connector.map(column, Optional.empty()))
                .toList();
        TargetPlan plan = new TargetPlan(
                new TableRef("dbo", "dpone_bench"),
                "dpone_stage",
                mappings,
                TechnicalColumns.OFF,
                new Strategy.FullRefresh());
        target.admit(plan);
        String identity = "bench-" + recording.profile().lowerCase();
        long epoch = target.openFence(identity, "bench");
        DeliveryId id = new DeliveryId("bench", "bench." + identity, identity, identity, identity, epoch);
        SealedFile file = seal(recording, connector.format(mappings), Files.createDirectories(folder));
        return new ImportWays(target.deliver(plan, id).stages(), file, mappings, url);
    }

    private static SealedFile seal(Recording recording, RowFormat format, Path folder) throws IOException {
        RowBuffer bytes = new RowBuffer(1 << 20);
        RowBuffer canonical = new RowBuffer(1024);
        RowDigester digester = new RowDigester();
        CanonicalRowWriter writer = new CanonicalRowWriter(recording.columns());
        long rows = 0;
        for (Block block : recording.blocks()) {
            for (int row = 0; row < block.rows(); row++) {
                format.write(block, row, bytes);
                canonical.clear();
                writer.write(block, row, canonical);
                digester.add(canonical);
                rows++;
            }
        }
        byte[] content = java.util.Arrays.copyOf(bytes.bytes(), bytes.length());
        Path path = Files.write(folder.resolve("import.native"), content);
        MessageDigest hash = Sha256.newDigest();
        return new SealedFile(
                0,
                path,
                rows,
                content.length,
                content.length,
                HexFormat.of().formatHex(hash.digest(content)),
                digester.sum());
    }

    /** The rows as the driver itself returns them, read from a stage. */
    private ObjectRows objects() throws SQLException {
        StageAttempt attempt = next();
        stages.importFile(file, attempt);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + PLAIN);
            statement.execute("CREATE TABLE " + PLAIN
                    + mappings.stream()
                            .map(m -> "[" + m.name() + "] " + m.targetType())
                            .collect(Collectors.joining(", ", " (", ")")));
            String columns = mappings.stream().map(m -> "[" + m.name() + "]").collect(Collectors.joining(", "));
            try (ResultSet rows =
                    statement.executeQuery("SELECT " + columns + " FROM dpone_stage." + attempt.table())) {
                return ObjectRows.read(rows);
            }
        } finally {
            stages.settle(attempt);
        }
    }

    private StageAttempt next() {
        return new StageAttempt(0, attempts, "dpone_bench_" + attempts++);
    }

    ImportTable.Times dpone() throws SQLException {
        StageAttempt attempt = next();
        try {
            return timed(() -> {
                ChunkReceipt receipt = stages.importFile(file, attempt);
                if (!receipt.sum().equals(file.sum())) {
                    throw new IllegalStateException("other rows landed than were sealed");
                }
            });
        } finally {
            stages.settle(attempt);
        }
    }

    ImportTable.Times plain() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE TABLE " + PLAIN);
            ImportTable.Times times = timed(() -> copy(connection));
            try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + PLAIN)) {
                if (!count.next() || count.getLong(1) != file.rows()) {
                    throw new IllegalStateException("the plain way lost rows");
                }
            }
            return times;
        }
    }

    private void copy(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
        options.setBatchSize(0);
        options.setTableLock(true);
        options.setKeepNulls(true);
        options.setBulkCopyTimeout(0);
        try (SQLServerBulkCopy copy = new SQLServerBulkCopy(connection)) {
            copy.setBulkCopyOptions(options);
            copy.setDestinationTableName(PLAIN);
            copy.writeToServer(objects.start());
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** Something measured. */
    private interface Work {
        void run() throws SQLException;
    }

    private ImportTable.Times timed(Work work) throws SQLException {
        var threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        long clock = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - clock) / 1e9;
        double cpuSeconds = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
        return new ImportTable.Times(file.rows(), file.rows() * mappings.size(), seconds, cpuSeconds);
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + PLAIN);
        }
    }
}
