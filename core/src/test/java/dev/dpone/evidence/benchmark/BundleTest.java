package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import dev.dpone.evidence.observations.States;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BundleTest {
    @TempDir
    Path folder;

    private Path bundle() {
        return folder.resolve("bundle");
    }

    private static BundleExample example() {
        return new BundleExample().with(BundleExample.NARROW, BundleExample.EIGHT, "10", "11", "12");
    }

    private Path file(String part) {
        try (Stream<Path> files = Files.walk(bundle())) {
            return files.filter(file -> file.toString().contains(part))
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void refused(String problem) {
        assertThatThrownBy(() -> Bundle.read(bundle()))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.BENCH_DOCUMENT_INVALID);
                    assertThat(e.code().exit().status()).isEqualTo(2);
                })
                .hasMessageContaining(problem);
    }

    /** Changes a file and every hash on the way to it, as somebody would who does not want to be noticed. */
    private void forge(String part, UnaryOperator<String> change) throws IOException {
        Path file = file(part);
        String before = Files.readString(file);
        String after = change.apply(before);
        assertThat(after).isNotEqualTo(before);
        Files.writeString(file, after);
        if (!file.endsWith(BundleWriter.CAMPAIGN)) {
            String was = hash(before);
            forge(part.startsWith("runs/") ? BundleWriter.CAMPAIGN : "runs/", text -> text.replace(was, hash(after)));
        }
    }

    private static String hash(String text) {
        return Sha256.hexOf(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsWhatABenchRunWroteAndLeavesEveryByteAsItIs() {
        example().with(BundleExample.WIDE, BundleExample.TEN, "5").write(bundle());
        Map<String, String> before = BundleExample.contents(bundle());

        Bundle bundle = Bundle.read(bundle());

        assertThat(bundle.runs()).hasSize(2);
        assertThat(bundle.runs().get(0).envelope().version()).isEqualTo(1);
        assertThat(bundle.runs().get(1).envelope().version()).isEqualTo(2);
        assertThat(bundle.runs().get(0).receipts()).containsOnlyKeys("warmup-1", "trial-1", "trial-2", "trial-3");
        assertThat(bundle.ref().sha256()).isEqualTo(hash(requireNonNull(before.get("campaign.json"))));
        assertThat(bundle.files()).hasSize(before.size());
        assertThat(BundleExample.contents(bundle())).isEqualTo(before);
    }

    @Test
    void readsObservationsOfTheSameConfigurationOnly() throws IOException {
        new BundleExample()
                .with(BundleExample.NARROW, States.limits(2, 1, 2), "10")
                .observed()
                .withoutWarmup()
                .write(bundle());
        assertThat(Bundle.read(bundle()).files())
                .anyMatch(file -> file.toString().contains("observations/"));

        forge("observations/", text -> text.replace("\"status\":\"complete\"", "\"status\":\"incomplete\""));
        refused("not in the form that dpone writes");
    }

    @Test
    void refusesObservationsOfAnotherConfiguration() {
        example().observed().write(bundle());
        refused("its configuration_sha256 is not the one of the document that names it");
    }

    @Test
    void refusesAFolderThatIsMissingOrNoneOrNotComplete() throws IOException {
        refused("no such file or directory");
        Files.writeString(bundle(), "");
        refused("is no folder");
        Files.delete(bundle());
        example().write(bundle());
        Files.delete(file("campaign.json"));
        refused("File campaign.json of the bundle");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"runs/narrow", "-trial-2.json", "-warmup-1.json", "-type_fidelity.json", "-failure_recovery.json"
            })
    void refusesAFileThatChangedInOneByte(String part) throws IOException {
        example().write(bundle());
        Path file = file(part);
        Files.writeString(file, Files.readString(file).stripTrailing());
        refused("its SHA-256 is " + hash(Files.readString(file)) + ", not ");
    }

    @Test
    void refusesAMissingFile() throws IOException {
        example().write(bundle());
        Files.delete(file("-trial-2.json"));
        refused("there is no such file");
    }

    @Test
    void refusesEvidenceOfACheckThatChanged() throws IOException {
        Ref shown = Ref.of("evidence.json", "{}".getBytes(StandardCharsets.UTF_8), Status.PASS);
        example()
                .changingChecks(
                        Scope.TYPE_FIDELITY, check -> check.id().equals("typed_content") ? check.shownBy(shown) : check)
                .write(bundle());
        refused("File evidence.json");
        Files.writeString(bundle().resolve("evidence.json"), "{}");
        assertThat(Bundle.read(bundle()).files()).anyMatch(file -> file.endsWith("evidence.json"));
        Files.writeString(bundle().resolve("evidence.json"), "{ }");
        refused("File evidence.json");
    }

    @Test
    void followsNoSymbolicLinkWhereverItLeads() throws IOException {
        example().write(bundle());
        Path receipt = file("-trial-2.json");
        Path moved = Files.move(receipt, bundle().resolve("moved.json"));
        Files.createSymbolicLink(receipt, moved);
        refused("a symbolic link is on the way to it");
        Files.delete(receipt);
        Files.move(moved, receipt);
        Bundle.read(bundle());

        Path outside = Files.move(bundle().resolve("receipts"), folder.resolve("outside"));
        Files.createSymbolicLink(bundle().resolve("receipts"), outside);
        refused("a symbolic link is on the way to it");
    }

    @Test
    void theCampaignItselfIsNoLink() throws IOException {
        example().write(bundle());
        Path moved = Files.move(file("campaign.json"), folder.resolve("c.json"));
        Files.createSymbolicLink(bundle().resolve("campaign.json"), moved);
        refused("a symbolic link is on the way to it");
    }

    @Test
    void theFolderMayBeReachedThroughALink() throws IOException {
        example().write(bundle());
        Path link = Files.createSymbolicLink(folder.resolve("link"), bundle());
        assertThat(Bundle.read(link).folder()).isEqualTo(bundle().toRealPath());
    }

    @Test
    void opensNoSpecialFileAndNoFolderInAFilesPlace() throws Exception {
        example().write(bundle());
        Path receipt = file("-trial-2.json");
        Files.delete(receipt);
        int made = new ProcessBuilder("mkfifo", receipt.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(made).isZero();
        refused("it is no regular file");
        Files.delete(receipt);
        Files.createDirectory(receipt);
        refused("it is no regular file");
    }

    @Test
    void refusesAFileInAFoldersPlace() throws IOException {
        example().write(bundle());
        Path outside = Files.move(bundle().resolve("receipts"), folder.resolve("outside"));
        Files.writeString(bundle().resolve("receipts"), "");
        refused("it is no regular file");
        assertThat(outside).isDirectory();
    }

    @Test
    void readsNoFileOfMoreThanSixteenMegabytes() throws IOException {
        example().write(bundle());
        try (RandomAccessFile grown = new RandomAccessFile(file("campaign.json").toFile(), "rw")) {
            grown.setLength(BundleFolder.MOST_BYTES + 1L);
        }
        refused("it has more than 16777216 bytes");
    }

    @Test
    void refusesAPathThatLeavesTheFolder() throws IOException {
        example().write(bundle());
        forge("campaign.json", text -> text.replace("\"path\":\"runs/", "\"path\":\"../bundle/runs/"));
        refused("$.runs[0] path must be relative and stay in the bundle's folder");
    }

    @Test
    void refusesAKeyThatIsThereTwice() throws IOException {
        example().write(bundle());
        forge(
                "runs/narrow",
                text -> text.replaceFirst("\"status\":\"PASS\"", "\"status\":\"PASS\",\"status\":\"PASS\""));
        refused("is no JSON document: Duplicate");
    }

    @Test
    void refusesASampleIdThatIsThereTwice() throws IOException {
        example().write(bundle());
        forge("runs/narrow", text -> text.replace("\"id\":\"trial-2\"", "\"id\":\"trial-1\""));
        refused("samples name trial-1 twice");
    }

    @Test
    void refusesAStatusThatTheFileDoesNotHave() throws IOException {
        example().write(bundle());
        forge("campaign.json", text -> text.replace("\"status\":\"PASS\"", "\"status\":\"UNVERIFIED\""));
        refused("its status is not the one of the document that names it");
    }

    @Test
    void refusesAWorkloadThatTheCampaignDoesNotDeclare() throws IOException {
        example().write(bundle());
        forge("campaign.json", text -> text.replace("\"rows\":2000", "\"rows\":2001"));
        refused("the campaign does not declare its workload");
    }

    @Test
    void refusesTwoRunsOfOneCase() throws IOException {
        BundleWriter writer = new BundleWriter(bundle());
        example().write(folder.resolve("one"));
        Bundle one = Bundle.read(folder.resolve("one"));
        BundleExample.contents(folder.resolve("one")).forEach((name, text) -> {
            if (!name.equals("campaign.json")) {
                write(writer, name, text);
            }
        });
        Ref first = one.campaign().runs().get(0);
        Ref again =
                write(writer, "runs/again.json", Files.readString(one.folder().resolve(first.path())));
        writer.write(new Campaign(one.campaign().workloads(), List.of(first, again), List.of()));
        refused("another run has the same route, workload and configuration");
    }

    private static Ref write(BundleWriter writer, String name, String text) {
        try {
            return writer.write(name, text.getBytes(StandardCharsets.UTF_8), Status.PASS);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subject_commit",
                "workload_sha256",
                "configuration_sha256",
                "environment_sha256",
                "sample_id",
                "route",
                "scope"
            })
    void refusesAReceiptOfAnotherRun(String field) {
        example()
                .changingReceipts(Scope.SAMPLE, receipt -> other(receipt, field))
                .write(bundle());
        refused("its " + field + " is not the one of the document that names it");
    }

    private static CorrectnessReceipt other(CorrectnessReceipt receipt, String field) {
        return new CorrectnessReceipt(
                field.equals("subject_commit") ? "f".repeat(40) : receipt.subjectCommit(),
                field.equals("workload_sha256") ? "f".repeat(64) : receipt.workloadSha256(),
                field.equals("configuration_sha256")
                        ? BundleExample.TEN.configurationHash()
                        : receipt.configurationSha256(),
                field.equals("environment_sha256") ? "f".repeat(64) : receipt.environmentSha256(),
                field.equals("scope")
                        ? Optional.empty()
                        : field.equals("sample_id") ? Optional.of("another") : receipt.sampleId(),
                field.equals("route")
                        ? new Route(Route.Sink.MSSQL, receipt.route().strategy())
                        : receipt.route(),
                field.equals("scope") ? Scope.TYPE_FIDELITY : receipt.scope(),
                receipt.execution(),
                receipt.fixture(),
                receipt.checks());
    }

    @Test
    void aFolderWithoutItsCampaignIsWhatAKilledRunLeavesAndNothingInABundleIsReplaced() throws IOException {
        BundleWriter writer = new BundleWriter(bundle());
        Ref ref = writer.write("a/b.json", new byte[] {1}, Status.PASS);
        assertThat(bundle().resolve("campaign.json")).doesNotExist();
        assertThatThrownBy(() -> writer.write("a/b.json", new byte[] {2}, Status.PASS))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(bundle().resolve(ref.path())).hasBinaryContent(new byte[] {1});
        Ref missing = new Ref("runs/none.json", ref.sha256(), Status.PASS);
        assertThatThrownBy(() -> writer.write(new Campaign(List.of(), List.of(missing), List.of())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> writer.write("../b.json", new byte[] {2}, Status.PASS))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
