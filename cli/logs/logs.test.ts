import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliIo, CommandError, UsageError } from "../command.ts";
import * as logs from "../logs.ts";
import { entryOf, formatEntry } from "./entry.ts";
import { LogReader } from "./read.ts";

let data: string;
let folder: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), "hiraku-logs-"));
  folder = path.join(data, "logs");
  mkdirSync(folder);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const line = (time: string, fields: object) => `${JSON.stringify({ level: "info", time, ...fields })}\n`;
const at = (second: number) => `2026-01-02T03:04:${String(second).padStart(2, "0")}.000Z`;

async function hiraku(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const io: CliIo = {
    env: { HIRAKU_DATA: data },
    print: (text) => printed.push(text),
    warn: () => {},
    isTerminal: false,
  };
  expect(await logs.run(args, io)).toBe(0);
  return printed;
}

describe("hiraku logs", () => {
  it("finds an id in both programs' current and rotated files, oldest first", async () => {
    writeFileSync(path.join(folder, "web.jsonl"), line(at(3), { digest: "12345678", event: "a page failed" }));
    writeFileSync(
      path.join(folder, "web-20260101T000000000Z.jsonl"),
      line(at(1), { requestId: "r-12345678", event: "old" }),
    );
    writeFileSync(
      path.join(folder, "service.jsonl"),
      line(at(2), { requestId: "r-12345678", event: "request" }) +
        line(at(4), { requestId: "other", event: "request" }),
    );
    expect(await hiraku("12345678")).toEqual([
      "2026-01-02 03:04:01.000  info   web       old  requestId=r-12345678",
      "2026-01-02 03:04:02.000  info   service   request  requestId=r-12345678",
      "2026-01-02 03:04:03.000  info   web       a page failed  digest=12345678",
    ]);
    expect(await hiraku("12345678", "--program", "service", "--json")).toEqual([
      line(at(2), { requestId: "r-12345678", event: "request" }).trim(),
    ]);
  });

  it("says that no line names an id, and refuses what can't be meant", async () => {
    await expect(hiraku("nowhere")).rejects.toThrow(CommandError);
    await expect(hiraku("--since", "yesterday")).rejects.toThrow(UsageError);
    await expect(hiraku("--program", "mail")).rejects.toThrow(UsageError);
    await expect(hiraku("ab")).rejects.toThrow(UsageError);
  });

  it("tells the last lines, or those since a moment", async () => {
    const text = Array.from({ length: 9 }, (_, second) => line(at(second), { event: `e${second}` })).join("");
    writeFileSync(path.join(folder, "web.jsonl"), text);
    expect((await hiraku("--lines", "2")).map((each) => each.slice(-2))).toEqual(["e7", "e8"]);
    expect((await hiraku("--since", at(7))).map((each) => each.slice(-2))).toEqual(["e7", "e8"]);
    expect(await hiraku("--since", "1s")).toEqual([]);
  });

  it("shows a stack beneath its line, a torn line as it is, and no character that moves the cursor", () => {
    const failed = entryOf("web", line(at(1), { event: "failed", err: { name: "TypeError", stack: " at a\n at b" } }));
    expect(formatEntry(failed).split("\n")).toEqual([
      "2026-01-02 03:04:01.000  info   web       failed  name=TypeError",
      "      at a",
      "      at b",
    ]);
    expect(formatEntry(entryOf("web", '{"torn'))).toContain('{"torn');
    expect(formatEntry(entryOf("web", "\u001b[2Jgone\u202e"))).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("following a log", () => {
  it("reads each whole line once, over a rotation", () => {
    const current = path.join(folder, "web.jsonl");
    const reader = new LogReader(folder, ["web"]);
    const next = () => [...reader.lines()].map((entry) => entry.fields?.["event"]);
    expect(next()).toEqual([]);
    writeFileSync(current, line(at(1), { event: "one" }) + '{"event":"tw');
    expect(next()).toEqual(["one"]);
    appendFileSync(current, 'o"}\n');
    renameSync(current, path.join(folder, "web-20260102T030405000Z.jsonl"));
    writeFileSync(current, line(at(3), { event: "three" }));
    expect(next()).toEqual(["two", "three"]);
    expect(next()).toEqual([]);
  });
});
