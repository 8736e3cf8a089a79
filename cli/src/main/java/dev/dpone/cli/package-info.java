/** The command line, and the only place where connectors, state and engine are put together. */
@NullMarked
package dev.dpone.cli;

import org.jspecify.annotations.NullMarked;
