package dev.dpone.faults;

import dev.dpone.sandbox.Direction;
import dev.dpone.sandbox.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The target is lost with COMMIT, or with its answer, and cannot be asked: exit 4, and everything is kept. */
final class TargetAway implements Scenario {
    @Override
    public Played play(Site site) {
        String run = site.runId('a');
        Child child = outcomeUnknown(site, run);
        child.go();
        if (child.exit() != 4 || !child.err().contains("DPONE_PUBLICATION_UNKNOWN")) {
            site.wrong("an unknown outcome exits " + child.exit() + ": "
                    + child.err().strip());
        }
        if (!child.err().contains("--run-id " + run)) {
            site.wrong("the remedy of an unknown outcome does not name the run: "
                    + child.err().strip());
        }
        Look look = new Inspector(site).afterKill(List.of(run));
        RunFacts facts = site.facts(run);
        everythingKept(site, run, facts);
        Recovery recovery = new Recovery(site, false);
        Ending ending = recovery.toEnd(look);
        return new Played(ending, look.receipts() > 0, facts.inTheMiddle(), recovery.kills());
    }

    /** A process whose COMMIT, or the answer to it, was lost, and that finds no target when it wants to ask. */
    private static Child outcomeUnknown(Site site, String run) {
        TcpProxy proxy = proxy(site);
        try (proxy) {
            // The fence is opened a second time to find out what became of the lost COMMIT.
            Child child = site.run(run)
                    .targetAt(proxy.port())
                    .stoppingAt(
                            site.plan().stop(),
                            Stop.before(Boundary.FENCE_OPENED).nth(1))
                    .start();
            Scenario.standing(child);
            if (site.plan().moment() < 0.5) {
                proxy.cut();
            } else {
                proxy.cutAfter(Direction.TO_CLIENT, 0);
            }
            child.go();
            Scenario.standing(child);
            return child;
        }
    }

    private static TcpProxy proxy(Site site) {
        try {
            return TcpProxy.to(site.engine().port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void everythingKept(Site site, String run, RunFacts facts) {
        try (Sql sql = new Sql(site.engine())) {
            long kept = sql.number("SELECT count(*) FROM dpone.stages WHERE run_id = '" + run + "'");
            int all = facts.stages().size() + 1;
            if (kept != all) {
                site.wrong("after an unknown outcome " + kept + " staging tables are kept, not all " + all);
            }
        }
    }
}
