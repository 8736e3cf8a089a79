package dev.dpone.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.RowBuffer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowSumTest {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

    @Test
    void matchesThePublishedVectors() {
        assertThat(RowSum.EMPTY.hex()).isEqualTo(GoldenRows.EMPTY);
        assertThat(digest(0).hex()).isEqualTo(GoldenRows.ONE_A);
        assertThat(digest(0, 1).hex()).isEqualTo(GoldenRows.A_AND_B);
        assertThat(digest(0, 0, 1).hex()).isEqualTo(GoldenRows.TWO_A_AND_B);
    }

    @Test
    void oneRowsSumIsItsHash() {
        assertThat(digest(0).sumHex()).isEqualTo(GoldenRows.A_HASH);
        assertThat(digest(1).sumHex()).isEqualTo(GoldenRows.B_HASH);
    }

    @Test
    void orderDoesNotMatterButDuplicatesDo() {
        assertThat(digest(1, 0, 0)).isEqualTo(digest(0, 0, 1)).isNotEqualTo(digest(0, 1));
    }

    @Test
    void theSumIsTheRemainderAndTheCountIsKept() {
        RowSum wrapped = RowSum.of(2, MODULUS.add(BigInteger.TWO));
        assertThat(wrapped).isEqualTo(new RowSum(2, 0, 0, 0, 2)).isNotEqualTo(new RowSum(1, 0, 0, 0, 2));
        assertThat(RowSum.of(0, BigInteger.ONE.negate()).sumHex()).isEqualTo("f".repeat(64));
    }

    @Test
    void plusCarriesThroughEveryWord() {
        RowSum all = new RowSum(1, -1, -1, -1, -1);
        RowSum one = new RowSum(1, 0, 0, 0, 1);
        assertThat(all.plus(one)).isEqualTo(new RowSum(2, 0, 0, 0, 0));
        assertThat(all.plus(all)).isEqualTo(new RowSum(2, -1, -1, -1, -2));
        assertThat(new RowSum(1, 0, 0, -1, -1).plus(one)).isEqualTo(new RowSum(2, 0, 1, 0, 0));
    }

    @Test
    void plusMatchesBigIntegerOnEdgesAndRandomWords() {
        long[] edges = {0, 1, -1, -2, Long.MAX_VALUE, Long.MIN_VALUE};
        Random random = new Random(7);
        for (int i = 0; i < 50_000; i++) {
            RowSum left =
                    new RowSum(1, word(edges, random), word(edges, random), word(edges, random), word(edges, random));
            RowSum right =
                    new RowSum(2, word(edges, random), word(edges, random), word(edges, random), word(edges, random));
            BigInteger expected = value(left).add(value(right)).mod(MODULUS);
            assertThat(value(left.plus(right))).isEqualTo(expected);
            assertThat(left.plus(right)).isEqualTo(RowSum.of(3, expected)).isEqualTo(right.plus(left));
        }
    }

    @Test
    void addingManyHashesMatchesBigInteger() {
        SumAccumulator sum = new SumAccumulator();
        BigInteger expected = BigInteger.ZERO;
        Random random = new Random(11);
        byte[] hash = new byte[32];
        for (int i = 0; i < 10_000; i++) {
            random.nextBytes(hash);
            if (i % 3 == 0) {
                java.util.Arrays.fill(hash, (byte) 0xFF);
            }
            sum.add(hash);
            expected = expected.add(new BigInteger(1, hash));
            if (i % 1_000 == 0) {
                assertThat(sum.toRowSum()).isEqualTo(RowSum.of(i + 1, expected));
            }
        }
        assertThat(sum.toRowSum()).isEqualTo(RowSum.of(10_000, expected));
    }

    @Test
    void mergingPartsInAnyOrderIsTheSequentialSum() {
        Random random = new Random(13);
        List<Integer> rows = new ArrayList<>(Collections.nCopies(97, 0));
        rows.addAll(Collections.nCopies(53, 1));
        Collections.shuffle(rows, random);
        RowSum sequential = digest(rows);
        for (int trial = 0; trial < 50; trial++) {
            List<RowSum> parts = new ArrayList<>();
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(40));
                parts.add(digest(rows.subList(from, to)));
                from = to;
            }
            Collections.shuffle(parts, random);
            assertThat(parts.stream().reduce(RowSum.EMPTY, RowSum::plus)).isEqualTo(sequential);
        }
    }

    @Test
    void countsDoNotOverflowSilently() {
        RowSum most = new RowSum(Long.MAX_VALUE, 0, 0, 0, 0);
        assertThatThrownBy(() -> most.plus(new RowSum(1, 0, 0, 0, 0))).isInstanceOf(ArithmeticException.class);
    }

    private static RowSum digest(int... rows) {
        return digest(java.util.Arrays.stream(rows).boxed().toList());
    }

    private static RowSum digest(List<Integer> rows) {
        CanonicalRowWriter writer = new CanonicalRowWriter(GoldenRows.COLUMNS);
        RowDigester digester = new RowDigester();
        RowBuffer out = new RowBuffer(16);
        for (int row : rows) {
            out.clear();
            writer.write(GoldenRows.block(), row, out);
            digester.add(out);
        }
        return digester.sum();
    }

    private static long word(long[] edges, Random random) {
        return random.nextBoolean() ? edges[random.nextInt(edges.length)] : random.nextLong();
    }

    private static BigInteger value(RowSum sum) {
        return new BigInteger(1, HexFormat.of().parseHex(sum.sumHex()));
    }
}
