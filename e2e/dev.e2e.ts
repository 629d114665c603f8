import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { sampleMarker } from "../lib/kit/settings/demo.ts";
import { freePort } from "../scripts/wait-for-program.ts";
import { root, startLauncher, stopRuns, untilReady } from "./launcher-run.ts";

/** `npm run dev` on a copy of the repository, of which the test changes files. */
const copy = path.join(root, ".cache", "dev-copy");
const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-dev-"));
const notCopied = new Set(["node_modules", ".git", ".next", ".cache", ".data", "bench", "docs", "e2e", "packages"]);
/** On a quiet machine a change is there within 3 s; this one may have much else to do. */
const changedMsMax = 120_000;

test.beforeAll(() => {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(root).filter((each) => !notCopied.has(each)))
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  // One issuer is enough here: the whole sample market takes half a minute of both processors.
  const load = ["cli/main.ts", "sample", "load", "--issuers", "1", "--years", "1", "--lengths", "short"];
  execFileSync(process.execPath, load, { cwd: root, env: { ...process.env, HIRAKU_DATA: data }, stdio: "pipe" });
  writeFileSync(path.join(data, sampleMarker), "");
});
test.afterAll(async () => {
  await stopRuns();
  rmSync(copy, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
});

function change(file: string, before: string, after: string): void {
  const text = readFileSync(path.join(copy, file), "utf8");
  expect(text, file).toContain(before);
  writeFileSync(path.join(copy, file), text.replace(before, after));
}

/** Empty where nothing answers. */
function textOf(answer: Promise<Response>): Promise<string> {
  return answer.then(
    (each) => each.text(),
    () => "",
  );
}

/** Prints how long the change took to be seen. */
async function timed(what: string, seen: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await seen();
  process.stdout.write(`${what} was seen after ${((performance.now() - from) / 1_000).toFixed(1)} s\n`);
}

test("npm run dev: a change of a native file restarts its program, and the page reloads by itself", async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const [webPort, apiPort] = [await freePort(), await freePort()];
  const env = { PORT: String(webPort), HIRAKU_API_PORT: String(apiPort), HIRAKU_STOP_TIMEOUT_MS: "60000" };
  const run = startLauncher(data, env, ["--dev"], copy);
  await untilReady(run);
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await page.goto(`http://localhost:${webPort}/sign-in`, { waitUntil: "domcontentloaded" });
  const main = page.getByRole("main");
  await expect(main).toContainText("500 credits", { timeout: changedMsMax });
  // Its connection for reloads stands by then; one of its many scripts may never be reported as loaded.
  await page.waitForLoadState("networkidle", { timeout: 20_000 }).catch(() => undefined);

  // Two files that are saved together: one that pages are compiled from, and one that Node alone reads.
  change("lib/kit/settings/demo.ts", "demoCredits = 500", "demoCredits = 517");
  change("lib/server/refusals.ts", "not served here.", "not served here now.");
  await timed("a change in lib/", () => expect(main).toContainText("517 credits", { timeout: changedMsMax }));
  // An open page would have all that follows compiled for it once more.
  await page.close();
  const address = `http://localhost:${webPort}/robots.txt`;
  const refusal = () => textOf(fetch(address, { method: "PURGE" }));
  expect(await refusal()).toContain("here now");
  expect((await fetch(address)).status).toBe(200);

  change("service/endpoints/health/handler.ts", 'status: "ok", version', 'status: "ok", version: `${version} changed`');
  const health = () => textOf(fetch(`http://127.0.0.1:${apiPort}/health`));
  await timed("a change in service/", () =>
    expect.poll(health, { timeout: changedMsMax, intervals: [50] }).toContain(" changed"),
  );

  change("lib/server/refusals.ts", "headers = {}", "headers = ");
  await expect.poll(run.output, { timeout: changedMsMax }).toContain("ended by itself");
  change("lib/server/refusals.ts", "headers = ", "headers = {}");
  change("lib/server/refusals.ts", "here now.", "here again.");
  await timed("the mend of a broken file", () =>
    expect.poll(refusal, { timeout: changedMsMax, intervals: [50] }).toContain("here again"),
  );

  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
});
