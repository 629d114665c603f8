import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLogFile } from "./log-file.ts";
import { listLogFiles } from "./log-files.ts";

let folder: string;
let clock = Date.parse("2026-01-02T03:04:05.678Z");
beforeEach(() => (folder = path.join(mkdtempSync(path.join(tmpdir(), "hiraku-log-")), "logs")));
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const nowMs = () => clock++;
const full = () => {
  throw Object.assign(new Error("no space"), { code: "ENOSPC" });
};
const textOf = (file: string) => readFileSync(path.join(folder, file), "utf8");
const allText = () =>
  listLogFiles(folder, ["web"])
    .map((file) => readFileSync(file, "utf8"))
    .join("");
const line = (n: number) => `{"n":${n},"text":"${"x".repeat(80)}"}\n`;

describe("a program's log file", () => {
  it("is readable by its owner only", () => {
    const log = openLogFile({ folder, program: "web", bytesMax: 1_000 });
    log.write(line(1));
    log.flushSync();
    expect(statSync(path.join(folder, "web.jsonl")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("keeps the newest lines, complete and in order, within its size limit", () => {
    const bytesMax = 8_000;
    const log = openLogFile({ folder, program: "web", bytesMax, nowMs });
    for (let n = 0; n < 1_000; n++) {
      log.write(line(n));
      log.flushSync();
      const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
      expect(bytes).toBeLessThanOrEqual(bytesMax);
    }
    const kept = allText()
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text).n);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 1_000 - kept.length + index));
  });

  it("continues where a killed process stopped: between rename and new file, or in the middle of a line", () => {
    const first = openLogFile({ folder, program: "web", bytesMax: 80_000 });
    first.write(line(1));
    first.flushSync();
    renameSync(path.join(folder, "web.jsonl"), path.join(folder, "web-20260101T000000000Z.jsonl"));
    writeFileSync(path.join(folder, "web.jsonl"), '{"n":2,"te');
    const next = openLogFile({ folder, program: "web", bytesMax: 80_000 });
    next.write(line(3));
    next.flushSync();
    expect(allText()).toBe(`${line(1)}{"n":2,"te\n${line(3)}`);
  });

  it("loses lines while the disk is full, and logs how many when there is space again", () => {
    let isFull = true;
    const log = openLogFile({
      folder,
      program: "web",
      bytesMax: 80_000,
      nowMs,
      write: (descriptor, bytes, offset) => {
        if (!isFull) return writeSync(descriptor, bytes, offset);
        // Half a line was still written.
        if (offset === 0) return writeSync(descriptor, bytes, 0, 10);
        return full();
      },
    });
    for (const n of [1, 2, 3]) {
      log.write(line(n));
      log.flushSync();
    }
    isFull = false;
    clock += 10_000;
    log.write(line(4));
    log.flushSync();
    const lines = textOf("web.jsonl").trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "warn", count: 3, event: "log lines were lost" });
    expect(`${lines[2]}\n`).toBe(line(4));
  });

  it("does not throw when its folder can't be created", () => {
    const file = path.join(path.dirname(folder), "file");
    writeFileSync(file, "");
    const log = openLogFile({ folder: path.join(file, "logs"), program: "web", bytesMax: 1_000, nowMs });
    log.write(line(1));
    log.flushSync();
    expect(readFileSync(file, "utf8")).toBe("");
  });

  it("is created again when it was removed", () => {
    const log = openLogFile({ folder, program: "web", bytesMax: 80_000, nowMs });
    log.write(line(1));
    log.flushSync();
    rmSync(path.join(folder, "web.jsonl"));
    clock += 10_000;
    log.write(line(2));
    log.flushSync();
    expect(textOf("web.jsonl")).toBe(line(2));
  });

  it("collects lines until it is flushed", () => {
    const log = openLogFile({ folder, program: "web", bytesMax: 80_000 });
    log.write(line(1));
    expect(readdirSync(path.dirname(folder))).toEqual([]);
    log.flushSync();
    expect(textOf("web.jsonl")).toBe(line(1));
    chmodSync(folder, 0o700);
  });
});
