/** The resource limits of one delivery, their ranges and their durable record. */
@NullMarked
package dev.dpone.limits;

import org.jspecify.annotations.NullMarked;
