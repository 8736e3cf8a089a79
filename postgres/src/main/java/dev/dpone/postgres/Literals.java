package dev.dpone.postgres;

/** Values as SQL literals, for statements that a plan prints and for those that take no parameters. */
final class Literals {
    private Literals() {}

    /** A string literal that reads the same whatever standard_conforming_strings says. */
    static String text(String value) {
        String quoted = "'" + value.replace("'", "''") + "'";
        return value.indexOf('\\') < 0 ? quoted : "E" + quoted.replace("\\", "\\\\");
    }
}
