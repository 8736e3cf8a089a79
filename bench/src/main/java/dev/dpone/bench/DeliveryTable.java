package dev.dpone.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Measured deliveries, related to the script of the same round. */
final class DeliveryTable {
    static final String SCRIPT = "CSV script";

    private final long rows;
    private final Map<String, List<ProcessUse>> measured = new LinkedHashMap<>();

    DeliveryTable(long rows) {
        this.rows = rows;
    }

    /** One round's run of one way. */
    void add(String way, ProcessUse use) {
        measured.computeIfAbsent(way, w -> new ArrayList<>()).add(use);
    }

    String markdown() {
        StringBuilder out =
                new StringBuilder("| way | seconds | rows/s | times the script | CPU seconds of the process |"
                        + " peak heap, MB | peak RSS, MB |\n|---|---|---|---|---|---|---|\n");
        measured.forEach((way, uses) -> out.append("| ")
                .append(way)
                .append(" | ")
                .append(spread(uses, ProcessUse::seconds).text())
                .append(" | ")
                .append(Spread.digits(rows / spread(uses, ProcessUse::seconds).median()))
                .append(" | ")
                .append(way.equals(SCRIPT) ? "1" : ratio(uses).text())
                .append(" | ")
                .append(spread(uses, ProcessUse::cpuSeconds).text())
                .append(" | ")
                .append(Spread.digits(
                        spread(uses, use -> use.peakHeapBytes() / 1e6).most()))
                .append(" | ")
                .append(Spread.digits(
                        spread(uses, use -> use.peakResidentBytes() / 1e6).most()))
                .append(" |\n"));
        return out.toString();
    }

    private Spread ratio(List<ProcessUse> uses) {
        List<ProcessUse> script = measured.getOrDefault(SCRIPT, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < Math.min(uses.size(), script.size()); round++) {
            ratios.add(uses.get(round).seconds() / script.get(round).seconds());
        }
        return Spread.of(ratios);
    }

    private static Spread spread(List<ProcessUse> uses, ToDoubleFunction<ProcessUse> figure) {
        return Spread.of(uses.stream().map(figure::applyAsDouble).toList());
    }
}
