package dev.dpone.evidence.observations;

import dev.dpone.delivery.PipelineState;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What an idle worker waits for. */
public enum Cause {
    /** The source's next frame. */
    SOURCE("for the source's next frame"),
    /** A free slot: C frames are retained. */
    CAPACITY("for a free slot, with all C taken"),
    /** A sealed file: the frames there are are still being encoded. */
    ENCODER("for an encoder to seal a file"),
    /** The one loop thread, which makes attempts and receipts durable. */
    JOURNAL("for an attempt or a receipt to be made durable"),
    /** Nothing: the source is at its end, and others finish the last frames. */
    SOURCE_ENDED("after the source had ended"),
    /** A frame that is on its way between two threads. */
    HANDOVER("for a frame between two threads");

    private final String words;

    Cause(String words) {
        this.words = words;
    }

    /** For people, after "idle". */
    public String words() {
        return words;
    }

    /** The name in documents. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What each idle worker of a stage waits for in this state.
     *
     * @param idle how many are idle
     * @param capacity C
     */
    static Map<Cause, Integer> of(Stage stage, int idle, PipelineState state, int capacity) {
        Map<Cause, Integer> waits = new EnumMap<>(Cause.class);
        if (idle <= 0) {
            return waits;
        }
        switch (stage) {
            case SOURCE -> waits.put(ofSource(state, capacity), idle);
            case ENCODE -> {
                int taking = Math.min(idle, state.queued());
                put(waits, HANDOVER, taking);
                put(waits, ofSource(state, capacity), idle - taking);
            }
            case IMPORT -> {
                int sealed = Math.min(idle, state.sealed());
                put(waits, JOURNAL, sealed);
                boolean encoding = state.encoding() + state.queued() > 0;
                put(waits, encoding ? ENCODER : ofSource(state, capacity), idle - sealed);
            }
        }
        return waits;
    }

    private static Cause ofSource(PipelineState state, int capacity) {
        if (state.reading()) {
            return SOURCE;
        } else if (state.ended()) {
            return SOURCE_ENDED;
        }
        return state.retained() >= capacity ? CAPACITY : HANDOVER;
    }

    private static void put(Map<Cause, Integer> waits, Cause cause, int workers) {
        if (workers > 0) {
            waits.merge(cause, workers, Integer::sum);
        }
    }
}
