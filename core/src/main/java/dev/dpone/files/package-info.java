/** Files that survive the process and the machine: private, synced, replaced in one step. */
@NullMarked
package dev.dpone.files;

import org.jspecify.annotations.NullMarked;
