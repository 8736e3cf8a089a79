/**
 * Measures a dpone launcher as a process of its own on real servers, looks at the result by SQL and digests of its own, and keeps
 * what was seen as documents.
 */
@NullMarked
package dev.dpone.cli.bench;

import org.jspecify.annotations.NullMarked;
