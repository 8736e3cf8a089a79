package dev.dpone.delivery;

/**
 * Is told what a delivery's workers did and how the pipeline stood. Called by one thread that does nothing else, in the
 * order things ended; may block. Nothing it does or fails to do changes a delivery: after its first failure it is told
 * nothing more, and what it is too slow for is lost and counted.
 */
public interface DeliveryObserver {
    /** Nobody observes. */
    DeliveryObserver NONE = new DeliveryObserver() {};

    /** A span of work ended, or the pipeline's state changed. */
    default void observed(Observation observation) {}

    /**
     * The delivery is over, and all that was not lost has been told.
     *
     * @param lost observations that came faster than they were taken
     */
    default void ended(long lost) {}
}
