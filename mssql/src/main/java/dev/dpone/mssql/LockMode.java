package dev.dpone.mssql;

/** How strongly a SELECT holds its table, until the end of the transaction. Babelfish ignores all of them. */
enum LockMode {
    /** As the isolation level has it. */
    NONE(""),
    /** Others may read. */
    SHARED(" WITH (TABLOCK, HOLDLOCK)"),
    /** Nobody else may read, but for dirty reads. */
    EXCLUSIVE(" WITH (TABLOCKX, HOLDLOCK)");

    private final String hint;

    LockMode(String hint) {
        this.hint = hint;
    }

    String hint() {
        return hint;
    }
}
