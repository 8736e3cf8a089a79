package dev.dpone.evidence;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.ServerInfo;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evidence as JSON of the closed schema {@code dpone.delivery-evidence.v1}, which ships beside this class as
 * {@value #SCHEMA_RESOURCE}. The limits keep the order of their durable record.
 */
public final class EvidenceDocument {
    public static final String SCHEMA = "dpone.delivery-evidence.v1";
    public static final String SCHEMA_RESOURCE = SCHEMA + ".schema.json";

    private EvidenceDocument() {}

    /** The document's bytes: one line of UTF-8 with its break. */
    public static byte[] json(Evidence evidence) {
        return (CanonicalJson.orderedText(document(evidence)) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> document(Evidence evidence) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema", SCHEMA);
        fields.put("run_id", evidence.delivery().runId());
        fields.put("pipeline", evidence.delivery().pipeline());
        fields.put("started_at", evidence.started().toString());
        fields.put("finished_at", evidence.finished().toString());
        fields.put("plan_fingerprint", evidence.delivery().planFingerprint());
        fields.put("target_identity", evidence.delivery().targetIdentity());
        fields.put("operation_key", evidence.delivery().operationKey());
        fields.put("fence_epoch", evidence.delivery().fenceEpoch());
        fields.put("limits", evidence.limits().record());
        fields.put("source", server(evidence.source()));
        fields.put("target", server(evidence.target()));
        fields.put("digest_algorithm", RowSum.ALGORITHM);
        fields.put(
                "chunks",
                evidence.chunks().stream().map(EvidenceDocument::chunk).toList());
        fields.put("prepared", prepared(evidence.prepared()));
        fields.put("commit", commit(evidence.commit()));
        return fields;
    }

    private static Map<String, Object> server(ServerInfo server) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("product", server.product());
        fields.put("version", server.version());
        fields.put("identity", server.identity());
        return fields;
    }

    private static Map<String, Object> chunk(ChunkEvidence chunk) {
        ChunkReceipt receipt = chunk.receipt();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ordinal", receipt.attempt().ordinal());
        fields.put("attempt", receipt.attempt().attempt());
        fields.put("table", receipt.attempt().table());
        fields.put("object_id", receipt.objectId());
        fields.put("rows", receipt.rows());
        fields.put("encoded_bytes", receipt.encodedBytes());
        fields.put("file_sha256", receipt.fileSha256());
        fields.put("digest", receipt.sum().hex());
        fields.put("watermark", receipt.watermark());
        // One per verification boundary, in their order.
        fields.put(
                "methods",
                List.of(receipt.method(), chunk.inspection(), chunk.beforePrepare(), chunk.beforePublication()));
        if (!receipt.changed().isEmpty()) {
            fields.put(
                    "changed_values",
                    receipt.changed().stream().map(EvidenceDocument::changed).toList());
        }
        return fields;
    }

    private static Map<String, Object> changed(ChangedValues count) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("column", count.column());
        fields.put("policy", count.policy().id());
        fields.put("values", count.values());
        return fields;
    }

    private static Map<String, Object> prepared(PreparedEvidence evidence) {
        Prepared prepared = evidence.prepared();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("table", prepared.table());
        fields.put("object_id", prepared.objectId());
        fields.put("rows", prepared.rows());
        fields.put("business_digest", prepared.business().hex());
        fields.put("full_digest", prepared.full().hex());
        fields.put("loaded_at", prepared.loadedAt().toString());
        fields.put("watermark", prepared.watermark());
        fields.put("methods", List.of(prepared.method(), evidence.beforePublication()));
        return fields;
    }

    private static Map<String, Object> commit(CommitReceipt commit) {
        Map<String, Object> mutation = new LinkedHashMap<>();
        mutation.put("how", commit.mutation().how());
        mutation.put("deleted_rows", commit.mutation().deletedRows());
        mutation.put("inserted_rows", commit.mutation().insertedRows());
        mutation.put("updated_rows", commit.mutation().updatedRows());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("receipt_id", commit.receiptId());
        fields.put("operation_key", commit.operationKey());
        fields.put("target_identity", commit.targetIdentity());
        fields.put("run_id", commit.runId());
        fields.put("pipeline", commit.pipeline());
        fields.put("fence_epoch", commit.fenceEpoch());
        fields.put("plan_fingerprint", commit.planFingerprint());
        fields.put("strategy", commit.strategy());
        fields.put("mutation", mutation);
        fields.put("rows", commit.rows());
        fields.put("business_digest", commit.businessDigest());
        fields.put("full_digest", commit.fullDigest());
        fields.put("chunks", commit.chunks());
        fields.put("loaded_at", commit.loadedAt().toString());
        fields.put("committed_at", commit.committedAt().toString());
        return fields;
    }
}
