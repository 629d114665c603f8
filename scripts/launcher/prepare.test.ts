import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareDemoKey } from "./prepare.ts";
import { wantedSample } from "./sample-market.ts";
import { readLauncherSettings } from "./settings.ts";

test.each([{ HIRAKU_SAMPLE: "off" }, { HIRAKU_API_URL: "https://api.hiraku.example" }])(
  "no demo key is made without the sample market: %j",
  async (vars) => {
    const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-demo-"));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const settings = readLauncherSettings({ HIRAKU_DATA: data, ...vars });
    expect(await prepareDemoKey(settings, wantedSample(settings), "/there/is/no/node", process.env)).toBeUndefined();
    expect(existsSync(path.join(data, "demo-key"))).toBe(false);
  },
);

test.each([
  ["an empty folder", [], {}, "on"],
  ["an empty folder, with a key for EDINET", [], { HIRAKU_EDINET_KEY: "key" }, "off"],
  ["the same, where it is wanted", [], { HIRAKU_EDINET_KEY: "key", HIRAKU_SAMPLE: "short" }, "short"],
  ["a folder that has it, with a key", [".sample-loaded", "service.db"], { HIRAKU_EDINET_KEY: "key" }, "on"],
  ["one that is still loading, with a key", [".sample-loading", "service.db"], { HIRAKU_EDINET_KEY: "key" }, "on"],
  ["a folder with real filings, whose key has gone", ["service.db"], {}, "off"],
])("the sample market is wanted by itself: %s", (_where, files, vars, wanted) => {
  const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-sample-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  for (const file of files) writeFileSync(path.join(data, file), "");
  expect(wantedSample(readLauncherSettings({ HIRAKU_DATA: data, ...vars }))).toBe(wanted);
});
