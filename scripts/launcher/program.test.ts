import { afterEach, describe, expect, it, vi } from "vitest";
import { type Ending, Program } from "./program.ts";

const running: Program[] = [];
afterEach(async () => {
  for (const program of running.splice(0)) program.kill();
});

/** A program of a few lines of JavaScript, and the events reported about it. */
function programOf(code: string, waitMs = 1) {
  const pids: number[] = [];
  const deaths: Ending[] = [];
  let output = "";
  const program = new Program({
    ...{ name: "tested", command: process.execPath, args: ["-e", code], cwd: import.meta.dirname, env: process.env },
    onOutput: (chunk) => (output += chunk),
    onStart: (pid) => pids.push(pid),
    onDeath: (end) => deaths.push(end),
    backoff: { nextDelayMs: () => waitMs },
  });
  running.push(program);
  return { program, pids, deaths, output: () => output };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a supervised program", () => {
  it("is started again each time it dies, and says how and with which words it ended", async () => {
    const { program, pids, deaths } = programOf(`console.error("last words"); process.exit(3)`);
    program.start();
    await vi.waitFor(() => expect(pids.length).toBeGreaterThan(2), 20_000);
    await program.stop(0);
    expect(new Set(pids).size).toBe(pids.length);
    expect(deaths[0]).toEqual({ how: "exit code 3", fault: undefined, tail: "last words\n" });
  });

  it("is started again after kill -9, and told apart from an exit", async () => {
    const { program, pids, deaths } = programOf("setInterval(() => {}, 1000)");
    program.start();
    process.kill(pids[0] ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(pids).toHaveLength(2), 20_000);
    expect(deaths[0]?.how).toBe("SIGKILL");
  });

  it("names V8's own fault, and nothing else of its output", async () => {
    const { program, deaths } = programOf(
      `console.error("key hk_1\\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\\nmore"); process.exit(1)`,
    );
    program.start();
    await vi.waitFor(() => expect(deaths.length).toBeGreaterThan(0), 20_000);
    expect(deaths[0]?.fault).toBe("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory");
  });

  it("tells the program's last words, and nothing else of its output", async () => {
    const { program, deaths } = programOf(
      `console.error("key hk_1\\nhiraku: died of TypeError at run (file.ts:1:2)\\nTypeError: hk_1"); process.exit(1)`,
    );
    program.start();
    await vi.waitFor(() => expect(deaths.length).toBeGreaterThan(0), 20_000);
    expect(deaths[0]?.fault).toBe("TypeError at run (file.ts:1:2)");
  });

  it("is told by its name when it can't be started at all, and tried again", async () => {
    const deaths: Ending[] = [];
    const program = new Program({
      ...{ name: "tested", command: "/nonexistent/program", args: [], cwd: import.meta.dirname, env: process.env },
      onStart: () => {},
      onDeath: (end) => deaths.push(end),
      backoff: { nextDelayMs: () => 1 },
    });
    running.push(program);
    program.start();
    await vi.waitFor(() => expect(deaths.length).toBeGreaterThan(1), 20_000);
    expect(deaths[0]?.how).toContain("ENOENT");
  });

  it("finishes what is under way when it is stopped, and stays stopped", async () => {
    const { program, pids, deaths, output } = programOf(`
      process.on("SIGTERM", () => setTimeout(() => { console.log("finished"); process.exit(0); }, 50));
      setInterval(() => {}, 1000); console.log("ready");`);
    program.start();
    await vi.waitFor(() => expect(output()).toContain("ready"), 20_000);
    await program.stop(60_000);
    expect(output()).toContain("finished");
    expect(deaths).toEqual([]);
    expect(pids.map(isAlive)).toEqual([false]);
  });

  it("finishes what is under way when its source changes, however often it does meanwhile", async () => {
    const { program, pids, deaths, output } = programOf(`
      let asked = 0;
      process.on("SIGTERM", () => {
        if (asked++ > 0) process.exit(1);
        setTimeout(() => { console.log("finished"); process.exit(0); }, 50);
      });
      setInterval(() => {}, 1000); console.log("ready");`);
    program.start();
    await vi.waitFor(() => expect(output()).toContain("ready"), 20_000);
    for (let i = 0; i < 3; i++) program.restart();
    await vi.waitFor(() => expect(pids).toHaveLength(2), 20_000);
    expect(output()).toContain("finished");
    expect(deaths).toEqual([]);
  });

  it("that died of its source is started at once when that changes", async () => {
    const { program, pids, deaths } = programOf("process.exit(1)", 3_600_000);
    program.start();
    await vi.waitFor(() => expect(deaths).toHaveLength(1), 20_000);
    program.restart();
    expect(pids).toHaveLength(2);
  });

  it("is not started again when it was stopped while it waited for its next start", async () => {
    const { program, pids, deaths } = programOf("process.exit(1)", 500);
    program.start();
    await vi.waitFor(() => expect(deaths).toHaveLength(1), 20_000);
    await program.stop(0);
    // Another one that dies later and is not stopped tells when the time has passed.
    const other = programOf("process.exit(1)", 500);
    other.program.start();
    await vi.waitFor(() => expect(other.pids.length).toBeGreaterThan(1), 20_000);
    expect(pids).toHaveLength(1);
  });
});
