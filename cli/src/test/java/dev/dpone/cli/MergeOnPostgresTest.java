package dev.dpone.cli;

class MergeOnPostgresTest extends MergeContract {
    MergeOnPostgresTest() {
        super(new PostgresTestTarget());
    }
}
