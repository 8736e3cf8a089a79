package dev.dpone.delivery;

/** Is told what a delivery is doing. A listener that throws changes nothing. Called by the delivery's thread. */
public interface DeliveryListener {
    /** Nobody listens. */
    DeliveryListener NONE = new DeliveryListener() {};

    /** The delivery is known to its journal under this run id. */
    default void opened(String runId) {}

    /** A phase begins. */
    default void phase(DeliveryPhase phase) {}

    /** Something is left for a person to look at, though the delivery is done. */
    default void warning(String message) {}

    /** The pipeline starts; its figures may be looked at from any thread. */
    default void staging(PipelineGauge gauge) {}

    /** Who is told of every span of work, on another thread; asked once per delivery. */
    default DeliveryObserver observer() {
        return DeliveryObserver.NONE;
    }
}
