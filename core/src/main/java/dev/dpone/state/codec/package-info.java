/**
 * What stored state looks like, whichever store keeps it: sealed lines of journal, lease and checkpoint, and the rules by
 * which one line may follow another. Durable: bytes of a version never change.
 */
@NullMarked
package dev.dpone.state.codec;

import org.jspecify.annotations.NullMarked;
