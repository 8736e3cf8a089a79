/** A run as one HTML page that stands alone: what happened, what limited it, and what was proven. */
@NullMarked
package dev.dpone.evidence.report;

import org.jspecify.annotations.NullMarked;
