package dev.dpone.mssql;

import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Mutation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Commit receipts as rows of {@code dpone.commit_receipts}. */
final class Receipts {
    private static final List<String> COLUMNS = List.of(
            "receipt_id",
            "operation_key",
            "target_identity",
            "run_id",
            "pipeline",
            "fence_epoch",
            "plan_fingerprint",
            "strategy",
            "mutation",
            "deleted_rows",
            "inserted_rows",
            "updated_rows",
            "row_count",
            "business_digest",
            "full_digest",
            "chunks",
            "loaded_at",
            "committed_at");

    static final String FIND =
            "SELECT " + String.join(", ", COLUMNS) + "\nFROM [dpone].[commit_receipts] WHERE operation_key = ?";

    static final String INSERT = "INSERT INTO [dpone].[commit_receipts] (" + String.join(", ", COLUMNS) + ")\nOUTPUT "
            + COLUMNS.stream().map(column -> "inserted." + column).collect(Collectors.joining(", "))
            + "\nVALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS datetime2(7)), SYSUTCDATETIME())";

    private Receipts() {}

    static Optional<CommitReceipt> find(Session session, String operationKey) throws SQLException {
        return session.find(FIND, Receipts::read, operationKey);
    }

    static CommitReceipt insert(Session session, CommitReceipt receipt) throws SQLException {
        return session.get(
                INSERT,
                Receipts::read,
                receipt.receiptId(),
                receipt.operationKey(),
                receipt.targetIdentity(),
                receipt.runId(),
                receipt.pipeline(),
                receipt.fenceEpoch(),
                receipt.planFingerprint(),
                receipt.strategy(),
                receipt.mutation().how(),
                receipt.mutation().deletedRows(),
                receipt.mutation().insertedRows(),
                receipt.mutation().updatedRows(),
                receipt.rows(),
                receipt.businessDigest(),
                receipt.fullDigest(),
                receipt.chunks(),
                IsoText.of(LocalDateTime.ofInstant(receipt.loadedAt(), ZoneOffset.UTC), MssqlType.FINEST_SCALE));
    }

    private static CommitReceipt read(ResultSet row) throws SQLException {
        return new CommitReceipt(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                row.getString(7),
                row.getString(8),
                new Mutation(row.getString(9), row.getLong(10), row.getLong(11), row.getLong(12)),
                row.getLong(13),
                row.getString(14),
                row.getString(15),
                row.getLong(16),
                instant(row, 17),
                instant(row, 18));
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }
}
