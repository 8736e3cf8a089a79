package dev.dpone.delivery;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The journal's form of what events are about. Names and values are durable: they only ever grow. */
final class RunRecords {
    private RunRecords() {}

    static Map<String, Object> opened(DeliveryRequest request, DeliveryId id) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("pipeline", id.pipeline());
        data.put("target_identity", id.targetIdentity());
        data.put("operation_key", id.operationKey());
        data.put("plan_fingerprint", id.planFingerprint());
        data.put("fence_epoch", id.fenceEpoch());
        data.put("table", request.target().table().toString());
        data.put("strategy", request.target().strategy().mode());
        data.put("limits", request.limits().record());
        return data;
    }

    static Map<String, Object> attempt(StageAttempt attempt) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("ordinal", attempt.ordinal());
        data.put("attempt", attempt.attempt());
        data.put("stage_table", attempt.table());
        return data;
    }

    static Map<String, Object> intended(SealedFile file, StageAttempt attempt) {
        Map<String, Object> data = attempt(attempt);
        data.put("rows", file.rows());
        data.put("encoded_bytes", file.encodedBytes());
        data.put("file_sha256", file.sha256());
        data.put("row_sum", file.sum().sumHex());
        return data;
    }

    static Map<String, Object> receipt(ChunkReceipt receipt) {
        Map<String, Object> data = attempt(receipt.attempt());
        data.put("object_id", receipt.objectId());
        data.put("rows", receipt.rows());
        data.put("encoded_bytes", receipt.encodedBytes());
        data.put("file_sha256", receipt.fileSha256());
        data.put("row_sum", receipt.sum().sumHex());
        data.put("watermark", receipt.watermark());
        data.put("method", receipt.method());
        return data;
    }

    static Map<String, Object> prepared(Prepared prepared) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("prepared_table", prepared.table());
        data.put("object_id", prepared.objectId());
        data.put("rows", prepared.rows());
        data.put("business_sum", prepared.business().sumHex());
        data.put("full_sum", prepared.full().sumHex());
        data.put("loaded_at", prepared.loadedAt().toString());
        data.put("watermark", prepared.watermark());
        data.put("method", prepared.method());
        return data;
    }

    static Map<String, Object> published(CommitReceipt receipt) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("receipt_id", receipt.receiptId());
        data.put("rows", receipt.rows());
        data.put("business_digest", receipt.businessDigest());
        data.put("committed_at", receipt.committedAt().toString());
        return data;
    }

    static StageAttempt readAttempt(Map<String, Object> data) {
        return new StageAttempt(
                (int) number(data, "ordinal"), (int) number(data, "attempt"), (String) value(data, "stage_table"));
    }

    static ChunkReceipt readReceipt(Map<String, Object> data) {
        long rows = number(data, "rows");
        return new ChunkReceipt(
                readAttempt(data),
                number(data, "object_id"),
                rows,
                number(data, "encoded_bytes"),
                (String) value(data, "file_sha256"),
                RowSum.of(rows, new BigInteger((String) value(data, "row_sum"), 16)),
                (String) value(data, "watermark"),
                (String) value(data, "method"));
    }

    static long readEpoch(Map<String, Object> data) {
        return number(data, "fence_epoch");
    }

    static EvidenceSink.Written readEvidence(Map<String, Object> data) {
        return new EvidenceSink.Written(Path.of((String) value(data, "path")), (String) value(data, "sha256"));
    }

    private static long number(Map<String, Object> data, String key) {
        return ((Number) value(data, key)).longValue();
    }

    private static Object value(Map<String, Object> data, String key) {
        Object value = data.get(key);
        if (value == null) {
            throw new IllegalStateException("The journal event has no " + key);
        }
        return value;
    }
}
