package dev.dpone.evidence.observations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BottleneckTest {
    private static Bottleneck busy(int source, int encoding, int importing) {
        return new States(2, 1, 2)
                .at(0, source > 0 ? "reading" : "", 0, 2, 1, 3)
                .at(source, "", 0, encoding > source ? 2 : 0, importing > source ? 1 : 0, 3)
                .at(Math.min(encoding, importing), "", 0, encoding > importing ? 2 : 0, importing > encoding ? 1 : 0, 3)
                .at(Math.max(encoding, importing), "", 0, 0, 0, 3)
                .at(100, "", 0, 0, 0, 0)
                .staging()
                .bottleneck();
    }

    @Test
    void slowImportersWantMoreImporters() {
        Bottleneck bottleneck = busy(10, 40, 96);

        assertThat(bottleneck.id()).isEqualTo("importers");
        assertThat(bottleneck.sentence())
                .isEqualTo("Importers were busy 96 % of the time: raise import_parallelism (now 1) where the target can"
                        + " take more.");
    }

    @Test
    void slowEncodersWantMoreEncoders() {
        Bottleneck bottleneck = busy(10, 91, 30);

        assertThat(bottleneck.id()).isEqualTo("encoders");
        assertThat(bottleneck.sentence())
                .isEqualTo(
                        "Encoders were busy 91 % of the time: raise encoding_parallelism (now 2) where cores are idle.");
    }

    @Test
    void aSlowSourceIsBeyondTheLimits() {
        Bottleneck bottleneck = new States(1, 1, 1)
                .at(0, "reading", 0, 0, 0, 0)
                .at(93, "", 0, 1, 1, 2)
                .at(100, "", 0, 0, 0, 0)
                .staging()
                .bottleneck();

        assertThat(bottleneck.id()).isEqualTo("source");
        assertThat(bottleneck.sentence())
                .isEqualTo("The source was being read 93 % of the time: nothing in the limits will help.");
    }

    @Test
    void nothingIsBlamedWhenNoStageWasBusyHalfOfTheTime() {
        Bottleneck bottleneck = busy(20, 45, 49);

        assertThat(bottleneck.id()).isEqualTo("none");
        assertThat(bottleneck.sentence())
                .isEqualTo(
                        "No stage was busy half of the time (the busiest, importers, 49 % of the time): neither limit"
                                + " stands out.");
    }
}
