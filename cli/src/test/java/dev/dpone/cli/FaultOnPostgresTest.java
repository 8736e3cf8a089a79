package dev.dpone.cli;

class FaultOnPostgresTest extends FaultContract {
    FaultOnPostgresTest() {
        super(new PostgresTestTarget());
    }
}
