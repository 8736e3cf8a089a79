/**
 * What a run's workers did and waited for: recorded in bounded memory, kept as a document beside the evidence. Diagnostic
 * only: nothing here is ever an input of a delivery or of its recovery.
 */
@NullMarked
package dev.dpone.evidence.observations;

import org.jspecify.annotations.NullMarked;
