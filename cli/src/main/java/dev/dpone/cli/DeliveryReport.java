package dev.dpone.cli;

import dev.dpone.delivery.DeliveryResult;
import dev.dpone.spi.CommitReceipt;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A delivery's result as fields, the same for every command that delivers. */
final class DeliveryReport {
    private DeliveryReport() {}

    static Map<String, Object> fields(DeliveryResult result, Duration took) {
        CommitReceipt receipt = result.receipt();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pipeline", receipt.pipeline());
        fields.put("run_id", receipt.runId());
        fields.put("status", result.replayed() ? "already_published" : "succeeded");
        fields.put("rows", receipt.rows());
        fields.put("strategy", receipt.strategy());
        fields.put("mutation", receipt.mutation().how());
        if (receipt.mutation().deletedRows() >= 0) {
            fields.put("deleted_rows", receipt.mutation().deletedRows());
        }
        if (receipt.strategy().equals("merge")) {
            fields.put("inserted_rows", receipt.mutation().insertedRows());
            fields.put("updated_rows", receipt.mutation().updatedRows());
        }
        fields.put("chunks", receipt.chunks());
        Map<String, Object> changed = new LinkedHashMap<>();
        result.changed()
                .forEach(count ->
                        changed.put(count.column(), Map.of(count.policy().id(), count.values())));
        if (!changed.isEmpty()) {
            fields.put("changed_values", changed);
        }
        fields.put("digest", receipt.businessDigest());
        fields.put("receipt_id", receipt.receiptId());
        fields.put("committed_at", receipt.committedAt().toString());
        result.evidence().ifPresent(path -> fields.put("evidence", path.toString()));
        fields.put("duration_seconds", seconds(took));
        if (!result.replayed()) {
            fields.put("rows_per_second", Math.round(receipt.rows() / Math.max(0.001, took.toMillis() / 1000.0)));
        }
        return fields;
    }

    /** Seconds with three digits. */
    static double seconds(Duration took) {
        return took.toMillis() / 1000.0;
    }
}
