import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLibrary } from "../library.ts";
import { openStore } from "../storage/open-store.ts";
import { makeFiling } from "./testing/make-filing.ts";

const root = mkdtempSync(join(tmpdir(), "hiraku-kill9-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ids = Array.from({ length: 12 }, (_, at) => `S10000${String(at).padStart(2, "0")}`);
const files = ids.map((id, at) => {
  const file = join(root, `${id}.zip`);
  const body = Array.from(
    { length: 30 },
    (_, part) => `<h3>${part + 1} 【項目${part}】</h3><p>${`第${at}号の本文。`.repeat(40)}</p>`,
  ).join("");
  writeFileSync(file, makeFiling({ body, filer: `見本${at}株式会社` }));
  return file;
});

/** Runs the command; the exit code, or undefined where it was killed. */
function ingest(data: string, killAfterMs: number | undefined): Promise<number | undefined> {
  const args = [resolve(import.meta.dirname, "../../cli/main.ts"), "ingest", "package", ...files, "--data", data];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  return new Promise((done) => {
    child.on("exit", (code) => {
      clearTimeout(timer);
      done(code ?? undefined);
    });
  });
}

/** Everything that the interface returns about the documents. */
async function stateOf(data: string): Promise<string> {
  const store = openStore(data);
  const library = openLibrary(store, { dataFolder: data, madeBytesMax: 1, makers: {} });
  const state: unknown[] = [];
  for (const id of ids) {
    const { catalog } = library;
    const found = await catalog.findDocument(id);
    state.push([found, await catalog.toc(id), await catalog.sectionTexts(id, undefined), await catalog.originals(id)]);
    const original = await catalog.findOriginal(id, "zip");
    expect(original?.deliverable).toBe(true);
  }
  await library.close();
  store.close();
  return JSON.stringify(state);
}

test("killed at any moment and run again, the store ends as after one undisturbed run", {
  timeout: 180_000,
}, async () => {
  const undisturbed = join(root, "undisturbed");
  const startedMs = performance.now();
  expect(await ingest(undisturbed, undefined)).toBe(0);
  const tookMs = performance.now() - startedMs;
  const disturbed = join(root, "disturbed");
  let kills = 0;
  for (let share = 0.3; share < 0.95; share += 0.15) {
    if ((await ingest(disturbed, tookMs * share)) === undefined) kills++;
  }
  expect(kills).toBeGreaterThan(0);
  expect(await ingest(disturbed, undefined)).toBe(0);
  expect(await stateOf(disturbed)).toBe(await stateOf(undisturbed));
});
