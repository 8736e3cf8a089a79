package dev.dpone.cli;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.manifest.Pipeline.VerificationBackend;

/** What the manifest may ask for but the program does not do yet: refused by name before anything is opened. */
final class Support {
    private Support() {}

    static void check(Pipeline pipeline) {
        if (pipeline.transfer().verification() == VerificationBackend.TARGET_LOCAL) {
            throw new DponeException(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "verification_backend target_local is known, but this version always reads back",
                    "Write auto or readback, or leave verification_backend out.");
        }
    }
}
