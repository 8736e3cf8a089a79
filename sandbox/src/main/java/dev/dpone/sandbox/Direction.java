package dev.dpone.sandbox;

/** Which way bytes flow through a proxy. */
public enum Direction {
    TO_SERVER,
    TO_CLIENT
}
