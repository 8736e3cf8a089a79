package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What policies in the manifest make of values, on every target: what arrives, what is counted, what is refused. */
abstract class PolicyContract {
    @TempDir
    Path folder;

    final TestTarget target;
    Cli cli;

    PolicyContract(TestTarget target) {
        this.target = target;
    }

    @BeforeEach
    void connect() {
        cli = new Cli(folder).withServers(target);
    }

    final void manifest(String table, String policies) {
        cli.write(
                "m.yaml",
                Cli.manifest(
                        target,
                        table,
                        "{mode: full_refresh}",
                        "policies: " + policies,
                        "native_chunks: {max_rows: 2, max_total_encoded_bytes: 1000000000,"
                                + " stage_allocated_bytes_stop_threshold: 1000000000}"));
    }

    final Cli.Ran succeed(String... options) {
        Cli.Ran ran = cli.deliver("m.yaml", options);
        assertThat(ran.exit()).as(ran.err()).isZero();
        return ran;
    }

    final List<String> column(String table, String expression) {
        return target.rows("SELECT " + expression + " FROM " + target.table(table) + " ORDER BY id");
    }

    /** The counts of the run's result, such as {@code {note: {replace: 1}}}. */
    final String changed(Cli.Ran ran) {
        return ran.delivery().get("changed_values").toString().replace("\"", "");
    }

    @Test
    void valuesTheTargetCannotHoldArriveAsThePoliciesSayAndAreCounted() throws IOException {
        String table = SourceTables.create(
                "id UInt8, note String, word Nullable(String), day Date32, at DateTime64(3, 'UTC'),"
                        + " seen DateTime64(9, 'UTC'), code FixedString(4)",
                "SELECT 1, unhex('41FF42'), 'fine', '2026-09-13', '2026-09-13 12:34:56.789',"
                        + " '2026-09-13 12:34:56.123456099', 'ab'"
                        + " UNION ALL SELECT 2, 'é', unhex('C0'), d,"
                        + " reinterpret(toInt64(9223372036854775807), 'DateTime64(3, \\'UTC\\')'),"
                        + " '1969-12-31 23:59:59.999998099', 'abcd'"
                        + " FROM format(RowBinary, 'd Date32', '\\xff\\xff\\xff\\x7f')"
                        + " UNION ALL SELECT 3, '', NULL, '1900-01-01', '1969-12-31 23:59:59.999',"
                        + " '2026-09-13 12:34:56.123456000', ''");
        manifest(table, "{note: replace, word: null, day: 'null', at: null, seen: truncate, code: text}");

        Cli.Ran ran = succeed("--run-id", "a-" + table);

        assertThat(column(table, "note")).containsExactly("A\ufffdB", "é", "");
        assertThat(column(table, "word")).containsExactly("fine", "null", "null");
        assertThat(column(table, "day")).containsExactly("2026-09-13", "null", "1900-01-01");
        assertThat(column(table, "CASE WHEN at IS NULL THEN 'none' ELSE 'some' END"))
                .containsExactly("some", "none", "some");
        assertThat(column(
                        table,
                        "CASE seen WHEN " + target.literal(java.time.Instant.parse("2026-09-13T12:34:56.123456Z"))
                                + " THEN 'cut' WHEN "
                                + target.literal(java.time.Instant.parse("1969-12-31T23:59:59.999998Z"))
                                + " THEN 'floor' ELSE 'wrong' END"))
                .containsExactly("cut", "floor", "cut");
        assertThat(column(table, "code")).containsExactly("ab", "abcd", "");
        assertThat(changed(ran))
                .isEqualTo("{note:{replace:1},word:{null:1},day:{null:1},at:{null:1},seen:{truncate:2},code:{text:2}}");
        String evidence =
                Files.readString(Path.of(ran.delivery().get("evidence").asString()));
        assertThat(evidence.split("\"changed_values\":", -1)).hasSize(3);
        assertThat(evidence).contains("{\"column\":\"seen\",\"policy\":\"truncate\",\"values\":2}");
        Cli.Ran again = succeed("--run-id", "a-" + table);
        assertThat(again.delivery().get("status").asString()).isEqualTo("already_published");
        assertThat(changed(again)).isEqualTo(changed(ran));

        manifest(table, "{note: replace, word: replace, day: 'null', at: null, seen: truncate, code: text}");
        assertThat(cli.deliver("m.yaml", "--run-id", "a-" + table).err()).contains("DPONE_RUN_CHANGED");
    }

    @Test
    void whatIsTooLargeOrStructuredArrivesAsText() {
        String table = SourceTables.create(
                "id UInt8, big UInt256, low Nullable(Int256), money Decimal(76, 3), tags Array(Nullable(Float64)),"
                        + " pair Tuple(a UInt64, b String), dict Map(String, Int64), obj JSON",
                "SELECT 1, toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935'),"
                        + " toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968'),"
                        + " toDecimal256('-0.5', 3), [1.5, nan, NULL], (18446744073709551615, 'x\"é'),"
                        + " map('k', 9007199254740993), '{\"a\":{\"b\":1}}'"
                        + " UNION ALL SELECT 2, 0, NULL, toDecimal256('7', 3), [], (0, ''), map(), '{}'");
        manifest(table, "{big: text, low: text, money: text, tags: text, pair: text, dict: text, obj: text}");

        Cli.Ran ran = succeed();

        assertThat(column(table, "big"))
                .containsExactly("115792089237316195423570985008687907853269984665640564039457584007913129639935", "0");
        assertThat(column(table, "low"))
                .containsExactly(
                        "-57896044618658097711785492504343953926634992332820282019728792003956564819968", "null");
        assertThat(column(table, "money")).containsExactly("-0.500", "7.000");
        assertThat(column(table, "tags")).containsExactly("[1.5,\"nan\",null]", "[]");
        assertThat(column(table, "pair"))
                .containsExactly("{\"a\":18446744073709551615,\"b\":\"x\\\"é\"}", "{\"a\":0,\"b\":\"\"}");
        assertThat(column(table, "dict")).containsExactly("{\"k\":9007199254740993}", "{}");
        assertThat(column(table, "obj")).containsExactly("{\"a\":{\"b\":1}}", "{}");
        assertThat(changed(ran))
                .isEqualTo("{big:{text:2},low:{text:1},money:{text:2},tags:{text:2},pair:{text:2},dict:{text:2},"
                        + "obj:{text:2}}");
    }

    @Test
    void wideNumbersAndAddressesArriveWithoutAPolicy() {
        String table = SourceTables.create(
                "id UInt8, i Int128, u UInt128, v Int256, a IPv4, b Nullable(IPv6)",
                "SELECT 1, -5, toUInt128('99999999999999999999999999999999999999'),"
                        + " toInt256('-99999999999999999999999999999999999999'), '255.0.10.1', '2001:db8::1'"
                        + " UNION ALL SELECT 2, 0, 0, 0, '0.0.0.0', NULL");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        Cli.Ran ran = succeed();

        assertThat(ran.delivery().get("changed_values")).isNull();
        assertThat(column(table, "i")).containsExactly("-5", "0");
        assertThat(column(table, "u")).containsExactly("99999999999999999999999999999999999999", "0");
        assertThat(column(table, "v")).containsExactly("-99999999999999999999999999999999999999", "0");
        assertThat(column(table, "a")).containsExactly("255.0.10.1", "0.0.0.0");
        assertThat(column(table, "b")).containsExactly("2001:db8::1", "null");
    }

    @Test
    void aRunUnderPoliciesIsResumedReadAgainAndGivenUp() {
        String table = SourceTables.create(
                "id UInt8, note String, code FixedString(3)",
                "SELECT number, if(number = 2, unhex('FF'), 'fine'), toString(number) FROM numbers(5)");
        manifest(table, "{note: null, code: text}");

        failInPublication("r-" + table);
        Cli.Ran resumed = cli.run("resume", "m.yaml", "r-" + table, "--format", "json");

        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(changed(resumed)).isEqualTo("{note:{null:1},code:{text:5}}");
        assertThat(column(table, "note")).containsExactly("fine", "fine", "null", "fine", "fine");

        failInPublication("s-" + table);
        target.execute("DELETE FROM " + target.staging() + "."
                + target.rows("SELECT table_name FROM dpone.stages WHERE run_id = 's-" + table + "' AND ordinal = 1")
                        .get(0));
        Cli.Ran again = cli.run("resume", "m.yaml", "s-" + table, "--format", "json");

        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(again.err()).contains("The source is read again.");
        assertThat(changed(again)).isEqualTo("{note:{null:1},code:{text:5}}");

        failInPublication("t-" + table);
        Cli.Ran abandoned = cli.run("abandon", "m.yaml", "t-" + table);
        assertThat(abandoned.exit()).as(abandoned.err()).isZero();
        assertThat(column(table, "code")).containsExactly("0", "1", "2", "3", "4");
    }

    private void failInPublication(String run) {
        UnaryOperator<Target> failing = real -> new TamperingTarget(real, (at, staging) -> {
            if (at.equals("in_publication")) {
                throw new DponeException(ErrorCode.TARGET_CONNECTION_LOST, "planted", "Go on.");
            }
        });
        Cli failed = new Cli(folder)
                .withServers(target)
                .with(new Wiring(failing, Wiring.PLAIN.state(), Wiring.PLAIN.evidence()));
        assertThat(failed.deliver("m.yaml", "--run-id", run).exit()).isEqualTo(1);
    }

    /** Every type of the published matrix that is delivered, with the policy it needs, if it needs one. */
    @Test
    void everyTypeOfTheMatrixIsDelivered() {
        List<String> columns = new ArrayList<>(List.of("id UInt8"));
        List<String> policies = new ArrayList<>();
        for (String type : TypeMatrix.TYPES) {
            String name = "c" + columns.size();
            // The sandbox's server has no Object any more.
            if (!TypeMatrix.isRead(type) || type.startsWith("Object")) {
                continue;
            }
            if (!TypeMatrix.isMapped(type, target.connector())) {
                policies.add(name + ": "
                        + TypeMatrix.policies(type, target.connector()).get(0));
            }
            columns.add(name + " " + type);
        }
        String table = SourceTables.name();
        SourceTables.clickhouse("CREATE DATABASE IF NOT EXISTS " + SourceTables.DATABASE + " ENGINE = Atomic");
        SourceTables.clickhouse("CREATE TABLE " + SourceTables.DATABASE + "." + table + " ("
                + String.join(", ", columns) + ") ENGINE = MergeTree ORDER BY tuple()"
                + " SETTINGS allow_suspicious_fixed_string_types = 1, flatten_nested = 0");
        SourceTables.clickhouse("INSERT INTO " + SourceTables.DATABASE + "." + table + " (id) VALUES (1)");
        manifest(table, "{" + String.join(", ", policies) + "}");

        Cli.Ran ran = succeed();

        assertThat(ran.delivery().get("rows").asLong()).isEqualTo(1);
        assertThat(columns).hasSizeGreaterThan(45);
        assertThat(policies).hasSizeGreaterThan(4);
    }

    @Test
    void aPolicyThatDoesNotApplyIsRefusedWithThoseThatDo() {
        String table = SourceTables.create("id UInt8, note String", "SELECT 1, 'x'");

        manifest(table, "{note: truncate}");
        assertRefused(
                "DPONE_POLICY_INVALID: Policy truncate does not apply to column note, which is String; null or replace"
                        + " would",
                "Write null or replace for it, or remove sink.policies.note.");
        manifest(table, "{id: text}");
        assertRefused(
                "DPONE_POLICY_INVALID: Policy text does not apply to column id, which is UInt8: no policy does",
                "Remove sink.policies.id.");
        manifest(table, "{nothing: text}");
        assertRefused(
                "DPONE_POLICY_INVALID: sink.policies names columns that the source of " + SourceTables.DATABASE + "."
                        + table + " does not have: nothing",
                "Name columns of the source: id, note.");
    }

    @Test
    void structuredColumnsWithoutAPolicyAreRefusedWithBothRemedies() {
        String table = SourceTables.create("id UInt8, tags Array(String)", "SELECT 1, ['x']");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        assertRefused(
                "DPONE_TYPE_UNSUPPORTED: Column tags: Array(String) can be delivered as JSON text only",
                "Set sink.policies.tags to text, or write toJSONString(tags) AS tags in source.options.query.sql.");
    }

    @Test
    void thePlanShowsThePolicyWithItsReasonAndTheQueryThatDoesIt() {
        String manifest = Cli.manifest(
                        target, "events", "{mode: full_refresh}", "policies: {tags: text, note: null}", "")
                .replace(
                        "  runtime:",
                        "  schema_contract: {columns: {tags: \"Array(UInt8)\", note: String}}\n  runtime:");
        cli.write("m.yaml", manifest);

        Cli.Ran ran = cli.run("plan", "m.yaml", "--format", "md");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("| tags | Array(UInt8) | ")
                .contains(" | false | policy text: JSON text |")
                .contains("| note | String | ")
                .contains(" | true | policy null: what is not UTF-8")
                .contains("toJSONString(__dpone__value_1) AS `tags`");
    }

    private void assertRefused(String message, String remedy) {
        Cli.Ran ran = cli.deliver("m.yaml");
        assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains(message).contains(remedy);
    }
}
