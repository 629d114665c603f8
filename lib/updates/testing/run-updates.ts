import { closeStore, startStore } from "../../store/database.ts";
import { startUpdates, stopUpdates } from "../schedule.ts";

/** The schedule alone as a process, to be killed or stopped at any moment by a test. */
await startStore();
startUpdates();
const alive = setInterval(() => undefined, 60_000);
process.once("SIGTERM", () => {
  clearInterval(alive);
  void stopUpdates().then(closeStore);
});
