package dev.dpone.cli;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundaryOnPostgresTest extends BoundaryContract {
    private static final TestTarget POSTGRES = new PostgresTestTarget();

    /** What a trigger does to rows while they land; each keeps or changes the count as its name says. */
    private static final Map<String, String> TRIGGERS = Map.of(
            "changed", "IF NEW.id = 3 THEN NEW.name := 'other'; END IF; RETURN NEW;",
            "added",
                    "IF NEW.id = 3 AND pg_trigger_depth() = 1 THEN EXECUTE format('INSERT INTO %I.%I SELECT ($1).*',"
                            + " TG_TABLE_SCHEMA, TG_TABLE_NAME) USING NEW; END IF; RETURN NEW;",
            "removed", "IF NEW.id = 3 THEN RETURN NULL; END IF; RETURN NEW;",
            "swapped", "IF NEW.id = 3 THEN NEW.id := 4; NEW.name := 'n4'; END IF; RETURN NEW;");

    BoundaryOnPostgresTest() {
        super(POSTGRES);
    }

    @AfterEach
    void dropTriggers() {
        POSTGRES.execute("DROP EVENT TRIGGER IF EXISTS tamper", "DROP FUNCTION IF EXISTS public.tamper_tables CASCADE");
    }

    @ParameterizedTest(name = "{1} while {0} is filled")
    @CsvSource(textBlock = """
                    dpone_s_, changed
                    dpone_s_, added
                    dpone_s_, removed
                    dpone_s_, swapped
                    dpone_p_, changed
                    dpone_p_, added
                    dpone_p_, removed
                    dpone_p_, swapped
                    """)
    void rowsThatLandOtherThanTheyWereSentStopTheDelivery(String prefix, String kind) {
        POSTGRES.execute(
                "CREATE OR REPLACE FUNCTION public.tamper_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                        + TRIGGERS.get(kind) + " END $$",
                "CREATE OR REPLACE FUNCTION public.tamper_tables() RETURNS event_trigger LANGUAGE plpgsql AS $$ DECLARE"
                        + " made record; BEGIN FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP"
                        + " IF made.object_identity LIKE '" + POSTGRES.staging() + "." + prefix
                        + "%' AND made.object_type = 'table' THEN"
                        + " EXECUTE format('CREATE TRIGGER tamper BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION"
                        + " public.tamper_rows()', made.object_identity); END IF; END LOOP; END $$",
                "CREATE EVENT TRIGGER tamper ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'CREATE TABLE AS')"
                        + " EXECUTE FUNCTION public.tamper_tables()");
        stops((at, staging) -> {});
    }
}
