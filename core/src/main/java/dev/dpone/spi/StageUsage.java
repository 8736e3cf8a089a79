package dev.dpone.spi;

/** What all of dpone's stage and prepared tables in the target database take, those of other deliveries included. */
public record StageUsage(long tables, long allocatedBytes) {}
