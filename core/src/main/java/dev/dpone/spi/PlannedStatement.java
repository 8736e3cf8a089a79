package dev.dpone.spi;

/** A statement that a run would send, for the plan. {@code purpose} is a short heading. */
public record PlannedStatement(String purpose, String sql) {}
