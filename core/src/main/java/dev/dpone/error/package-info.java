/** The errors a user meets: stable codes, exit codes, one sentence of cause, one next action. */
@NullMarked
package dev.dpone.error;

import org.jspecify.annotations.NullMarked;
