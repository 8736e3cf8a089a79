package dev.dpone.faults;

import dev.dpone.sandbox.ClickHouseServer;
import java.nio.file.Path;

/**
 * What all trials share.
 *
 * @param token in the names of this harness's tables and runs, unlike any other's
 * @param bug in every child; none but when the harness tests itself
 */
record Lab(ClickHouseServer source, ChildImage image, Path folder, String token, PlantedBug bug) {}
