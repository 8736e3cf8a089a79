/**
 * One delivery, from opening the source query to an advanced checkpoint: frames, the spool of sealed files, the two-stage
 * pipeline with its bounds, the verification boundaries and the publication. Knows sources and targets only by their
 * ports.
 */
@NullMarked
package dev.dpone.delivery;

import org.jspecify.annotations.NullMarked;
