/**
 * Preloaded into the two programs by `npm start`: when the supervisor's end of our standard input closes, however
 * the supervisor died, we stop too. No orphan is left holding a port, even after kill -9. Worker threads are given
 * the same preload, and their standard input is closed from the start: it says nothing about the supervisor.
 */
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.stdin.resume();
  process.stdin.on("error", () => {});
  process.stdin.once("close", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), 2500).unref();
  });
  process.stdin.unref?.();
}
