package dev.dpone.faults;

import java.util.List;

/**
 * What the target holds at a moment when no process writes to it.
 *
 * @param notBefore how it differs from what it held before the delivery; empty when it does not
 * @param notAfter how it differs from what the delivery has to leave; empty when it does not
 * @param receipts commit receipts of the runs
 */
record Look(String notBefore, String notAfter, long receipts) {
    /** Takes the fence's rows first, which a publication holds until it is over: a killed one may still be ending. */
    static Look at(Site site, List<String> runIds) {
        try (Sql sql = new Sql(site.engine())) {
            Look[] look = new Look[1];
            sql.insideTransaction(() -> {
                String runs = Sql.list(runIds);
                sql.execute("UPDATE dpone.target_fence SET epoch = epoch WHERE run_id IN " + runs);
                look[0] = new Look(
                        Fixture.difference(sql, site.table(), site.fixture().before()),
                        Fixture.difference(
                                sql,
                                site.table(),
                                site.fixture().after(site.plan().mode())),
                        sql.number("SELECT count(*) FROM dpone.commit_receipts WHERE run_id IN " + runs));
            });
            return look[0];
        }
    }

    boolean before() {
        return notBefore.isEmpty();
    }

    boolean after() {
        return notAfter.isEmpty();
    }
}
