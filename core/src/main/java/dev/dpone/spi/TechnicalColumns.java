package dev.dpone.spi;

/** Columns dpone adds to the target. */
public enum TechnicalColumns {
    OFF,
    /** {@value #LOAD_ID}: the run's id; {@value #LOADED_AT}: the target's clock when the rows were prepared. */
    MINIMAL;

    public static final String LOAD_ID = "__dpone__load_id";
    public static final String LOADED_AT = "__dpone__loaded_at";
}
