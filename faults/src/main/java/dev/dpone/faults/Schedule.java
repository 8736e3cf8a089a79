package dev.dpone.faults;

import dev.dpone.faults.TrialPlan.Limits;
import dev.dpone.faults.TrialPlan.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Which trials there are, all decided by one seed. */
final class Schedule {
    private static final double AT_STOPS = 0.72;
    private static final double SERVER_KILLED = 0.08;
    private static final double STAGE_CHANGED = 0.04;
    private static final int KILLS_PER_EXTRA = 50;
    private static final List<Stop> MIDDLE = Stop.all().stream()
            .filter(stop -> stop.boundary().compareTo(Boundary.STAGE_IMPORTED) >= 0)
            .filter(stop -> stop.boundary().compareTo(Boundary.CHECKPOINT_STORED) <= 0)
            .toList();
    /** Between complete stages and the publication, where a changed stage has to be noticed. */
    private static final List<Stop> STAGED = MIDDLE.stream()
            .filter(stop -> stop.boundary().compareTo(Boundary.PREPARED) >= 0)
            .filter(stop -> stop.boundary().compareTo(Boundary.COMMIT) < 0)
            .toList();
    /** Where a copy is paused: outside of the publication's transaction, which would make the other one wait. */
    private static final List<Stop> PAUSES = List.of(
            Stop.after(Boundary.ATTEMPT_INTENDED),
            Stop.after(Boundary.RECEIPT_ACCEPTED),
            Stop.after(Boundary.STAGE_COMPLETE),
            Stop.after(Boundary.PREPARED),
            Stop.before(Boundary.PUBLISH_INTENDED),
            Stop.after(Boundary.PUBLISH_INTENDED));

    private final Random random;
    private final int chunks;
    private final List<TrialPlan> trials = new ArrayList<>();

    private Schedule(long seed, int chunks) {
        this.random = new Random(seed);
        this.chunks = chunks;
    }

    /**
     * The trials in their order.
     *
     * @param kills how many of them kill something
     * @param everyStop whether all stops are among them whatever {@code kills} is
     * @param servers whether the servers are ours, to be killed and to be cut off at COMMIT
     * @param chunks of a delivery
     */
    static List<TrialPlan> of(int kills, long seed, boolean everyStop, boolean servers, int chunks) {
        Schedule schedule = new Schedule(seed, chunks);
        List<Stop> stops = new ArrayList<>(Stop.all());
        int atStops = (int) Math.round(kills * AT_STOPS);
        if (everyStop) {
            atStops = Math.max(atStops, stops.size());
        }
        int changed = (int) Math.round(kills * STAGE_CHANGED);
        int serverKilled = servers ? (int) Math.round(kills * SERVER_KILLED) : 0;
        for (int i = 0; i < atStops; i++) {
            if (i % stops.size() == 0) {
                Collections.shuffle(stops, schedule.random);
            }
            schedule.add(Kind.KILL_AT_STOP, stops.get(i % stops.size()));
        }
        schedule.add(Kind.STAGE_CHANGED, changed, STAGED);
        schedule.add(Kind.SERVER_KILLED, serverKilled, MIDDLE);
        schedule.add(
                Kind.KILL_AT_ANY_MOMENT,
                kills - atStops - changed - serverKilled,
                List.of(Stop.before(Boundary.RUN_OPENED)));
        int extra = Math.max(1, kills / KILLS_PER_EXTRA);
        schedule.add(Kind.TARGET_AWAY, servers ? extra : 0, List.of(Stop.before(Boundary.COMMIT)));
        schedule.add(Kind.SPOOL_FULL, extra, List.of(Stop.after(Boundary.RECEIPT_ACCEPTED)));
        schedule.add(Kind.TARGET_FULL, servers ? extra : 0, List.of(Stop.after(Boundary.RECEIPT_ACCEPTED)));
        schedule.add(Kind.SAME_RUN_TWICE, extra, PAUSES);
        schedule.add(Kind.TWO_RUNS, extra, PAUSES);
        schedule.add(Kind.WRITER_LIVES, servers ? extra : 0, List.of(Stop.before(Boundary.HALF_SENT)));
        Collections.shuffle(schedule.trials, schedule.random);
        return List.copyOf(schedule.trials);
    }

    private void add(Kind kind, int count, List<Stop> stops) {
        for (int i = 0; i < count; i++) {
            add(kind, stops.get(random.nextInt(stops.size())));
        }
    }

    private void add(Kind kind, Stop stop) {
        trials.add(trial(trials.size() + 1, kind, stop));
    }

    private TrialPlan trial(int number, Kind kind, Stop stop) {
        int nth = stop.boundary().perChunk() ? random.nextInt(chunks) : 0;
        List<Mode> modes = List.of(Mode.values());
        Mode mode = modes.get(random.nextInt(modes.size()));
        Limits drawn = new Limits(1 + random.nextInt(2), 1 + random.nextInt(2), 1 + random.nextInt(2));
        // With few chunks retained, some are not sealed or not imported yet when the disk is full.
        boolean full = kind == Kind.SPOOL_FULL || kind == Kind.TARGET_FULL;
        Limits limits = full ? new Limits(1, 1, 1) : drawn;
        int way = random.nextInt(100);
        int jump = random.nextInt(10);
        return new TrialPlan(
                number,
                kind,
                stop.nth(nth),
                random.nextDouble(),
                mode,
                limits,
                // An unknown outcome is resolved by the command that is printed with it.
                kind == Kind.TARGET_AWAY ? Way.RUN_AGAIN : way(way),
                random.nextInt(100) < 20 ? Optional.of(recoveryStop()) : Optional.empty(),
                Duration.ofHours(jump == 0 ? 2 : jump == 1 ? -2 : 0),
                random.nextInt(100) < 25);
    }

    private static Way way(int percent) {
        return percent < 60 ? Way.RESUME : percent < 85 ? Way.RUN_AGAIN : Way.ABANDON;
    }

    private Stop recoveryStop() {
        List<Stop> stops = new ArrayList<>(Stop.all());
        stops.add(Stop.before(Boundary.RUN_RESUMED));
        stops.add(Stop.after(Boundary.RUN_RESUMED));
        Stop stop = stops.get(random.nextInt(stops.size()));
        return stop.boundary().perChunk() ? stop.nth(random.nextInt(chunks)) : stop;
    }
}
