package dev.dpone.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClickHouseInstallTest {
    private static final Platform LINUX = new Platform("Linux", "amd64", true);
    private static final String REMEDY = "Set DPONE_SANDBOX_CLICKHOUSE_URL to a ClickHouse of your own,"
            + " such as http://user:password@host:8123.";
    private static final Map<String, String> FILES = Map.of(
            "package/package.json", "{}", "package/libchdb.so", "the library", "package/other.node", "not wanted");

    @TempDir
    Path folder;

    private Path cache;
    private final List<String> progress = new ArrayList<>();

    @BeforeEach
    void chooseCache() {
        cache = folder.resolve("cache");
    }

    @Test
    void downloadsOnceAndKeepsOnlyWhatItNeeds() throws IOException {
        FakeNpm npm = FakeNpm.serving(folder, FILES);
        Path library = install(npm, npm.integrity()).library();
        assertThat(library).isEqualTo(cache.resolve("clickhouse-1.2.3-stable.1/libchdb.so"));
        assertThat(library).hasContent("the library");
        assertThat(names(cache.resolve("clickhouse-1.2.3-stable.1")))
                .containsExactly("libchdb.so", "package.json", "verified.txt");
        assertThat(names(cache)).containsExactly("clickhouse-1.2.3-stable.1", "clickhouse-1.2.3-stable.1.lock");
        assertThat(progress)
                .containsExactly(
                        "Downloading ClickHouse 1.2.3 (178 MB) once into " + cache,
                        "Checking and unpacking ClickHouse (566 MB)");

        assertThat(install(npm, npm.integrity()).library()).isEqualTo(library);
        assertThat(npm.callCount()).isEqualTo(1);
        assertThat(Files.readString(npm.calls())).startsWith("pack some-package@1.2.3-stable.1 --pack-destination ");
    }

    @Test
    void refusesAWrongChecksumBeforeUnpacking() throws IOException {
        FakeNpm npm = FakeNpm.serving(folder, FILES);
        Files.writeString(npm.archive(), "not even an archive");
        assertRefused(
                install(npm, "sha512-expected"),
                "The ClickHouse download must have checksum sha512-expected, but has "
                        + Digests.integrity(npm.archive()));
        assertThat(names(cache)).containsExactly("clickhouse-1.2.3-stable.1.lock");
    }

    @Test
    void pinsTheDigestOfTheLibraryToo() throws IOException {
        FakeNpm npm = FakeNpm.serving(folder, Map.of("package/libchdb.so", "another library"));
        assertRefused(install(npm, npm.integrity()), "The downloaded ClickHouse library is not the pinned one");
        assertThat(names(cache)).containsExactly("clickhouse-1.2.3-stable.1.lock");
    }

    @Test
    void checksTheWholeLibraryWhenNoResultIsRecorded() throws IOException {
        FakeNpm npm = FakeNpm.serving(folder, FILES);
        Path library = install(npm, npm.integrity()).library();
        Path marker = library.resolveSibling("verified.txt");
        Files.delete(marker);
        install(npm, npm.integrity()).library();
        assertThat(marker).exists();
        assertThat(npm.callCount()).isEqualTo(1);

        Files.delete(marker);
        Files.writeString(library, "the Library");
        install(npm, npm.integrity()).library();
        assertThat(library).hasContent("the library");
        assertThat(npm.callCount()).isEqualTo(2);
    }

    @Test
    void downloadsAgainWhenTheSizeDiffersFromTheRecordedOne() throws IOException {
        FakeNpm npm = FakeNpm.serving(folder, FILES);
        Path library = install(npm, npm.integrity()).library();
        Files.writeString(library, "the lib");
        install(npm, npm.integrity()).library();
        assertThat(library).hasContent("the library");
        assertThat(npm.callCount()).isEqualTo(2);
    }

    @Test
    void recoversFromADraftOfADeadProcess() throws IOException {
        FakeNpm npm = FakeNpm.serving(folder, FILES);
        Path draft = Files.createDirectories(cache.resolve("clickhouse-1.2.3-stable.1.part/download"));
        Files.writeString(draft.resolve("half.tgz"), "half");
        assertThat(install(npm, npm.integrity()).library()).hasContent("the library");
        assertThat(names(cache)).containsExactly("clickhouse-1.2.3-stable.1", "clickhouse-1.2.3-stable.1.lock");
    }

    @Test
    void downloadsOnceForManyProcesses() throws Exception {
        FakeNpm npm = FakeNpm.serving(folder, FILES);
        List<Process> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            ClickHouseInstallTest.class.getName(),
                            npm.command().toString(),
                            npm.integrity(),
                            cache.toString())
                    .inheritIO()
                    .start());
        }
        for (Process other : others) {
            assertThat(other.waitFor(50, TimeUnit.SECONDS)).isTrue();
            assertThat(other.exitValue()).isZero();
        }
        assertThat(npm.callCount()).isEqualTo(1);
    }

    /** One of the processes of {@link #downloadsOnceForManyProcesses}. */
    public static void main(String[] arguments) throws IOException {
        SandboxOptions options = options(Path.of(arguments[2]), new ArrayList<>());
        new ClickHouseInstall(options, release(arguments[1]), arguments[0], LINUX).library();
    }

    @Test
    void namesTheWayAroundWithoutNpm() {
        assertRefused(
                new ClickHouseInstall(
                        options(cache, progress),
                        release("x"),
                        folder.resolve("no-such-npm").toString(),
                        LINUX),
                "Cannot download ClickHouse: the command 'npm' was not found. It comes with Node.js");
    }

    @Test
    void showsWhatNpmSaid() throws IOException {
        Path script = FakeNpm.script(folder, "#!/bin/sh\necho npm error network timeout >&2\nexit 3\n");
        assertRefused(
                new ClickHouseInstall(options(cache, progress), release("x"), script.toString(), LINUX),
                "npm could not fetch some-package@1.2.3-stable.1 (exit 3): npm error network timeout");
        assertThat(names(cache)).containsExactly("clickhouse-1.2.3-stable.1.lock");
    }

    @Test
    void refusesOtherPlatforms() {
        Map<Platform, String> platforms = Map.of(
                new Platform("Mac OS X", "aarch64", false), "Mac OS X aarch64",
                new Platform("Linux", "aarch64", true), "Linux aarch64",
                new Platform("Linux", "amd64", false), "Linux amd64 without glibc");
        platforms.forEach((platform, name) -> assertRefused(
                new ClickHouseInstall(options(cache, progress), release("x"), "npm", platform),
                "The sandbox's ClickHouse runs on Linux x86-64 with glibc, but this is " + name));
    }

    @Test
    void refusesAnUnwritableCache() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> new ClickHouseInstall(options(file, progress), release("x"), "npm", LINUX).library())
                .isInstanceOf(DponeException.class)
                .hasMessageStartingWith("Cannot install ClickHouse into " + file + ": ");
    }

    private ClickHouseInstall install(FakeNpm npm, String integrity) {
        return new ClickHouseInstall(
                options(cache, progress), release(integrity), npm.command().toString(), LINUX);
    }

    private static ClickHouseInstall.Release release(String integrity) {
        try {
            String sha256 = Digests.sha256(new ByteArrayInputStream(
                    requireNonNull(FILES.get("package/libchdb.so")).getBytes(UTF_8)));
            return new ClickHouseInstall.Release("some-package", "1.2.3-stable.1", integrity, sha256);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SandboxOptions options(Path cache, List<String> progress) {
        return SandboxOptions.fromEnvironment(Map.of(SandboxOptions.CACHE, cache.toString()), progress::add);
    }

    private static void assertRefused(ClickHouseInstall install, String message) {
        assertThatThrownBy(install::library)
                .isInstanceOfSatisfying(
                        DponeException.class,
                        refusal -> assertThat(refusal.render())
                                .isEqualTo("DPONE_SANDBOX_UNAVAILABLE: " + message + System.lineSeparator() + "  "
                                        + REMEDY));
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
