package dev.dpone.faults;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the harness judges by is its own; and the product knows nothing of the harness. */
class IndependenceTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.dpone");

    @Test
    void theTargetIsLookedAtWithoutCodeOfTheProduct() {
        noClasses()
                .that()
                .belongToAnyOf(Look.class, Fixture.class, Sql.class, Inspector.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.dpone.spi..",
                        "dev.dpone.delivery..",
                        "dev.dpone.digest..",
                        "dev.dpone.clickhouse..",
                        "dev.dpone.postgres..",
                        "dev.dpone.mssql..",
                        "dev.dpone.cli..")
                .check(CODE);
    }

    @Test
    void theProductKnowsNothingOfTheHarness() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.dpone.faults..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.dpone.faults..")
                .check(CODE);
    }
}
