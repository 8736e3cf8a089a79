package dev.dpone.clickhouse;

import java.io.IOException;

/** A response's body that cannot be the whole of one. */
final class BodyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    enum Kind {
        /** It ended before its end. */
        CUT,
        /** Its bytes do not follow the format. */
        MALFORMED
    }

    private BodyException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    static BodyException cut(String message) {
        return new BodyException(Kind.CUT, message);
    }

    static BodyException malformed(String message) {
        return new BodyException(Kind.MALFORMED, message);
    }

    boolean isCut() {
        return kind == Kind.CUT;
    }
}
