package dev.dpone.evidence.benchmark;

import org.jspecify.annotations.Nullable;

/** What is wrong in a document, and where; whoever knows the file's name adds it. */
public final class InvalidDocumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InvalidDocumentException(String at, String problem) {
        this(at, problem, null);
    }

    InvalidDocumentException(String at, String problem, @Nullable Throwable cause) {
        super(at + " " + problem, cause);
    }
}
