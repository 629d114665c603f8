/**
 * A process that has not renewed its leases for this long has ended, and what it ran is taken over by others. Clocks of
 * machines that share a store must not differ by more than a few seconds.
 */
export const leaseMs = 30_000;
export const renewEveryMs = 10_000;
