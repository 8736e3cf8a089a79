package dev.dpone.delivery;

/** One thing that a {@link DeliveryObserver} is told. Times are nanoseconds of one process's monotonic clock. */
public sealed interface Observation permits Span, PipelineState {}
