import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { newestErrors } from "./newest-errors.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-errors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const line = (second: number, fields: object) =>
  `${JSON.stringify({ level: "error", time: `2026-01-02T03:04:0${second}.000Z`, ...fields })}\n`;

test("the newest errors of several programs are told with their ids, the newest first", async () => {
  writeFileSync(
    join(folder, "service.jsonl"),
    line(1, { event: "request", requestId: "r1", error: "Error: broken" }) +
      line(2, { level: "info", event: 'a "level":"error" in words' }) +
      line(5, { event: "following failed" }),
  );
  writeFileSync(join(folder, "service-20260101T000000000Z.jsonl"), line(0, { event: "old", requestId: "r0" }));
  writeFileSync(
    join(folder, "web.jsonl"),
    line(3, { level: "fatal", event: "died", digest: "d1", err: { name: "m" } }),
  );
  writeFileSync(join(folder, "launcher.jsonl"), line(4, { event: "not asked for" }));
  const found = await newestErrors(folder, ["service", "web"], 3);
  expect(found.map(({ at, program, id, what }) => [at.slice(17, 19), program, id, what])).toEqual([
    ["05", "service", null, "following failed"],
    ["03", "web", "d1", "died: m"],
    ["01", "service", "r1", "request: Error: broken"],
  ]);
});

test("of a long log only its end is read, and lines that are torn or foreign are passed over", async () => {
  const filler = `${"x".repeat(1_000)}\n`.repeat(1_000);
  writeFileSync(
    join(folder, "web.jsonl"),
    `${line(1, { event: "far back" })}${filler}{"level":"error","time":"never"}\n{"level":"error"\n${line(2, { event: "y".repeat(900) })}{"level":"err`,
  );
  const found = await newestErrors(folder, ["web", "none"], 9);
  expect(found.map(({ what }) => what)).toEqual(["y".repeat(300)]);
  expect(await newestErrors(join(folder, "none"), ["web"], 9)).toEqual([]);
});
