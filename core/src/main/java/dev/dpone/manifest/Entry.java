package dev.dpone.manifest;

/** A key's place and its value. */
record Entry(Place place, Value value) {}
