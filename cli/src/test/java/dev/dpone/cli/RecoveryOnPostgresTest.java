package dev.dpone.cli;

class RecoveryOnPostgresTest extends RecoveryContract {
    RecoveryOnPostgresTest() {
        super(new PostgresTestTarget());
    }
}
