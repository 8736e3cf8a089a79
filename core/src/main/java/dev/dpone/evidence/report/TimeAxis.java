package dev.dpone.evidence.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The time of a run across a picture: the same for all of a report's pictures, so that they can be read downwards. */
record TimeAxis(long nanos) {
    static final int WIDTH = 1040;
    static final int LEFT = 96;
    static final int RIGHT = 1024;

    private static final long[] STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200};

    TimeAxis {
        nanos = Math.max(1, nanos);
    }

    double x(long at) {
        return LEFT + (double) (RIGHT - LEFT) * Math.min(Math.max(0, at), nanos) / nanos;
    }

    /** Grid lines and their labels below {@code bottom}. */
    void draw(Markup out, double top, double bottom, boolean labels) {
        for (Tick tick : ticks()) {
            String x = Markup.number(x(tick.at()));
            out.raw("<path class=\"grid\" d=\"M" + x + " " + Markup.number(top) + "V" + Markup.number(bottom) + "\"/>");
            if (labels) {
                out.raw("<text class=\"tick\" text-anchor=\"middle\" x=\"" + x + "\" y=\"" + Markup.number(bottom + 15)
                        + "\">" + tick.label() + "</text>");
            }
        }
    }

    private record Tick(long at, String label) {}

    private List<Tick> ticks() {
        double unit = 1;
        while (unit * 8 > nanos / 1e9 && unit > 1e-6) {
            unit /= 10;
        }
        double step = unit * STEPS[STEPS.length - 1];
        for (int i = STEPS.length - 1; i >= 0; i--) {
            step = nanos / 1e9 / (unit * STEPS[i]) <= 9 ? unit * STEPS[i] : step;
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step * 1e9 <= nanos; i++) {
            ticks.add(new Tick(Math.round(i * step * 1e9), label(i * step, step)));
        }
        return ticks;
    }

    private static String label(double seconds, double step) {
        if (step >= 60) {
            return Math.round(seconds / 60) + " min";
        }
        int digits = step >= 1 ? 0 : (int) Math.ceil(-Math.log10(step) - 1e-9);
        return String.format(Locale.ROOT, "%." + digits + "f s", seconds);
    }
}
