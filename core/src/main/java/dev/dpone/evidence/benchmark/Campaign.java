package dev.dpone.evidence.benchmark;

import java.util.List;

/**
 * What one {@code bench run} set out to measure, and what it measured: the document {@code native-delivery-campaign}.
 *
 * @param workloads declared, each id once
 * @param runs the envelopes; each file once
 * @param limitations what the campaign does not show
 */
public record Campaign(List<Workload> workloads, List<Ref> runs, List<String> limitations) {
    public Campaign {
        workloads = Form.unique("workloads", workloads, Workload::id);
        runs = Form.unique("runs", runs, Ref::path);
        limitations = Form.texts("limitations", limitations);
    }
}
