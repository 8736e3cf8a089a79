/**
 * The state store in tables of a database: what happens in which order, once for all dialects. A dialect brings the
 * statements, as {@link dev.dpone.state.database.StateTables}.
 */
@NullMarked
package dev.dpone.state.database;

import org.jspecify.annotations.NullMarked;
