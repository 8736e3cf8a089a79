/**
 * The fault harness: the real command line in child processes on real engines, killed at every durable boundary and at
 * random moments, recovered, and checked by SQL of its own. Never part of the product.
 */
@NullMarked
package dev.dpone.faults;

import org.jspecify.annotations.NullMarked;
