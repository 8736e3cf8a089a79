/** Benchmarks: the stages of a delivery one by one under JMH, and whole deliveries on real servers. No part of the product. */
@NullMarked
package dev.dpone.bench;

import org.jspecify.annotations.NullMarked;
