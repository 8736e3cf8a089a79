package dev.dpone.evidence;

import java.nio.file.Path;

/** Evidence on disk, with the lower-case hex SHA-256 of its bytes. */
public record EvidenceFile(Path path, String sha256) {}
