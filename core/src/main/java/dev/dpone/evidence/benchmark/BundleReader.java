package dev.dpone.evidence.benchmark;

import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import dev.dpone.evidence.observations.ObservationsReader;
import dev.dpone.evidence.observations.RunObservations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a bundle: from the campaign to its envelopes, and from each envelope to its receipts and observations. */
final class BundleReader {
    private final BundleFolder folder;

    BundleReader(Path folder) {
        this.folder = new BundleFolder(folder);
    }

    Bundle bundle() {
        byte[] bytes = folder.bytes(BundleWriter.CAMPAIGN);
        Campaign campaign = folder.parse(BundleWriter.CAMPAIGN, bytes, CampaignDocument::read);
        List<BundledRun> runs = new ArrayList<>();
        Set<Object> cases = new HashSet<>();
        for (Ref ref : campaign.runs()) {
            BundledRun run = run(ref);
            if (!campaign.workloads().contains(run.envelope().workload())) {
                throw folder.invalid(ref.path(), "the campaign does not declare its workload");
            }
            if (!cases.add(sameCase(run.envelope()))) {
                throw folder.invalid(ref.path(), "another run has the same route, workload and configuration");
            }
            runs.add(run);
        }
        Ref ref = Ref.of(BundleWriter.CAMPAIGN, bytes, Bundle.status(runs));
        return new Bundle(folder.root(), ref, campaign, runs, folder.files());
    }

    private static Object sameCase(RunEnvelope run) {
        return List.of(run.route(), run.workload().id(), run.limits().configurationHash());
    }

    private BundledRun run(Ref ref) {
        RunEnvelope run = folder.document(ref, RunEnvelopeDocument::read);
        sameStatus(ref, run.status());
        Map<String, CorrectnessReceipt> receipts = new LinkedHashMap<>();
        for (Sample sample : run.samples()) {
            receipts.put(sample.id(), receipt(sample.correctness(), run, Scope.SAMPLE, Optional.of(sample.id())));
            sample.observations().ifPresent(observations -> checkObservations(observations, run));
        }
        return new BundledRun(
                ref,
                run,
                receipts,
                receipt(run.fidelity(), run, Scope.TYPE_FIDELITY, Optional.empty()),
                receipt(run.recovery(), run, Scope.FAILURE_RECOVERY, Optional.empty()));
    }

    private CorrectnessReceipt receipt(Ref ref, RunEnvelope run, Scope scope, Optional<String> sampleId) {
        CorrectnessReceipt receipt = folder.document(ref, CorrectnessDocument::read);
        sameStatus(ref, receipt.status());
        same(ref, "scope", scope, receipt.scope());
        same(ref, "sample_id", sampleId, receipt.sampleId());
        same(ref, "subject_commit", run.subject().commit(), receipt.subjectCommit());
        same(ref, "route", run.route(), receipt.route());
        same(ref, "workload_sha256", run.workload().sha256(), receipt.workloadSha256());
        same(ref, "configuration_sha256", run.limits().configurationHash(), receipt.configurationSha256());
        same(ref, "environment_sha256", run.environment().sha256(), receipt.environmentSha256());
        receipt.checks().forEach(check -> check.evidence().ifPresent(folder::verified));
        return receipt;
    }

    private void checkObservations(Ref ref, RunEnvelope run) {
        RunObservations observations = folder.document(ref, ObservationsReader::read);
        sameStatus(ref, observations.limitations().isEmpty() ? Status.PASS : Status.UNVERIFIED);
        same(
                ref,
                "configuration_sha256",
                run.limits().configurationHash(),
                observations.limits().configurationHash());
    }

    private void sameStatus(Ref ref, Status actual) {
        same(ref, "status", ref.status(), actual);
    }

    private void same(Ref ref, String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw folder.invalid(ref.path(), "its " + what + " is not the one of the document that names it");
        }
    }
}
