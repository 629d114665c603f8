import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { runHiraku } from "./testing/run-hiraku.ts";

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-sample-cli-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const sample = (data: string, ...args: string[]) => runHiraku({}, "sample", ...args, "--data", data);

const Loaded = z.object({ documents: z.int(), changed: z.int() });
const Listed = z.array(z.object({ documents: z.int() }));

test("Ctrl-C ends a load between transactions, and the same command goes on", async () => {
  const data = folder();
  const child = spawn(
    process.execPath,
    ["cli/main.ts", "sample", "load", "--issuers", "4000", "--years", "1", "--lengths", "short", "--data", data],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = text(child.stdout);
  await once(createInterface(child.stderr), "line");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(await said).toMatch(/^Stopped\. [0-9]+ documents are loaded and stay; the same command goes on/);

  const kept = Number(/[0-9]+/.exec(await said)?.[0]);
  expect(kept).toBeGreaterThan(0);
  const again = await sample(data, "load", "--issuers", "8", "--years", "1", "--lengths", "short", "--json");
  expect(again.code).toBe(0);
  const { documents, changed } = Loaded.parse(JSON.parse(again.out));
  expect(changed).toBeLessThan(documents);
});

test("the market is listed by family, type and state", async () => {
  const data = folder();
  const { documents } = Loaded.parse(
    JSON.parse((await sample(data, "load", "--issuers", "6", "--years", "1", "--lengths", "short", "--json")).out),
  );
  const listed = Listed.parse(JSON.parse((await sample(data, "list", "--json")).out));
  expect(listed.reduce((sum, each) => sum + each.documents, 0)).toBe(documents);
  const table = await sample(data, "list");
  expect(table.code).toBe(0);
  expect(table.out).toMatch(/edinet_filing +annual_securities_report +[0-9]/);
  expect(table.out.trim().split("\n").at(-1)).toMatch(new RegExp(`^all .* ${documents}$`));
});

test("a folder without a sample market says how to load one", async () => {
  expect(await sample(folder(), "list")).toMatchObject({ code: 0, out: expect.stringContaining("sample load") });
});
