package dev.dpone.faults;

import dev.dpone.cli.Main;
import dev.dpone.cli.Wiring;
import dev.dpone.state.StateStore;
import dev.dpone.state.file.FileStateStore;
import java.time.Clock;
import java.util.function.UnaryOperator;

/** The child process: the real command line, with a gate around its ports and, where the harness tests itself, a bug. */
public final class FaultChild {
    private FaultChild() {}

    public static void main(String[] arguments) {
        ChildSettings settings = ChildSettings.read(System.getenv());
        Wiring gates = Gates.of(new Gate(settings.stops(), settings.port()));
        Wiring wiring = settings.bug().plantedInto(gates, System.getenv());
        Main.run(withClock(wiring, settings), arguments);
    }

    /** The local store judges leases by the clock it was opened with. */
    private static Wiring withClock(Wiring wiring, ChildSettings settings) {
        if (settings.clockJump().isZero()) {
            return wiring;
        }
        Clock clock = Clock.offset(Clock.systemUTC(), settings.clockJump());
        UnaryOperator<StateStore> state = real -> {
            real.close();
            return wiring.state().apply(FileStateStore.open(settings.stateDirectory(), clock));
        };
        return new Wiring(wiring.target(), state, wiring.evidence());
    }
}
