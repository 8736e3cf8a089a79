package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code docs/contract.md} names tests that exist, and says of every sentence what keeps it. */
class ContractPageTest {
    private static final Path CHECKOUT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\d+) \\| (\\S.*?) \\| (\\S.*?) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+(?:Test|Contract))\\.(\\w+)`");
    private static final Pattern ANNOTATION = Pattern.compile("@(?:Parameterized|Repeated)?Test\\b");
    /** Words a cell may begin with when no test can keep its sentence. */
    private static final List<String> REASONS =
            List.of("Not applicable:", "Met otherwise:", "Not yet tested:", "Not done:", "By review:");

    private static final Map<String, List<String>> TEXTS = new HashMap<>();
    private static final List<MatchResult> ROWS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> modules = Files.list(CHECKOUT)) {
            for (Path module : modules.toList()) {
                Path tests = module.resolve("src/test/java");
                if (Files.isDirectory(tests)) {
                    readTests(tests);
                }
            }
        }
        for (String line : Files.readAllLines(CHECKOUT.resolve("docs/contract.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                ROWS.add(row.toMatchResult());
            } else {
                assertThat(line).as("a row that is none").doesNotContainPattern("^\\| ?[A-Z]\\d");
            }
        }
    }

    private static void readTests(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                TEXTS.computeIfAbsent(name, each -> new ArrayList<>()).add(Files.readString(file));
            }
        }
    }

    @Test
    void everyNamedTestIsThere() {
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (MatchResult row : ROWS) {
            for (MatchResult name : names(row)) {
                named++;
                if (!isTest(name.group(1), name.group(2))) {
                    missing.add(row.group(1) + ": " + name.group(1) + "." + name.group(2));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(100);
    }

    /** Whether one of the files of this name has a test of this name, and not just a method. */
    private static boolean isTest(String type, String method) {
        return TEXTS.getOrDefault(type, List.of()).stream().anyMatch(text -> {
            int at = text.indexOf(" void " + method + "(");
            return at >= 0
                    && ANNOTATION
                            .matcher(text.substring(Math.max(0, text.lastIndexOf("\n\n", at)), at))
                            .find();
        });
    }

    private static List<MatchResult> names(MatchResult row) {
        return NAME.matcher(row.group(3)).results().toList();
    }

    @Test
    void everySentenceHasATestOrTheReasonWhyNot() {
        List<String> neither = ROWS.stream()
                .filter(row -> names(row).isEmpty() && REASONS.stream().noneMatch(row.group(3)::startsWith))
                .map(row -> row.group(1) + ": " + row.group(3))
                .toList();

        assertThat(neither).isEmpty();
    }

    @Test
    void sentencesAreNumberedWithoutAGap() {
        Map<Character, Integer> last = new HashMap<>();
        for (MatchResult row : ROWS) {
            char part = row.group(1).charAt(0);
            assertThat(Integer.parseInt(row.group(1).substring(1)))
                    .as(row.group(1))
                    .isEqualTo(last.merge(part, 1, Integer::sum));
        }
        assertThat(last).containsKeys('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H');
        assertThat(ROWS).hasSizeGreaterThan(120);
    }
}
