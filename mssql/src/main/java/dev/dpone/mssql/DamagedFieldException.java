package dev.dpone.mssql;

/** Bytes that are no value of their column. The reader adds the place. */
final class DamagedFieldException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param problem to follow "Row N, column C: "
     */
    DamagedFieldException(String problem) {
        super(problem, null, false, false);
    }
}
