/** The PostgreSQL target: COPY BINARY both ways, private stages, publication in one transaction, receipts and fence. */
@NullMarked
package dev.dpone.postgres;

import org.jspecify.annotations.NullMarked;
