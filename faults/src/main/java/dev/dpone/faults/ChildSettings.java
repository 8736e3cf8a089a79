package dev.dpone.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the harness tells a child beside the command line, as environment variables.
 *
 * @param port where the harness listens for the child's stops
 * @param clockJump by how much the clock that leases are judged by is off
 * @param stateDirectory the manifest's state_dir
 */
record ChildSettings(List<Stop> stops, int port, PlantedBug bug, Duration clockJump, Path stateDirectory) {
    private static final String STOPS = "DPONE_FAULT_STOPS";
    private static final String PORT = "DPONE_FAULT_PORT";
    private static final String BUG = "DPONE_FAULT_BUG";
    private static final String CLOCK = "DPONE_FAULT_CLOCK_SECONDS";
    private static final String STATE = "DPONE_FAULT_STATE_DIR";

    ChildSettings {
        stops = List.copyOf(stops);
    }

    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put(STOPS, Stop.spell(stops));
        environment.put(PORT, String.valueOf(port));
        environment.put(BUG, bug.id());
        environment.put(CLOCK, String.valueOf(clockJump.toSeconds()));
        environment.put(STATE, stateDirectory.toString());
        return environment;
    }

    static ChildSettings read(Map<String, String> environment) {
        return new ChildSettings(
                Stop.parse(value(environment, STOPS)),
                Integer.parseInt(value(environment, PORT)),
                PlantedBug.of(value(environment, BUG)),
                Duration.ofSeconds(Long.parseLong(value(environment, CLOCK))),
                Path.of(value(environment, STATE)));
    }

    private static String value(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null) {
            throw new IllegalStateException(name + " is not set: only the harness starts this program");
        }
        return value;
    }
}
