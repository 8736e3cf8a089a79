package dev.dpone.delivery;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Policy;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.StageAttempt;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        data.put("plan", request.planRecord());
        return data;
    }

    static Map<String, Object> resumed(DeliveryId id) {
        return Map.of("fence_epoch", id.fenceEpoch());
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
        if (!receipt.changed().isEmpty()) {
            data.put("changed_values", changed(receipt.changed()));
        }
        return data;
    }

    private static List<Object> changed(List<ChangedValues> changed) {
        List<Object> counts = new ArrayList<>();
        for (ChangedValues count : changed) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("column", count.column());
            data.put("policy", count.policy().id());
            data.put("values", count.values());
            counts.add(data);
        }
        return counts;
    }

    private static List<ChangedValues> readChanged(Map<String, Object> data) {
        return ((List<?>) data.getOrDefault("changed_values", List.of()))
                .stream()
                        .map(RunRecords::object)
                        .map(count -> new ChangedValues(
                                text(count, "column"),
                                Policy.of(text(count, "policy")).orElseThrow(),
                                number(count, "values")))
                        .toList();
    }

    /** @param immediate the method of the second boundary, which a resumed run does not take again */
    static Map<String, Object> accepted(ChunkReceipt receipt, String immediate) {
        Map<String, Object> data = receipt(receipt);
        data.put("immediate_method", immediate);
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

    static Map<String, Object> server(ServerInfo server) {
        return Map.of("product", server.product(), "version", server.version(), "identity", server.identity());
    }

    /** By boundary, runs of ordinals such as {@code 0-41} with the method that all of them had. */
    static Map<String, Object> methods(Map<String, Map<Integer, String>> methods) {
        Map<String, Object> data = new TreeMap<>();
        methods.forEach((boundary, byOrdinal) -> data.put(boundary, OrdinalRuns.of(byOrdinal)));
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
                (int) number(data, "ordinal"), (int) number(data, "attempt"), text(data, "stage_table"));
    }

    static ChunkReceipt readReceipt(Map<String, Object> data) {
        long rows = number(data, "rows");
        return new ChunkReceipt(
                readAttempt(data),
                number(data, "object_id"),
                rows,
                number(data, "encoded_bytes"),
                text(data, "file_sha256"),
                sum(rows, data, "row_sum"),
                text(data, "watermark"),
                text(data, "method"),
                readChanged(data));
    }

    static Prepared readPrepared(Map<String, Object> data) {
        long rows = number(data, "rows");
        return new Prepared(
                text(data, "prepared_table"),
                number(data, "object_id"),
                rows,
                sum(rows, data, "business_sum"),
                sum(rows, data, "full_sum"),
                Instant.parse(text(data, "loaded_at")),
                text(data, "watermark"),
                text(data, "method"));
    }

    static ServerInfo readServer(Object server) {
        Map<String, Object> data = object(server);
        return new ServerInfo(text(data, "product"), text(data, "version"), text(data, "identity"));
    }

    static Map<String, Map<Integer, String>> readMethods(Object methods) {
        Map<String, Map<Integer, String>> read = new TreeMap<>();
        object(methods).forEach((boundary, runs) -> read.put(boundary, OrdinalRuns.read(object(runs))));
        return read;
    }

    static long readEpoch(Map<String, Object> data) {
        return number(data, "fence_epoch");
    }

    static EvidenceSink.Written readEvidence(Map<String, Object> data) {
        return new EvidenceSink.Written(Path.of(text(data, "path")), text(data, "sha256"));
    }

    static String readImmediateMethod(Map<String, Object> data) {
        return text(data, "immediate_method");
    }

    static long number(Map<String, Object> data, String key) {
        return ((Number) value(data, key)).longValue();
    }

    static String text(Map<String, Object> data, String key) {
        return (String) value(data, key);
    }

    private static RowSum sum(long rows, Map<String, Object> data, String key) {
        return RowSum.of(rows, new BigInteger(text(data, key), 16));
    }

    static Map<String, Object> object(Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, content) -> object.put((String) key, content));
        return object;
    }

    static Object value(Map<String, Object> data, String key) {
        Object value = data.get(key);
        if (value == null) {
            throw new IllegalStateException("The journal event has no " + key);
        }
        return value;
    }
}
