package dev.dpone.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ErrorPageTest {
    private static final Pattern ROW = Pattern.compile("\\| `(DPONE_[A-Z_]+)` \\| (\\d+) \\| \\S.* \\| \\S.* \\|");

    @Test
    void theErrorPageListsEveryCodeWithItsExitStatusAndRemedy() throws IOException {
        Map<String, Integer> documented = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "errors.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                assertThat(documented.put(row.group(1), Integer.valueOf(row.group(2))))
                        .as("%s is listed twice", row.group(1))
                        .isNull();
            }
        }
        Map<String, Integer> actual = new TreeMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            actual.put(code.id(), code.exit().status());
        }
        assertThat(documented).isEqualTo(actual);
    }
}
