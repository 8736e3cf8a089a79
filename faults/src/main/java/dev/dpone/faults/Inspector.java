package dev.dpone.faults;

import dev.dpone.faults.Stop.Side;
import java.nio.file.Path;
import java.util.List;

/** What has to hold, looked at with the harness's own eyes. Everything that does not goes to the site's wrong results. */
final class Inspector {
    private final Site site;

    Inspector(Site site) {
        this.site = site;
    }

    /** Right after a process was killed: the target is as before or as after, and the receipt tells which. */
    Look afterKill(List<String> runIds) {
        Look look = Look.at(site, runIds);
        if (!look.before() && !look.after()) {
            site.wrong("after the kill the target is neither as before (" + look.notBefore() + ") nor as after ("
                    + look.notAfter() + ")");
        } else if (look.after() != (look.receipts() == 1) || look.receipts() > 1) {
            site.wrong("after the kill the target is as " + (look.after() ? "after" : "before") + ", but there are "
                    + look.receipts() + " receipts");
        }
        runIds.forEach(this::stateAfterKill);
        return look;
    }

    private void stateAfterKill(String runId) {
        if (checkpointOf(runId) && !evidenceOf(runId)) {
            site.wrong("after the kill the checkpoint names run " + runId + ", but there is no evidence of it");
        }
    }

    /** Right after a run's first process was killed: a sealed file without a receipt in the journal is still there. */
    void sealedFilesKept(String runId) {
        RunFacts facts = site.facts(runId);
        for (long ordinal : facts.has("stage_complete") ? List.<Long>of() : facts.openAttempts()) {
            if (site.files().stream().noneMatch(file -> file.endsWith(ordinal + ".sealed"))) {
                site.wrong("after the kill chunk " + ordinal
                        + " has no receipt in the journal, but its sealed file is gone");
            }
        }
    }

    /** What the process saw acknowledged is in the journal. */
    void acknowledged(String runId, Stop stop) {
        boolean event = switch (stop.boundary()) {
            case FENCE_OPENED, STAGE_IMPORTED, RECEIPT_RECORDED, COMMIT, EVIDENCE_FILE, CHECKPOINT_STORED -> false;
            default -> stop.side() == Side.AFTER;
        };
        long count = site.facts(runId).count(stop.boundary().id());
        if (event && count <= stop.nth()) {
            site.wrong(
                    "killed " + stop.name() + " #" + stop.nth() + ", but the journal has only " + count + " of them");
        }
    }

    /** At the end: the target is right, the run has its receipt, evidence and checkpoint, and nothing else is left. */
    void atEnd(String published, List<String> runIds) {
        Look look = Look.at(site, runIds);
        if (!look.after()) {
            site.wrong("at the end the target is not as it has to be: " + look.notAfter());
        }
        if (look.receipts() != 1) {
            site.wrong("at the end there are " + look.receipts() + " receipts instead of one");
        }
        if (receipts(published) != 1) {
            site.wrong("at the end run " + published + " has no receipt");
        }
        if (!evidenceOf(published)) {
            site.wrong("at the end there is no evidence of run " + published);
        }
        if (!checkpointOf(published)) {
            site.wrong("at the end the checkpoint does not name run " + published);
        }
        nothingLeft(runIds);
        noSecrets();
    }

    private long receipts(String runId) {
        try (Sql sql = new Sql(site.engine())) {
            return sql.number("SELECT count(*) FROM dpone.commit_receipts WHERE run_id = '" + runId + "'");
        }
    }

    /** No staging table, no entry of one, no spool folder. */
    void nothingLeft(List<String> runIds) {
        try (Sql sql = new Sql(site.engine())) {
            long registered = sql.number("SELECT count(*) FROM dpone.stages WHERE run_id IN " + Sql.list(runIds));
            if (registered != 0) {
                site.wrong(registered + " entries of dpone.stages are left");
            }
            for (String runId : runIds) {
                List<String> tables = site.facts(runId).stagingTables();
                long left = tables.isEmpty()
                        ? 0
                        : sql.number("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'dpone_stage'"
                                + " AND table_name IN " + Sql.list(tables));
                if (left != 0) {
                    site.wrong(left + " staging tables of run " + runId + " are left");
                }
            }
        }
        for (Path file : site.files()) {
            if (file.startsWith(site.workFolder())) {
                site.wrong("a file of the spool is left: " + site.workFolder().relativize(file));
            }
        }
        String[] folders = site.workFolder().toFile().list();
        if (folders != null && folders.length > 0) {
            site.wrong(folders.length + " spool folders are left");
        }
    }

    private void noSecrets() {
        List<String> secrets = List.of(site.sourcePassword(), site.engine().password());
        for (Path file : site.files()) {
            String text = Site.text(file);
            if (secrets.stream().anyMatch(text::contains)) {
                site.wrong("a password is in " + site.folder().relativize(file));
            }
        }
    }

    private boolean evidenceOf(String runId) {
        return names(".dpone/runs", runId);
    }

    private boolean checkpointOf(String runId) {
        return names(".dpone/state/checkpoints", runId);
    }

    private boolean names(String folder, String runId) {
        return site.files().stream()
                .filter(file -> file.startsWith(site.folder().resolve(folder)))
                .filter(file -> file.toString().endsWith(".json"))
                .anyMatch(file -> Site.text(file).contains("\"" + runId + "\""));
    }
}
