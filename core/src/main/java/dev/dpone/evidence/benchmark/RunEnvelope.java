package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import dev.dpone.limits.NativeChunkLimits;
import java.util.List;
import java.util.stream.Stream;

/**
 * All trials of one workload with one configuration on one machine: the document {@code native-delivery-run}. Its version follows
 * from the limits alone: 1 for eight fields, 2 for ten.
 *
 * @param producer the program that measured
 * @param subject the program that was measured
 * @param fidelity the receipt of scope {@code type_fidelity}
 * @param recovery the receipt of scope {@code failure_recovery}
 * @param status FAIL exactly where a sample or a receipt is; PASS only where all are; see {@link #best}
 * @param limitations what the run does not show; there is one wherever the status is not the {@link #best}
 */
public record RunEnvelope(
        Build producer,
        Build subject,
        Route route,
        Workload workload,
        NativeChunkLimits limits,
        Environment environment,
        List<Sample> samples,
        Ref fidelity,
        Ref recovery,
        Status status,
        List<String> limitations) {
    public RunEnvelope {
        requireNonNull(producer, "producer is null");
        requireNonNull(subject, "subject is null");
        requireNonNull(route, "route is null");
        requireNonNull(workload, "workload is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(environment, "environment is null");
        requireNonNull(fidelity, "fidelity is null");
        requireNonNull(recovery, "recovery is null");
        requireNonNull(status, "status is null");
        samples = Form.unique("samples", samples, Sample::id);
        limitations = Form.texts("limitations", limitations);
        Status best = best(samples, fidelity, recovery);
        if ((best == Status.FAIL) != (status == Status.FAIL) || (status == Status.PASS && best != Status.PASS)) {
            throw new IllegalArgumentException(
                    "status must not be " + status + " where samples and receipts allow " + best);
        }
        if (status != best && limitations.isEmpty()) {
            throw new IllegalArgumentException("limitations must say why the status is " + status + ", not " + best);
        }
    }

    /** FAIL if a sample or receipt is, PASS if there are samples and all are PASS, else UNVERIFIED. */
    public static Status best(List<Sample> samples, Ref fidelity, Ref recovery) {
        List<Status> parts = Stream.concat(
                        samples.stream().map(Sample::status), Stream.of(fidelity.status(), recovery.status()))
                .toList();
        if (parts.contains(Status.FAIL)) {
            return Status.FAIL;
        }
        boolean pass = !samples.isEmpty() && parts.stream().allMatch(part -> part == Status.PASS);
        return pass ? Status.PASS : Status.UNVERIFIED;
    }

    /** 1 or 2. */
    public int version() {
        return limits.recordVersion();
    }
}
