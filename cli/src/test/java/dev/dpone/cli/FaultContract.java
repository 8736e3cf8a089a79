package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.sandbox.Fault;
import dev.dpone.sandbox.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection to the target cut at every step, and two deliveries to one target at once, on every target. Each append
 * would show a row that came twice, each full refresh a mix of two results.
 */
@Timeout(240)
abstract class FaultContract {
    private static final int ROWS = 300;

    /** A row's text in the second of three sealed files. */
    private static final String IN_THE_MIDDLE = "row 150.";

    @TempDir
    Path folder;

    private final TestTarget target;
    private final ExecutorService others = Executors.newCachedThreadPool();
    private String table = "";
    private TcpProxy proxy;

    FaultContract(TestTarget target) {
        this.target = target;
    }

    /** Where a delivery is, by what it has said on its connection. */
    enum Step {
        ROWS_OF_AN_IMPORT,
        COMMIT_OF_AN_IMPORT,
        PREPARE,
        PUBLISH,
        RECEIPT,
        COMMIT
    }

    private byte[][] said(Step step) {
        String prepare = "INSERT INTO " + target.quoted(target.staging()) + "." + open(target.quoted("dpone_p_"));
        String publish = "INSERT INTO " + target.quoted(target.schema()) + "." + target.quoted(table);
        Stream<String> texts = switch (step) {
            case ROWS_OF_AN_IMPORT -> Stream.of(target.importing(), IN_THE_MIDDLE);
            case COMMIT_OF_AN_IMPORT -> Stream.of(target.importing(), IN_THE_MIDDLE, target.committing());
            case PREPARE -> Stream.of(prepare);
            case PUBLISH -> Stream.of(publish);
            case RECEIPT -> Stream.of(publish, "commit_receipts");
            case COMMIT -> Stream.of(publish, "commit_receipts", target.committing());
        };
        return texts.map(target::wire).toArray(byte[][]::new);
    }

    /** A quoted name's beginning. */
    private static String open(String quoted) {
        return quoted.substring(0, quoted.length() - 1);
    }

    @BeforeEach
    void createTables() throws IOException {
        table = SourceTables.create(
                "id UInt32, name String", "SELECT number, format('row {}.', number) FROM numbers(" + ROWS + ")");
        target.create(table, "id UInt32", "name String");
        target.execute("INSERT INTO " + target.table(table) + " (id, name) VALUES (999, 'before')");
        proxy = TcpProxy.to(target.port());
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
        others.shutdownNow();
    }

    /** A delivery in a folder of its own, with its state unless that is elsewhere; what it delivers begins with its name. */
    private Cli delivery(String name, String mode, Path state) throws IOException {
        // Without TLS, so that the proxy can read along.
        Cli cli = new Cli(Files.createDirectories(folder.resolve(name)))
                .withServers(target.connection(proxy.port()))
                .with("TARGET_SECURE", "false");
        String execution = "native_chunks: {max_rows: 100, max_total_encoded_bytes: 1000000000,"
                + " stage_allocated_bytes_stop_threshold: 10000000000}";
        String sql = "SELECT id, concat(''" + name + " '', name) AS name FROM " + SourceTables.DATABASE + "." + table;
        cli.write(
                "m.yaml",
                Cli.manifest(target, table, "{mode: " + mode + "}", "technical_columns: 'off'", execution)
                        .replace("options: {", "options: {query: {sql: '" + sql + "'}, ")
                        .replace("storage: {", "storage: {state_dir: '" + state + "', "));
        return cli;
    }

    private Cli delivery(String name, String mode) throws IOException {
        return delivery(name, mode, folder.resolve(name).resolve("state"));
    }

    private List<String> rows() {
        return target.rows("SELECT name FROM " + target.table(table) + " ORDER BY id");
    }

    private static List<String> delivered(String name) {
        return IntStream.range(0, ROWS).mapToObj(i -> name + " row " + i + ".").toList();
    }

    private static List<String> appended(String name) {
        return Stream.concat(delivered(name).stream(), Stream.of("before")).toList();
    }

    private void isUnchanged() {
        assertThat(rows()).containsExactly("before");
        assertThat(target.stagingTables()).isEmpty();
    }

    /** As before, with every row staged for the same run to go on with. */
    private void staysStaged() {
        assertThat(rows()).containsExactly("before");
        assertThat(target.stagingTables()).hasSizeBetween(3, 4);
    }

    private void hasOnce(List<String> expected) {
        assertThat(rows()).isEqualTo(expected);
        assertThat(target.stagingTables()).isEmpty();
    }

    private static void ended(Cli.Ran ran, int exit, String code) {
        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        assertThat(ran.err()).contains(code + ": ");
        assertThat(ran.out()).isEmpty();
    }

    private static void succeeded(Cli.Ran ran) {
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.delivery().get("status").asString()).isEqualTo("succeeded");
    }

    /** The run id in the command that the error says to run. */
    private static String printedRunId(Cli.Ran ran) {
        Matcher matcher = Pattern.compile("--run-id ([A-Za-z0-9]+)").matcher(ran.err());
        assertThat(matcher.find()).as(ran.err()).isTrue();
        return matcher.group(1);
    }

    @ParameterizedTest(name = "{1} at {0}")
    @CsvSource({
        "ROWS_OF_AN_IMPORT, CUT_REQUEST",
        "ROWS_OF_AN_IMPORT, CUT_ANSWER",
        "COMMIT_OF_AN_IMPORT, CUT_REQUEST",
        "COMMIT_OF_AN_IMPORT, CUT_ANSWER"
    })
    void anImportWhoseConnectionIsCutIsTriedAgain(Step step, Fault fault) throws IOException {
        Cli cli = delivery("a", "append");
        proxy.once(fault, said(step));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(proxy.faults()).isEqualTo(1);
        succeeded(ran);
        hasOnce(appended("a"));
    }

    @Test
    void anImportWhoseConnectionIsCutEachTimeFailsAndChangesNothing() throws IOException {
        Cli cli = delivery("a", "append");
        proxy.always(Fault.CUT_REQUEST, said(Step.ROWS_OF_AN_IMPORT));

        Cli.Ran ran = cli.deliver("m.yaml", "--run-id", "cut");

        assertThat(proxy.faults()).isEqualTo(3);
        ended(ran, 1, "DPONE_TARGET_CONNECTION_LOST");
        isUnchanged();
        proxy.recover();
        succeeded(cli.deliver("m.yaml", "--run-id", "cut"));
        hasOnce(appended("a"));
    }

    @ParameterizedTest(name = "{1} at {0}")
    @CsvSource({
        "PREPARE, CUT_REQUEST",
        "PREPARE, CUT_ANSWER",
        "PUBLISH, CUT_REQUEST",
        "PUBLISH, CUT_ANSWER",
        "RECEIPT, CUT_ANSWER"
    })
    void aConnectionCutBeforeCommitChangesNothing(Step step, Fault fault) throws IOException {
        Cli cli = delivery("a", "full_refresh");
        proxy.once(fault, said(step));

        Cli.Ran ran = cli.deliver("m.yaml", "--run-id", "cut");

        assertThat(proxy.faults()).isEqualTo(1);
        ended(ran, 1, "DPONE_TARGET_CONNECTION_LOST");
        assertThat(ran.err()).contains("the stages are kept").contains("resume run cut");
        staysStaged();
        succeeded(cli.deliver("m.yaml", "--run-id", "cut"));
        hasOnce(delivered("a"));
    }

    @Test
    void aCommitThatNeverArrivedIsDecidedFromTheReceiptThatIsMissing() throws IOException {
        Cli cli = delivery("a", "append");
        proxy.once(Fault.CUT_REQUEST, said(Step.COMMIT));

        Cli.Ran ran = cli.deliver("m.yaml", "--run-id", "cut");

        assertThat(proxy.faults()).isEqualTo(1);
        ended(ran, 1, "DPONE_TARGET_CONNECTION_LOST");
        assertThat(ran.err()).contains("the target proves that nothing was published");
        staysStaged();
        succeeded(cli.deliver("m.yaml", "--run-id", "cut"));
        hasOnce(appended("a"));
    }

    @Test
    void aCommitWhoseAnswerIsLostIsDecidedFromTheReceiptThatIsThere() throws IOException {
        Cli cli = delivery("a", "append");
        proxy.once(Fault.CUT_ANSWER, said(Step.COMMIT));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(proxy.faults()).isEqualTo(1);
        succeeded(ran);
        hasOnce(appended("a"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"OUTAGE_AT_REQUEST", "OUTAGE_AT_ANSWER"})
    void whenNobodyAnswersAfterCommitThePrintedCommandDecidesLater(Fault fault) throws IOException {
        Cli cli = delivery("a", "append");
        proxy.once(fault, said(Step.COMMIT));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(proxy.faults()).isEqualTo(1);
        ended(ran, 4, "DPONE_PUBLICATION_UNKNOWN");
        assertThat(target.stagingTables()).hasSize(4);
        boolean committed = fault == Fault.OUTAGE_AT_ANSWER;
        assertThat(rows()).isEqualTo(committed ? appended("a") : List.of("before"));
        ended(cli.deliver("m.yaml", "--run-id", printedRunId(ran)), 4, "DPONE_PUBLICATION_UNKNOWN");
        assertThat(target.stagingTables())
                .as("nothing is cleaned up while nobody knows")
                .hasSize(4);
        proxy.recover();
        Cli.Ran again = cli.deliver("m.yaml", "--run-id", printedRunId(ran));
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(again.delivery().get("status").asString()).isEqualTo(committed ? "already_published" : "succeeded");
        hasOnce(appended("a"));
    }

    /** Starts a delivery that waits at the step until the proxy recovers. */
    private Future<Cli.Ran> held(Cli cli, Step step) throws Exception {
        proxy.once(Fault.HOLD_REQUEST, said(step));
        Future<Cli.Ran> running = others.submit(() -> cli.deliver("m.yaml"));
        if (!proxy.awaitFaults(1)) {
            throw new AssertionError(
                    "The delivery was never held: " + running.get().err());
        }
        return running;
    }

    @Test
    void anInterruptEndsAPublicationThatWaitsForSomebodyElsesLock() throws Exception {
        Interrupts person = Interrupts.none();
        Cli cli = delivery("a", "full_refresh").with(person);
        try (Connection other = target.connect()) {
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.executeUpdate("UPDATE " + target.table(table) + " SET name = 'mine'");
            }
            Future<Cli.Ran> running = others.submit(() -> cli.deliver("m.yaml", "--run-id", "stopped"));
            awaitPublication(running);

            person.request();

            // Who waits for the lock to its end is told that the target is busy.
            ended(running.get(25, TimeUnit.SECONDS), 130, "DPONE_INTERRUPTED_BY_USER");
            other.rollback();
        }
        if (target.stopsStatementsThatWait()) {
            isUnchanged();
        }
        assertThat(rows()).containsExactly("before");
        succeeded(cli.with(Interrupts.none()).deliver("m.yaml", "--run-id", "stopped"));
        hasOnce(delivered("a"));
    }

    /** Waits until the journal says that a publication is intended, and a little for its statements. */
    private void awaitPublication(Future<Cli.Ran> running) throws Exception {
        while (!running.isDone()) {
            try (Stream<Path> files = Files.walk(folder.resolve("a/state"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (Files.readString(file, StandardCharsets.ISO_8859_1).contains("publish_intended")) {
                        Thread.sleep(1000);
                        return;
                    }
                }
            } catch (NoSuchFileException | UncheckedIOException e) {
                // Not there yet, or just renamed.
                Thread.onSpinWait();
            }
            Thread.sleep(50);
        }
        throw new AssertionError("It ended before: " + running.get().err());
    }

    @Test
    void whileOneDeliversAnotherOfTheSameStateIsRefused() throws Exception {
        Future<Cli.Ran> first = held(delivery("a", "full_refresh", folder.resolve("state")), Step.ROWS_OF_AN_IMPORT);

        Cli.Ran second = delivery("b", "full_refresh", folder.resolve("state")).deliver("m.yaml");

        ended(second, 5, "DPONE_LEASE_HELD");
        proxy.recover();
        succeeded(first.get());
        hasOnce(delivered("a"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"ROWS_OF_AN_IMPORT", "PREPARE"})
    void oneThatWasOvertakenByAnotherOfOtherStateDoesNotPublish(Step step) throws Exception {
        Future<Cli.Ran> first = held(delivery("a", "full_refresh"), step);

        Cli.Ran second = delivery("b", "full_refresh").deliver("m.yaml");

        succeeded(second);
        assertThat(rows()).isEqualTo(delivered("b"));
        proxy.recover();
        ended(first.get(), 5, "DPONE_FENCE_LOST");
        hasOnce(delivered("b"));
    }

    @Test
    void whileOnePublishesAnotherOfOtherStateWaitsThenGivesUp() throws Exception {
        Future<Cli.Ran> first = held(delivery("a", "full_refresh"), Step.PUBLISH);

        Cli.Ran second = delivery("b", "full_refresh").deliver("m.yaml");

        ended(second, 5, "DPONE_TARGET_BUSY");
        proxy.recover();
        succeeded(first.get());
        hasOnce(delivered("a"));
    }

    @RepeatedTest(3)
    void ofTwoThatStartTogetherTheTargetHoldsOne() throws Exception {
        Cli a = delivery("a", "full_refresh");
        Cli b = delivery("b", "full_refresh");
        Future<Cli.Ran> first = others.submit(() -> a.deliver("m.yaml"));
        Future<Cli.Ran> second = others.submit(() -> b.deliver("m.yaml"));

        Cli.Ran ranA = first.get();
        Cli.Ran ranB = second.get();

        assertThat(List.of(ranA.exit(), ranB.exit()))
                .as(ranA.err() + ranB.err())
                .contains(0)
                .isSubsetOf(0, 5);
        List<String> rows = rows();
        boolean isA = rows.equals(delivered("a"));
        assertThat(isA || rows.equals(delivered("b"))).isTrue();
        assertThat((isA ? ranA : ranB).exit()).isZero();
        assertThat(target.stagingTables()).isEmpty();
    }
}
