import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Refusal } from "./refusal.ts";
import { ReadPool } from "./run/read-pool.ts";
import { findHarm } from "./testing/harmless.ts";
import { hostileFiles } from "./testing/hostile-corpus.ts";
import { makeFiling } from "./testing/make-filing.ts";

const folder = mkdtempSync(join(tmpdir(), "hiraku-hostile-"));
// Uses ingestion's own deadline.
const pool = new ReadPool({ workers: 2, heapMb: 256 });
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

test("the corpus has at least 60 files, each with its own name", () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60);
  expect(new Set(hostileFiles.map((file) => file.name)).size).toBe(hostileFiles.length);
});

test.each(hostileFiles.map((file) => [file.name, file] as const))(
  "%s is refused or read within 256 MB, and nothing harmful is delivered",
  { timeout: 120_000 },
  async (_name, hostile) => {
    const file = join(folder, "package.zip");
    writeFileSync(file, hostile.bytes());
    const outcome = await pool.read(file).catch((error: unknown) => error);
    expect(readdirSync(folder)).toEqual(["package.zip"]);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(Refusal);
      expect(hostile.refused).toContain(outcome instanceof Refusal ? outcome.reason : outcome.message);
      return;
    }
    expect(hostile.refused).toBeUndefined();
    const drafts = Array.isArray(outcome) ? outcome : [];
    const body: string = drafts
      .flatMap((draft) => draft.sections.map((section: { markdown: string }) => section.markdown))
      .join("");
    if (hostile.keeps !== undefined) expect(body.includes(hostile.keeps)).toBe(true);
    if (hostile.drops !== undefined) expect(body).not.toContain(hostile.drops);
    // Only the first thousands of characters are rendered, since the rules are the same for millions.
    expect(findHarm(body.slice(0, 30_000))).toEqual([]);
  },
);

test("after all of them the readers still work", async () => {
  const file = join(folder, "package.zip");
  writeFileSync(file, makeFiling());
  expect((await pool.read(file))[0]?.sections.length).toBeGreaterThan(3);
});

test("a reader that takes too long is stopped and its file refused", { timeout: 60_000 }, async () => {
  const hasty = new ReadPool({ workers: 1, deadlineMs: 1 });
  const file = join(folder, "package.zip");
  writeFileSync(file, makeFiling());
  await expect(hasty.read(file)).rejects.toMatchObject({ reason: "deadline_exceeded" });
  await hasty.close();
});

test("a reader that takes too much memory is stopped and its file refused", { timeout: 60_000 }, async () => {
  const small = new ReadPool({ workers: 1, heapMb: 16 });
  const file = join(folder, "package.zip");
  const rows = Array.from({ length: 90_000 }, (_, at) => `<tr><td><p>${at}</p></td><td><p>${at * 7}</p></td></tr>`);
  writeFileSync(file, makeFiling({ body: `<table>${rows.join("")}</table>` }));
  await expect(small.read(file)).rejects.toMatchObject({ reason: "memory_exceeded" });
  await small.close();
});
