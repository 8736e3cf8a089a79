/** The manifest: YAML read into records, every problem at once with file, line and column; its JSON Schema; connections. */
@NullMarked
package dev.dpone.manifest;

import org.jspecify.annotations.NullMarked;
