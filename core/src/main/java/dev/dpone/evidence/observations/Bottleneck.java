package dev.dpone.evidence.observations;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The stage that was at work the largest share of its workers' time, and what that means for the limits.
 *
 * @param stage empty when none was busy half of the time
 * @param sentence for people
 */
public record Bottleneck(Optional<Stage> stage, String sentence) {
    private static final int LEAST_PERMILLE = 500;

    static Bottleneck of(List<RunObservations.StageUse> stages) {
        // The later stage wins a tie: what it can't take, the earlier ones wait for.
        RunObservations.StageUse busiest = stages.stream()
                .max(Comparator.comparingInt(RunObservations.StageUse::busyPermille)
                        .thenComparing(RunObservations.StageUse::stage))
                .orElseThrow();
        String share = Math.round(busiest.busyPermille() / 10.0) + " % of the time";
        if (busiest.busyPermille() < LEAST_PERMILLE) {
            return new Bottleneck(
                    Optional.empty(),
                    "No stage was busy half of the time (the busiest, "
                            + busiest.stage().words() + ", " + share + "): neither limit stands out.");
        }
        return new Bottleneck(
                Optional.of(busiest.stage()),
                switch (busiest.stage()) {
                    case SOURCE -> "The source was being read " + share + ": nothing in the limits will help.";
                    case ENCODE ->
                        "Encoders were busy " + share + ": raise encoding_parallelism (now " + busiest.workers()
                                + ") where cores are idle.";
                    case IMPORT ->
                        "Importers were busy " + share + ": raise import_parallelism (now " + busiest.workers()
                                + ") where the target can take more.";
                });
    }

    /** The name in documents: {@code source}, {@code encoders}, {@code importers} or {@code none}. */
    public String id() {
        return stage.map(found -> switch (found) {
                    case SOURCE -> "source";
                    case ENCODE, IMPORT -> found.words();
                })
                .orElse("none");
    }
}
