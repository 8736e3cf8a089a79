package dev.dpone.cli;

class StateOnPostgresTest extends StateInDatabaseContract {
    StateOnPostgresTest() {
        super(new PostgresTestTarget());
    }
}
