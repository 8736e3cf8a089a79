/** Durable facts about deliveries: journal, lease and checkpoint. The ports, and the local-file store below. */
@NullMarked
package dev.dpone.state;

import org.jspecify.annotations.NullMarked;
