package dev.dpone.faults;

import java.util.List;

/** A disk is full in the middle of a delivery: it fails, changes nothing, leaves nothing, and can be run again. */
abstract class DiskFull implements Scenario {
    /**
     * Fills the disk after the first receipt, and gives it room again for the recovery.
     *
     * @param code of the error that is expected, or its beginning
     */
    static Played on(SmallDisk disk, Site site, String code) {
        String run = site.runId('a');
        Child child = site.run(run).stoppingAt(site.plan().stop().nth(0)).start();
        Scenario.standing(child);
        disk.fill();
        child.go();
        if (child.exit() != 1 || !child.err().contains(code)) {
            site.wrong("a full disk exits " + child.exit() + ": " + child.err().strip());
        }
        disk.free();
        Inspector inspector = new Inspector(site);
        Look look = inspector.afterKill(List.of(run));
        inspector.nothingLeft(List.of(run));
        RunFacts facts = site.facts(run);
        Recovery recovery = new Recovery(site, true);
        Ending ending = recovery.toEnd(look);
        return new Played(ending, look.receipts() > 0, facts.inTheMiddle(), recovery.kills());
    }

    /** The disk of the sealed files. */
    static final class OfTheSpool extends DiskFull {
        @Override
        public Played play(Site site) {
            try (SmallDisk disk = SmallDisk.at(site, site.workFolder(), "")) {
                return on(disk, site, "DPONE_SPOOL_");
            }
        }
    }

    /** The target server's disk, as far as stages and prepared tables are on it. */
    static final class OfTheTarget extends DiskFull {
        private final PostgresEngine server;

        OfTheTarget(PostgresEngine server) {
            this.server = server;
        }

        @Override
        public Played play(Site site) {
            String space = "small_" + site.plan().number();
            try (SmallDisk disk = SmallDisk.at(site, site.folder().resolve("target-disk"), server.owning())) {
                try (Sql sql = new Sql(server)) {
                    sql.execute("CREATE TABLESPACE " + space + " LOCATION '"
                            + site.folder().resolve("target-disk") + "'");
                    site.targetSettings("default_tablespace=" + space);
                    Played played = on(disk, site, "DPONE_TARGET_FAILED");
                    // Refused while any table is left on it.
                    sql.execute("DROP TABLESPACE " + space);
                    return played;
                }
            }
        }
    }
}
