/**
 * `npm run drills`: runs what docs/operate.md describes; with names, only those parts. HIRAKU_SCREENSHOTS=folder keeps
 * screenshots. Needs a built web app, except for what the service shows alone.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { containerDrill } from "./drills/container.ts";
import { enginesDrill } from "./drills/engines.ts";
import { everyDayDrill } from "./drills/every-day.ts";
import { root, Skipped } from "./drills/programs.ts";
import { caddy, nginx, proxyDrill } from "./drills/proxies.ts";
import { restoreDrill } from "./drills/restore.ts";
import { unitsDrill } from "./drills/units.ts";

const screenshots = process.env["HIRAKU_SCREENSHOTS"];
const drills: Readonly<Record<string, (work: string) => Promise<string[]>>> = {
  "every-day": everyDayDrill,
  units: unitsDrill,
  container: containerDrill,
  engines: enginesDrill,
  restore: (work) => restoreDrill(work, screenshots),
  nginx: (work) => proxyDrill(nginx, work, screenshots),
  caddy: (work) => proxyDrill(caddy, work, screenshots),
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(drills, name));
if (unknown !== undefined) {
  process.stderr.write(`drills: there is no drill '${unknown}': ${Object.keys(drills).join(", ")}.\n`);
  process.exit(2);
}
const withoutWeb = ["units", "container", "engines"];
const needsWeb = named.length === 0 || named.some((name) => !withoutWeb.includes(name));
if (needsWeb && !existsSync(path.join(root, ".next", "BUILD_ID"))) {
  process.stderr.write("drills: the web app is not built: run `npm test -- build` first.\n");
  process.exit(2);
}

const count = { passed: 0, failed: 0, skipped: 0 };
for (const [name, drill] of Object.entries(drills)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const work = mkdtempSync(path.join(os.tmpdir(), `hiraku-drill-${name}-`));
  const began = performance.now();
  try {
    const facts = await drill(work);
    count.passed++;
    process.stdout.write(`${name}: passed in ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
    for (const fact of facts) process.stdout.write(`  ${fact}\n`);
  } catch (error) {
    const isSkipped = error instanceof Skipped;
    count[isSkipped ? "skipped" : "failed"]++;
    process.stdout.write(
      `${name}: ${isSkipped ? "skipped" : "FAILED"}: ${error instanceof Error ? error.message : error}\n`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
process.exitCode = count.failed === 0 ? 0 : 1;
