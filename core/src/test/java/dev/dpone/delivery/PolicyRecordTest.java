package dev.dpone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.Policy;
import dev.dpone.state.JournalEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What policies did is in journal, evidence and result, and a policy is part of what a run was opened for. */
class PolicyRecordTest extends DeliveryScenario {
    private static final List<ChangedValues> THREE_CAPITALS = List.of(new ChangedValues("text", Policy.REPLACE, 3));

    @Test
    void journalEvidenceResultAndReplayTellWhatPoliciesChanged() {
        DeliveryResult result = run(treated("r1"));

        assertThat(result.changed()).isEqualTo(THREE_CAPITALS);
        assertThat(journal("r1").stream()
                        .filter(event -> event.type().equals("receipt_accepted"))
                        .map(JournalEvent::data)
                        .map(data -> CanonicalJson.text(java.util.Objects.requireNonNull(data.get("ordinal")))
                                + CanonicalJson.text(java.util.Objects.requireNonNull(data.get("changed_values")))))
                .containsExactlyInAnyOrder(
                        "0[{\"column\":\"text\",\"policy\":\"replace\",\"values\":1}]",
                        "1[{\"column\":\"text\",\"policy\":\"replace\",\"values\":1}]",
                        "2[{\"column\":\"text\",\"policy\":\"replace\",\"values\":1}]");
        assertThat(ChangedValues.sum(facts.get(0).chunks())).isEqualTo(THREE_CAPITALS);
        DeliveryResult again = run(treated("r1"));
        assertThat(again.replayed()).isTrue();
        assertThat(again.changed()).isEqualTo(THREE_CAPITALS);
    }

    @Test
    void withoutPoliciesNothingOfThemIsWritten() {
        assertThat(run("r1").changed()).isEmpty();
        assertThat(journal("r1"))
                .allSatisfy(event -> assertThat(CanonicalJson.text(event.data()))
                        .doesNotContain("changed_values")
                        .doesNotContain("policies"));
    }

    @Test
    void theSameRunWithAnotherPolicyIsRefused() {
        run(treated("r1"));

        fails("r1", ErrorCode.RUN_CHANGED);
    }

    @Test
    void theRecordedPlanKeepsThePolicyAndTheSourcesOwnType() {
        DeliveryRequest request = treated("r1");

        assertThat(RecordedPlan.of(request.planRecord()).columns())
                .containsExactly(
                        new RecordedPlan.RecordedColumn("id", "Int64", "toy", Optional.empty()),
                        new RecordedPlan.RecordedColumn("text", "String", "toy", Optional.of(Policy.REPLACE)));
        assertThat(request.originColumns()).isEqualTo(ToyRows.COLUMNS);
    }
}
