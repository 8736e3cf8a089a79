package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;

/**
 * One thing wrong with a file.
 *
 * @param path the key it is about, or empty when it is about the file
 * @param message continues the path to a sentence
 * @param hint what to write instead, in the imperative
 */
record Problem(ErrorCode code, Place place, String path, String message, String hint) {
    String text(String file) {
        String subject = path.isEmpty() ? "" : path + " ";
        return file + ":" + place + ": " + subject + message;
    }
}
