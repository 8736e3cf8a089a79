/**
 * What a manifest means before anything is opened: windows, column mappings, bounds, the statements a run would send, and
 * the renderings of all that. Opens neither sockets nor files.
 */
@NullMarked
package dev.dpone.plan;

import org.jspecify.annotations.NullMarked;
