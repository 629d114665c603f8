import { startUpdates } from "../schedule.ts";

/** The schedule alone as a process, to be killed at any moment by a test. */
startUpdates();
setInterval(() => undefined, 60_000);
