import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import os from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type Run, startLauncher, stopRuns, untilReady } from "./launcher-run.ts";
import { slowApiPort, stopWebPort } from "./ports.ts";

/**
 * A stop in the middle of a paid call, with a slow service that charges for every call. The start that shows what a
 * test has left is the one that the next test stops.
 */

test.describe.configure({ mode: "serial" });

const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-stop-"));
const slowMs = 5_000;

interface SlowService {
  readonly server: Server;
  answered: number;
  begun: PromiseWithResolvers<void>;
}

async function startSlowService(): Promise<SlowService> {
  const server = createServer((request, response) => {
    const json = (body: unknown) => {
      response.writeHead(200, { "content-type": "application/json", "x-request-id": "slow-1" });
      response.end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? "/", "http://slow");
    if (pathname === "/health") return json({ status: "ok" });
    if (pathname !== "/v1/search/news") return json({ items: [], issuers: [], documents: [] });
    service.begun.resolve();
    setTimeout(() => {
      if (response.destroyed) return;
      service.answered++;
      json({ match_type: "hybrid", hits: [] });
    }, slowMs);
  });
  const service: SlowService = { server, answered: 0, begun: Promise.withResolvers() };
  await new Promise<void>((resolve) => server.listen(slowApiPort, "127.0.0.1", resolve));
  return service;
}

async function start(env: Record<string, string> = {}): Promise<Run> {
  const run = startLauncher(data, {
    HIRAKU_API_URL: `http://127.0.0.1:${slowApiPort}`,
    PORT: String(stopWebPort),
    ...env,
  });
  await untilReady(run);
  return run;
}

/** Each with a key of its own: after a cut call the next one with the same key waits for a minute. */
async function signIn(page: Page, key: string): Promise<void> {
  await page.goto(`http://localhost:${stopWebPort}/sign-in`);
  await page.getByLabel(/API key/i).fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

/** Confirms a search for news, and doesn't wait for its answer. */
async function buy(page: Page, query: string): Promise<void> {
  await page.evaluate(async (question) => {
    const post = (target: string, body: unknown) =>
      fetch(target, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const action = { kind: "search_news", input: { query: question } };
    const quoted = await post("/api/purchases/quote", { action });
    const quote = await quoted.json();
    if (!quoted.ok) throw new Error(JSON.stringify(quote));
    void post("/api/purchases", { token: quote.token, max_credits: quote.price.max }).catch(() => undefined);
  }, query);
}

/** States of what the library's ledger shows of a query. */
async function ledgerOf(page: Page): Promise<string> {
  await page.goto(`http://localhost:${stopWebPort}/library/spending`);
  return page.getByRole("main").innerText();
}

let slow: SlowService;
let run: Run;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  slow = await startSlowService();
  run = await start();
});
test.beforeEach(() => {
  slow.begun = Promise.withResolvers();
  slow.answered = 0;
});
test.afterAll(async () => {
  await stopRuns();
  slow.server.close();
});

const cutAfterMs = "300";

for (const [signal, next] of [
  ["SIGTERM", {}],
  ["SIGINT", { HIRAKU_STOP_TIMEOUT_MS: cutAfterMs }],
] as const) {
  test(`${signal} lets a paid call of 5 s finish, and what it brought is kept`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, `key-of-${signal}`);
    await buy(page, `kept ${signal}`);
    await slow.begun.promise;
    run.child.kill(signal);
    expect(await run.ended).toBe(0);
    expect(slow.answered).toBe(1);

    run = await start(next);
    expect(await ledgerOf(page)).toContain(`kept ${signal}`);
    expect(await page.getByRole("main").innerText()).not.toMatch(/unknown/i);
  });
}

test("what takes longer than HIRAKU_STOP_TIMEOUT_MS is cut, and shown as unknown at the next start", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, "key-of-a-cut-by-time");
  await buy(page, "cut by time");
  await slow.begun.promise;
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
  expect(slow.answered).toBe(0);

  run = await start({ HIRAKU_STOP_TIMEOUT_MS: "60000" });
  await ledgerOf(page);
  await expect(page.getByRole("main")).toContainText("cut by time");
  await expect(page.getByRole("main")).toContainText(/unknown/i);
});

test("a second Ctrl-C cuts at once; the same one, passed on by npm, does not", async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, "key-of-a-cut-by-hand");
  await buy(page, "cut by hand");
  await slow.begun.promise;
  run.child.kill("SIGINT");
  run.child.kill("SIGINT");
  await expect.poll(run.output).toContain("Finishing what is under way");
  expect(run.child.exitCode).toBeNull();
  run.child.kill("SIGINT");
  await run.ended;
  expect(slow.answered).toBe(0);
  expect(run.output()).toContain("cut");
});

test("SIGTERM in any phase of a start ends the program, and the next start finds the folder free", async () => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-phases-"));
  const has = (name: string) => existsSync(path.join(folder, name));
  const isListening = () =>
    has("logs") && readdirSync(path.join(folder, "logs")).some((file) => says(path.join(folder, "logs", file)));
  const says = (file: string) => readFileSync(file, "utf8").split("listening").length > listened;
  let listened = 1;
  const phases = {
    "before anything": () => true,
    "with the folder locked": () => has("web.lock"),
    "with the store made": () => has("web.db"),
    "with the store open": () => has("web.db-wal"),
    "while Next starts": () => has("web.db-shm"),
    "when it serves": isListening,
  };
  for (const [phase, isReached] of Object.entries(phases)) {
    const program = spawn(process.execPath, ["lib/server/main.ts"], {
      env: { ...process.env, HIRAKU_DATA: folder, PORT: "0", HIRAKU_API_URL: `http://127.0.0.1:${slowApiPort}` },
      stdio: "ignore",
    });
    const ended = once(program, "exit");
    await expect.poll(isReached, { timeout: 30_000, intervals: [10], message: phase }).toBe(true);
    program.kill("SIGTERM");
    const [code, signal] = await ended;
    // Before the program handles signals the system ends it.
    expect(code === 0 || signal === "SIGTERM", `${phase}: ${code} ${signal}`).toBe(true);
    if (code === 0) expect(has("web.db-wal"), `${phase}: the store was closed`).toBe(false);
    if (phase === "when it serves") listened++;
  }
  // The last start served, so that whatever the others left was no hindrance.
  expect(listened).toBe(2);
});
