import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CliIo } from "./command.ts";
import { run } from "./openapi.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-openapi-"));
const file = path.join(folder, "openapi.json");
const io: CliIo = { env: {}, print: () => {}, warn: () => {}, isTerminal: false };

test("the document replaces its file in one step, or leaves it as it was", async () => {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(file, "old");
  expect(await run(["--out", file], io)).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ openapi: "3.1.0" });
  expect(readdirSync(folder)).toEqual(["openapi.json"]);

  rmSync(file);
  mkdirSync(path.join(file, "in the way"), { recursive: true });
  await expect(run(["--out", file], io)).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["openapi.json"]);
});
