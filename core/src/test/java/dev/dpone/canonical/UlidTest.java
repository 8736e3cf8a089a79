package dev.dpone.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UlidTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 00000000000000000000000000",
        "0, -1, 0000000000ZZZZZZZZZZZZZZZZ",
        "281474976710655, -1, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "1469918176385, 0, 01ARYZ6S410000000000000000",
        "0, 1, 00000000000000000000000001",
        "0, 4294967296, 0000000000000G000004000000"
    })
    void spellsTimeThenRandomBits(long millis, long random, String expected) {
        assertThat(new Ulid(at(millis), constant(random)).next()).isEqualTo(expected);
    }

    @Test
    void isARunIdOfTheCrockfordAlphabetAndNeverTheSame() {
        Ulid ulids = new Ulid(at(1_789_302_896_123L), new Random(3));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String ulid = ulids.next();
            assertThat(ulid).matches("[0-7][0-9A-HJKMNP-TV-Z]{25}").startsWith("01M2DC6XFV");
            assertThat(new RunId(ulid).fileName()).isEqualTo(ulid);
            seen.add(ulid);
        }
        assertThat(seen).hasSize(10_000);
    }

    @Test
    void laterMillisecondsSortLater() {
        String early = new Ulid(at(1_000), constant(-1)).next();
        String late = new Ulid(at(1_001), constant(0)).next();
        assertThat(early).isLessThan(late);
    }

    @ParameterizedTest
    @CsvSource({"-1", "281474976710656"})
    void refusesTimesItHasNoRoomFor(long millis) {
        Ulid ulids = new Ulid(at(millis), constant(0));
        assertThatThrownBy(ulids::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A ULID has no room for the time " + millis);
    }

    private static Clock at(long millis) {
        return Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    private static RandomGenerator constant(long bits) {
        return () -> bits;
    }
}
