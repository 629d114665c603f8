import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where the tested programs live. Set once by the first process that reads this, inherited by the others. */
process.env["HIRAKU_E2E_DATA"] ??= mkdtempSync(path.join(os.tmpdir(), "hiraku-e2e-"));

export const dataFolder = process.env["HIRAKU_E2E_DATA"];
export const webPort = 3471;
export const apiPort = 8971;
export const foreignWebPort = 3472;
export const foreignApiPort = 8972;
export const foreignKey = "foreign-key-canary-5f2c";

export const webUrl = `http://localhost:${webPort}`;
export const foreignWebUrl = `http://localhost:${foreignWebPort}`;
