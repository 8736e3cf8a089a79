package dev.dpone.mssql;

/** Values as SQL literals, for statements that a plan prints and for those that take no parameters. */
final class Literals {
    private Literals() {}

    static String text(String value) {
        return "N'" + value.replace("'", "''") + "'";
    }
}
