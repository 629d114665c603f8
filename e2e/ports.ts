import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** The addresses of the tested programs. Set once by the first process that reads this, inherited by the others. */
process.env["HIRAKU_E2E_DATA"] ??= mkdtempSync(path.join(os.tmpdir(), "hiraku-e2e-"));

export const dataFolder = process.env["HIRAKU_E2E_DATA"];
/** Eight ports in a row; another first one lets two checkouts be tested at the same time. */
export const webPort = Number(process.env["HIRAKU_E2E_PORT"] ?? 3471);
export const apiPort = webPort + 1;
export const foreignWebPort = webPort + 2;
export const foreignApiPort = webPort + 3;
/** What `npm start` itself is tested on. */
export const launcherWebPort = webPort + 4;
export const launcherApiPort = webPort + 5;
export const slowApiPort = webPort + 6;
export const stopWebPort = webPort + 7;
export const foreignKey = "foreign-key-canary-5f2c";

export const webUrl = `http://localhost:${webPort}`;
export const foreignWebUrl = `http://localhost:${foreignWebPort}`;
