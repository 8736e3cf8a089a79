package dev.dpone.delivery;

import java.util.Optional;

/** Where frames come from. Called by one thread at a time. */
interface FrameSource {
    /** The next frame, or empty once the end of the source is proven. May block; fails soon after an abort. */
    Optional<Frame> next();
}
