/** The order-independent row digest dpone-row-sha256-sum-v1 and the canonical bytes it is taken over. */
@NullMarked
package dev.dpone.digest;

import org.jspecify.annotations.NullMarked;
