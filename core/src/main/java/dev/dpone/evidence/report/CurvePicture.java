package dev.dpone.evidence.report;

import java.util.List;

/** One quantity over the staging time: an area or bars, with a line that it may not pass or is compared with. */
final class CurvePicture {
    private static final int TOP = 10;
    private static final int BOTTOM = 104;

    private final TimeAxis axis;
    private final String id;
    private final String title;

    /**
     * What to draw.
     *
     * @param values one per bucket
     * @param start when the first bucket begins
     * @param end when the last one ends at most
     * @param top the value at the picture's upper edge
     * @param line where a line is drawn, with {@code label}
     */
    record Curve(
            List<Double> values,
            long start,
            long bucket,
            long end,
            double top,
            double line,
            String label,
            String style,
            String description) {
        Curve {
            values = List.copyOf(values);
        }

        private long from(int i) {
            return Math.min(end, start + i * bucket);
        }
    }

    CurvePicture(TimeAxis axis, String id, String title) {
        this.axis = axis;
        this.id = id;
        this.title = title;
    }

    void draw(Markup out, Curve curve) {
        out.raw("<svg viewBox=\"0 0 " + TimeAxis.WIDTH + " 126\" role=\"img\" aria-labelledby=\"" + id + "-t " + id
                + "-d\"><title id=\"" + id + "-t\">");
        out.text(title)
                .raw("</title><desc id=\"" + id + "-d\">")
                .text(curve.description())
                .raw("</desc>");
        axis.draw(out, TOP, BOTTOM, true);
        yAxis(out, curve);
        if (curve.style().contains("bars")) {
            bars(out, curve);
        } else {
            area(out, curve);
        }
        String y = Markup.number(y(curve, curve.line()));
        out.raw("<path class=\"limit\" d=\"M" + TimeAxis.LEFT + " " + y + "H" + TimeAxis.RIGHT + "\"/>");
        double text = Math.max(TOP + 11, y(curve, curve.line()) - 4);
        out.raw("<text class=\"limit-label\" text-anchor=\"end\" x=\"" + (TimeAxis.RIGHT - 4) + "\" y=\""
                + Markup.number(text) + "\">");
        out.text(curve.label()).raw("</text></svg>");
    }

    private static void yAxis(Markup out, Curve curve) {
        out.raw("<path class=\"axis\" d=\"M" + TimeAxis.LEFT + " " + BOTTOM + "H" + TimeAxis.RIGHT + "\"/>");
        for (double value : new double[] {0, curve.top()}) {
            out.raw("<text class=\"tick\" text-anchor=\"end\" x=\"" + (TimeAxis.LEFT - 8) + "\" y=\""
                    + Markup.number(y(curve, value) + 3.5) + "\">" + Units.axis(value) + "</text>");
        }
    }

    private void area(Markup out, Curve curve) {
        StringBuilder path = new StringBuilder("M" + Markup.number(axis.x(curve.start())) + " " + BOTTOM);
        for (int i = 0; i < curve.values().size(); i++) {
            path.append("V").append(Markup.number(y(curve, curve.values().get(i))));
            path.append("H").append(Markup.number(axis.x(curve.from(i + 1))));
        }
        out.raw("<path class=\"" + curve.style() + "\" d=\"" + path + "V" + BOTTOM + "z\"/>");
    }

    private void bars(Markup out, Curve curve) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < curve.values().size(); i++) {
            double from = axis.x(curve.from(i));
            double to = Math.max(from + 0.5, axis.x(curve.from(i + 1)) - 1);
            if (curve.values().get(i) > 0) {
                path.append("M").append(Markup.number(from)).append(" ").append(BOTTOM);
                path.append("V").append(Markup.number(y(curve, curve.values().get(i))));
                path.append("H")
                        .append(Markup.number(to))
                        .append("V")
                        .append(BOTTOM)
                        .append("z");
            }
        }
        out.raw("<path class=\"" + curve.style() + "\" d=\"" + path + "\"/>");
    }

    private static double y(Curve curve, double value) {
        double share = curve.top() <= 0 ? 0 : Math.min(1, value / curve.top());
        return BOTTOM - (BOTTOM - TOP) * share;
    }
}
