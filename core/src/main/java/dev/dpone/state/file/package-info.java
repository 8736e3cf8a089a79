/**
 * The state store in a local directory: a hash-linked journal per run, a lease per target, a checkpoint per pipeline and
 * target. Files are locked by the operating system, so that processes of one machine may share it.
 */
@NullMarked
package dev.dpone.state.file;

import org.jspecify.annotations.NullMarked;
