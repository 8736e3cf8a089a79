package dev.dpone.cli;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** The most heap this process has used. */
final class PeakHeap {
    private PeakHeap() {}

    /** The heap pools' peaks added up: at least the true peak, since they need not have been reached at one time. */
    static long bytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
    }
}
