/** Canonical JSON and the SHA-256 fingerprints over it: identities that survive restarts and versions. */
@NullMarked
package dev.dpone.canonical;

import org.jspecify.annotations.NullMarked;
