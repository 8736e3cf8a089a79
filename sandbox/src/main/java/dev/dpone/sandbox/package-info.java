/** Real servers for the demo and the tests, in child processes that never outlive their parent. */
@NullMarked
package dev.dpone.sandbox;

import org.jspecify.annotations.NullMarked;
