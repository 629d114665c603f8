import { rmSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * Ends what would otherwise outlive the machines: engines don't notice that their starter was killed. It reads
 * each process on its standard input, and acts when that closes. A temporary folder goes with them.
 */
const [folder] = process.argv.slice(2);
const latest = new Map<string, number>();
const input = createInterface({ input: process.stdin });
// A Ctrl-C on the terminal reaches it too, while the machines still stop in order.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
for await (const line of input) {
  const [name = "", pid = ""] = line.split(" ");
  if (pid === "gone") latest.delete(name);
  else latest.set(name, Number(pid));
}
for (const pid of latest.values()) {
  try {
    // Each leads a group of its own.
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
