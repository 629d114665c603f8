import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareDemoKey } from "./prepare.ts";
import { readLauncherSettings } from "./settings.ts";

test.each([{ HIRAKU_SAMPLE: "off" }, { HIRAKU_API_URL: "https://api.hiraku.example" }])(
  "no demo key is made without the sample market: %j",
  async (vars) => {
    const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-demo-"));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const settings = readLauncherSettings({ HIRAKU_DATA: data, ...vars });
    expect(await prepareDemoKey(settings, "/there/is/no/node", process.env)).toBeUndefined();
    expect(existsSync(path.join(data, "demo-key"))).toBe(false);
  },
);
