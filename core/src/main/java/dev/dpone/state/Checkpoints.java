package dev.dpone.state;

import java.util.Optional;

/** One checkpoint per pipeline and target identity. */
public interface Checkpoints {
    Optional<Checkpoint> read(String pipeline, String target);

    /** Replaces the checkpoint; false when the stored one has a higher fence epoch, and nothing is written then. */
    boolean advance(String target, Checkpoint next);
}
