/** The evidence of a delivery: one document, durable before the checkpoint, that tells what was proven and how. */
@NullMarked
package dev.dpone.evidence;

import org.jspecify.annotations.NullMarked;
