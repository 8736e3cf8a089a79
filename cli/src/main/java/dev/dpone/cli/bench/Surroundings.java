package dev.dpone.cli.bench;

import dev.dpone.evidence.benchmark.Build;
import dev.dpone.evidence.benchmark.Environment;
import dev.dpone.evidence.benchmark.Route;
import dev.dpone.evidence.benchmark.RunIdentity;
import dev.dpone.evidence.benchmark.Workload;
import dev.dpone.spi.ServerInfo;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What all runs of a benchmark have in common. */
record Surroundings(Build subject, Route route, Map<String, String> versions, Map<String, Object> resources) {
    private static final String UNSET = "unset";

    static Surroundings of(Stand stand, Build subject, Map<String, String> environment) {
        ServerInfo source = stand.source().server();
        ServerInfo target = stand.target().server();
        Map<String, String> versions = new TreeMap<>();
        versions.put(Environment.SUBJECT, subject.version());
        versions.put("java", Witness.line(System.getProperty("java.runtime.version")));
        versions.put("clickhouse", Witness.line(source.version()));
        versions.put("target", Witness.line(target.product() + " " + target.version()));
        Map<String, Object> resources = new TreeMap<>(Machine.resources());
        resources.put("subject_heap", Witness.line(environment.getOrDefault("DPONE_HEAP", UNSET)));
        resources.put("subject_java_options", Witness.line(environment.getOrDefault("DPONE_JAVA_OPTS", UNSET)));
        return new Surroundings(
                subject,
                new Route(Route.Sink.valueOf(stand.type().toUpperCase(Locale.ROOT)), Route.Strategy.FULL_REFRESH),
                versions,
                resources);
    }

    RunIdentity identity(Workload workload, BenchConfiguration configuration, BenchTable table) {
        return new RunIdentity(
                subject,
                route,
                workload,
                configuration.limits(),
                new Environment(versions, BenchTable.hash(table.layout()), resources));
    }

    /** The build that measures. */
    static Build producer() {
        Optional<Checkout> checkout = SubjectCommand.itself().origin().flatMap(Checkout::around);
        String version = Surroundings.class.getPackage().getImplementationVersion();
        return new Build(
                "dpone-bench-run",
                version == null ? "dev" : version,
                checkout.map(Checkout::commit).orElse(Build.UNKNOWN),
                checkout.map(Checkout::dirty).orElse(false));
    }
}
