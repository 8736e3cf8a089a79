package dev.dpone.evidence.benchmark;

/** A closed alternative as it stands in a document. */
interface Word {
    String id();
}
