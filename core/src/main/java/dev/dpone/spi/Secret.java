package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

/** A value that must not be printed, logged, stored or put on a command line. Only {@link #reveal} gives it away. */
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = requireNonNull(value, "value is null");
    }

    /** The secret itself: to be called only where it is handed to a driver or a server. */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "***";
    }
}
