package dev.dpone.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No option, key or variable turns a verification off, and no option of a delivery sets its limits. */
class NoSwitchTest {
    private static final Set<String> COMMON = Set.of("--connections", "--debug", "--format", "--help", "--version");
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.dpone");

    @TempDir
    Path folder;

    /** An option that is added has to be added here too, by somebody who has read the sentence above. */
    @ParameterizedTest
    @CsvSource({
        "run, --select --interval-start --interval-end --run-id --report --progress",
        "resume, --report --progress"
    })
    void theOptionsOfADeliveryAreThese(String command, String own) {
        String help = new Cli(folder).run(command, "--help").out();

        Set<String> options = new TreeSet<>(Pattern.compile("(?<![\\w-])--[a-z-]+")
                .matcher(help.substring(0, help.indexOf("Example:")))
                .results()
                .map(MatchResult::group)
                .toList());
        options.removeAll(COMMON);

        assertThat(options).containsExactlyInAnyOrder(own.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({"auto, before_prepare", "auto, prepared_again", "readback, before_prepare", "readback, prepared_again"})
    void whateverTheBackendIsAChangedRowStopsTheDelivery(String backend, String boundary) {
        TestTarget target = new PostgresTestTarget();
        String table = SourceTables.create("id UInt32, name String", "SELECT number, 'a' FROM numbers(5)");
        target.create(table, "id UInt32", "name String");
        Cli cli = new Cli(folder)
                .withServers(target)
                .with(new Wiring(
                        real -> new TamperingTarget(real, (at, staging) -> {
                            if (at.equals(boundary)) {
                                target.execute(
                                        "UPDATE " + target.staging() + "." + staging + " SET name = 'b' WHERE id = 3");
                            }
                        }),
                        UnaryOperator.identity(),
                        UnaryOperator.identity()));
        cli.write(
                "m.yaml",
                Cli.manifest(
                        target,
                        table,
                        "{mode: append}",
                        "technical_columns: 'off'",
                        "verification_backend: " + backend));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).as(ran.err()).isEqualTo(3);
        assertThat(ran.err()).contains("DPONE_VERIFICATION_FAILED");
        assertThat(target.rows("SELECT count(*) FROM " + target.table(table))).containsExactly("0");
    }

    @Test
    void whatIsVerifiedKnowsNeitherManifestNorLimits() {
        noClasses()
                .that()
                .haveFullyQualifiedName("dev.dpone.delivery.Boundaries")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.dpone.manifest..", "dev.dpone.limits..", "dev.dpone.plan..")
                .check(CODE);
    }

    @Test
    void variablesAndPropertiesOfTheMachineReachOnlyTheCommandLineAndTheSandbox() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.dpone.cli..", "dev.dpone.sandbox..")
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class, String.class)
                .orShould()
                .callMethod(System.class, "getProperties")
                .orShould()
                .callMethod(Boolean.class, "getBoolean", String.class)
                .orShould()
                .callMethod(Integer.class, "getInteger", String.class)
                .orShould()
                .callMethod(Long.class, "getLong", String.class)
                .check(CODE);
    }
}
