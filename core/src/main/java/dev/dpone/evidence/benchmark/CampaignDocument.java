package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@link Campaign} as JSON of the closed schema {@value #SCHEMA_RESOURCE} beside this class. */
public final class CampaignDocument {
    public static final String KIND = "native-delivery-campaign";
    public static final String SCHEMA_RESOURCE = KIND + ".v1.schema.json";

    private CampaignDocument() {}

    /** The document's bytes: one line of UTF-8 with its break. */
    public static byte[] json(Campaign campaign) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema_version", 1);
        fields.put("kind", KIND);
        fields.put(
                "workloads", campaign.workloads().stream().map(Workload::fields).toList());
        fields.put("runs", campaign.runs().stream().map(Ref::fields).toList());
        fields.put("limitations", campaign.limitations());
        return (CanonicalJson.orderedText(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads it back; throws {@link InvalidDocumentException}. */
    public static Campaign read(byte[] json) {
        return StrictObject.document(json, CampaignDocument::campaign);
    }

    private static Campaign campaign(StrictObject json) {
        json.literal("schema_version", 1);
        json.literal("kind", KIND);
        return new Campaign(
                json.objects("workloads", Workload::read), json.objects("runs", Ref::read), json.texts("limitations"));
    }
}
