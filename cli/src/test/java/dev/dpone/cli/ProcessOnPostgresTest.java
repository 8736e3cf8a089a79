package dev.dpone.cli;

class ProcessOnPostgresTest extends ProcessContract {
    ProcessOnPostgresTest() {
        super(new PostgresTestTarget());
    }
}
