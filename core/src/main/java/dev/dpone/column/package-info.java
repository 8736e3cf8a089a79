/** Blocks of typed columns over the bytes a source sent: the only form rows have between source and sealed file. */
@NullMarked
package dev.dpone.column;

import org.jspecify.annotations.NullMarked;
