/**
 * The durable documents of a benchmark: run envelopes, correctness receipts, campaigns, and the comparison of two of them.
 * Reading never writes: bytes that were kept stay as they are.
 */
@NullMarked
package dev.dpone.evidence.benchmark;

import org.jspecify.annotations.NullMarked;
