import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a program before its own code, by `--import`: tells how long its event loop was held at most since it was
 * last asked. It counts the processor time of that thread alone: another process of the machine that holds it up is no
 * fault of its own.
 */
const tickMs = 5;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function watch(port: number): void {
  let longest = 0;
  let before = cpuMs();
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, tickMs).unref();
  const server = createServer((_request, response) => {
    look();
    response.end(String(Math.round(longest)));
    longest = 0;
  });
  server.listen(port, "127.0.0.1").unref();
}

// Threads load it too.
if (isMainThread) watch(Number(process.env["LOOP_WATCH_PORT"]));
