package dev.dpone.faults;

/** One way for things to go wrong, and what must come of it. */
interface Scenario {
    /** Plays it on a site of its own. What is not as it must be goes to the site's wrong results. */
    Played play(Site site);

    /** The parts of a result that only the scenario knows. */
    record Played(Ending ending, boolean published, boolean inTheMiddle, int kills) {}

    /** The process had ended before it could be killed: the trial has to be done again, with less time. */
    final class TooLate extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** This machine cannot do it. */
    final class Skipped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Skipped(String reason) {
            super(reason);
        }
    }

    /** The process did not get where it had to: nothing more can be told. */
    final class Derailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Derailed(String message) {
            super(message);
        }
    }

    /** Waits until the child stands at a stop. */
    static Stop standing(Child child) {
        return child.awaitStop()
                .orElseThrow(() -> new Derailed("the process ended before its stop, with exit " + child.exit() + ": "
                        + child.err().strip()));
    }
}
