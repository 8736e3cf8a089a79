/** The ports between the engine and its connectors: source, target and state store. Connectors import this, the engine calls it. */
@NullMarked
package dev.dpone.spi;

import org.jspecify.annotations.NullMarked;
