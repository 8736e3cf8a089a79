package dev.dpone.mssql;

import java.util.List;
import java.util.Locale;

/**
 * What a server is and can do, as it was found by asking and by trying.
 *
 * @param product such as SQL Server, Azure SQL Database or Babelfish
 * @param version the product version
 * @param edition the edition in words
 * @param babelfish PostgreSQL that speaks TDS: no locking hints, microseconds, catalog names in lower case
 * @param utf8Collations whether varchar can hold all of Unicode
 * @param bulkConverts whether bulk copy turns text into uniqueidentifier, date and datetime2 as SQL Server does
 * @param rowVersions whether bulk copied rows get a rowversion
 * @param foldsCase whether the database compares names without regard to case
 */
public record Capabilities(
        String product,
        String version,
        String edition,
        boolean babelfish,
        boolean utf8Collations,
        boolean bulkConverts,
        boolean rowVersions,
        boolean foldsCase) {
    private static final int BABELFISH_SCALE = 6;

    /** Fraction digits that datetime2 keeps. */
    int finestScale() {
        return babelfish ? BABELFISH_SCALE : MssqlType.FINEST_SCALE;
    }

    /** A name as the database compares it with others. */
    String folded(String name) {
        return foldsCase ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** One line for each finding that changes what a delivery does, for people. */
    public List<String> findings() {
        return List.of(
                product + " " + version + ", " + edition,
                utf8Collations
                        ? "UTF-8 collations: varchar can hold all of Unicode"
                        : "no UTF-8 collations: varchar takes ASCII only",
                bulkConverts
                        ? "bulk copy converts to uniqueidentifier, date and datetime2: stages have the target's types"
                        : "bulk copy does not convert: stages hold these types as text, the prepared table converts them",
                rowVersions
                        ? "rowversion: later inspections of a stage prove that nothing changed without reading it again"
                        : "no rowversion: every inspection of a stage reads it again",
                babelfish
                        ? "Babelfish: locking hints are ignored (application locks serialise deliveries), datetime2 keeps"
                                + " microseconds, sizes come from pg_total_relation_size"
                        : "sizes come from sys.allocation_units");
    }
}
