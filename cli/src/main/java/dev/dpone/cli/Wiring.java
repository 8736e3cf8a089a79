package dev.dpone.cli;

import dev.dpone.delivery.EvidenceSink;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.Target;
import dev.dpone.state.StateStore;
import java.util.function.UnaryOperator;

/**
 * What stands between a delivery and its ports: nothing in the program, the injected faults in {@code dpone-faults}.
 */
public record Wiring(
        UnaryOperator<Target> target,
        UnaryOperator<StateStore> state,
        UnaryOperator<EvidenceSink> evidence,
        UnaryOperator<RowFormat> format) {
    /** The ports as they are. */
    public static final Wiring PLAIN =
            new Wiring(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());

    /** With the target's format as it is. */
    public Wiring(UnaryOperator<Target> target, UnaryOperator<StateStore> state, UnaryOperator<EvidenceSink> evidence) {
        this(target, state, evidence, UnaryOperator.identity());
    }
}
