package dev.dpone.faults;

import java.util.List;

/** The target's server is killed with the delivery at a stop, and started again: unlogged stages are empty then. */
final class ServerKilled implements Scenario {
    private static final double CLIENT_TOO = 0.7;

    private final PostgresEngine server;

    ServerKilled(PostgresEngine server) {
        this.server = server;
    }

    @Override
    public Played play(Site site) {
        String run = site.runId('a');
        Child child = site.run(run).stoppingAt(site.plan().stop()).start();
        Scenario.standing(child);
        server.kill();
        int kills = 1;
        if (site.plan().moment() < CLIENT_TOO) {
            child.kill();
            kills++;
        } else {
            child.go();
            child.exit();
        }
        server.restart();
        Look look = new Inspector(site).afterKill(List.of(run));
        RunFacts facts = site.facts(run);
        Recovery recovery = new Recovery(site, true);
        Ending ending = recovery.toEnd(look);
        return new Played(ending, look.receipts() > 0, facts.inTheMiddle(), kills + recovery.kills());
    }
}
