package dev.dpone.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rooms of docs/architecture.md and what each may import. */
class ArchitectureTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.dpone");

    /** For each room of core: the rooms it may use besides itself. */
    private static final Map<String, Set<String>> ROOMS = Map.ofEntries(
            Map.entry("error", Set.of()),
            Map.entry("files", Set.of("error")),
            Map.entry("column", Set.of("error")),
            Map.entry("digest", Set.of("error", "column")),
            Map.entry("canonical", Set.of("error", "digest")),
            Map.entry("limits", Set.of("error", "canonical")),
            Map.entry("spi", Set.of("error", "column", "digest")),
            Map.entry("state", Set.of("error", "files", "canonical", "digest", "spi")),
            Map.entry("manifest", Set.of("error", "limits", "spi")),
            Map.entry("plan", Set.of("error", "limits", "spi", "column", "manifest")),
            Map.entry("delivery", Set.of("error", "limits", "spi", "column", "digest", "canonical", "state")),
            Map.entry("evidence", Set.of("error", "limits", "spi", "digest", "canonical", "files", "delivery")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "error",
                "files",
                "column",
                "digest",
                "canonical",
                "limits",
                "spi",
                "state",
                "manifest",
                "plan",
                "delivery",
                "evidence"
            })
    void aRoomOfCoreImportsOnlyTheRoomsItMay(String room) {
        String[] forbidden = ROOMS.keySet().stream()
                .filter(other -> !other.equals(room)
                        && !ROOMS.getOrDefault(room, Set.of()).contains(other))
                .map(other -> "dev.dpone." + other + "..")
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage("dev.dpone." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .check(CODE);
    }

    @Test
    void coreKnowsNoConnectorDriverOrCommandLine() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOMS.keySet().stream()
                        .map(room -> "dev.dpone." + room + "..")
                        .toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.dpone.clickhouse..",
                        "dev.dpone.postgres..",
                        "dev.dpone.mssql..",
                        "dev.dpone.sandbox..",
                        "dev.dpone.cli..",
                        "org.postgresql..",
                        "com.microsoft..",
                        "java.sql..",
                        "picocli..")
                .check(CODE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clickhouse", "postgres", "mssql"})
    void aConnectorKnowsOnlyPortsAndNeverAnotherConnector(String connector) {
        noClasses()
                .that()
                .resideInAPackage("dev.dpone." + connector + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(Set.of(
                                "clickhouse",
                                "postgres",
                                "mssql",
                                "cli",
                                "sandbox",
                                "manifest",
                                "plan",
                                "delivery",
                                "evidence")
                        .stream()
                        .filter(other -> !other.equals(connector))
                        .map(other -> "dev.dpone." + other + "..")
                        .toArray(String[]::new))
                .check(CODE);
    }

    @Test
    void planAndManifestOpenNoSocket() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.dpone.plan..", "dev.dpone.manifest..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.channels..")
                .because("both work offline")
                .check(CODE);
        noClasses()
                .that()
                .resideInAPackage("dev.dpone.plan..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.io..")
                .check(CODE);
    }

    @Test
    void onlyTheCommandLineEndsTheProcessOrWritesToStandardOutput() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.dpone.cli..", "dev.dpone.sandbox..")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CODE);
    }

    @Test
    void packagesHaveNoCycles() {
        ArchRule rule = slices().matching("dev.dpone.(*)..").should().beFreeOfCycles();
        rule.check(CODE);
    }

    @Test
    void noClassIsLongerThan400Lines() throws IOException {
        List<String> tooLong = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path sources : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        int lines = Files.readAllLines(file).size();
                        if (lines >= 400) {
                            tooLong.add(file + ": " + lines);
                        }
                    }
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void nothingIsNamedForNothing() {
        classes()
                .should()
                .haveNameNotMatching(".*(Impl|Manager|Helper|Utils?)$")
                .check(CODE);
    }
}
