package dev.dpone.delivery;

import java.util.Locale;

/** What a span's worker did. Names are those of the observations file: they only ever grow. */
public enum SpanKind {
    /** The source's query is sent and its first bytes are there. */
    SOURCE_OPEN("", false),
    /** Blocks are received, decoded and cut into one frame. */
    SOURCE_READ("inclusive_frame_build", true),
    /** A frame becomes a sealed file with its digest. */
    ENCODE("", true),
    /** A sealed file becomes a stage, which is read back and inspected. */
    IMPORT("inclusive_verification", true),
    /** Boundary two, inside of the import's span. */
    VERIFY_IMMEDIATELY("raw_verify", "immediate_inspection", true),
    /** A failed import is settled, after a pause, so that another may follow. */
    SETTLE("", true),
    /** Boundary three. */
    VERIFY_BEFORE_PREPARE("raw_verify", "preparation", false),
    /** Boundary three, of stages that an earlier process completed. */
    VERIFY_AGAIN("raw_verify", "recovery", false),
    /** The stages' rows are put together in the prepared table and hashed. */
    PREPARE_INSERT("inclusive_verification", false),
    /** Boundary four. */
    VERIFY_BEFORE_PUBLISH("raw_verify", "prepublication", false),
    PREPARED_VERIFY("prepublication", false),
    PUBLISH("", false),
    EVIDENCE("", false),
    CHECKPOINT("", false),
    CLEANUP("", false);

    private final String phase;
    private final String reason;
    private final boolean byWorker;

    SpanKind(String reason, boolean byWorker) {
        this.phase = name().toLowerCase(Locale.ROOT);
        this.reason = reason;
        this.byWorker = byWorker;
    }

    SpanKind(String phase, String reason, boolean byWorker) {
        this.phase = phase;
        this.reason = reason;
        this.byWorker = byWorker;
    }

    /** The phase, such as {@code raw_verify}. */
    public String phase() {
        return phase;
    }

    /** Why, or what is included; empty where the phase tells all. */
    public String reason() {
        return reason;
    }

    /** Whether one of the pipeline's workers does it, beside others; else the delivery's own thread does. */
    public boolean byWorker() {
        return byWorker;
    }
}
