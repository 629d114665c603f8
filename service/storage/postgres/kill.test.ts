import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { newApiKey, newKeyId, secretHashOf } from "../../domain/keys/api-key.ts";
import { openLibrary } from "../../library.ts";
import { runSql, servePostgres } from "../../testing/database.ts";
import { publishFixture } from "../../testing/deps.ts";
import { openPostgres } from "./open-postgres.ts";
import { verifyPostgres } from "./verify-store.ts";

/**
 * Two services on one database. In every round one of them kills itself at a critical point, and in every other round
 * the database is ended in the middle and recovers, while the same requests are sent to both under the same idempotency
 * keys. HIRAKU_KILL_ROUNDS sets the number of rounds.
 */
const points = ["claimed", "reserved", "ran", "settled", "answered"];
const rounds = Number(process.env["HIRAKU_KILL_ROUNDS"] ?? 2);
const newPerRound = 8;
const granted = 1_000_000;
const program = new URL("../../testing/crash-child.ts", import.meta.url).pathname;
const postgres = servePostgres();

interface Running {
  readonly process: ChildProcess;
  readonly port: number;
}

/** What is sent, and what it costs. */
const kinds = [
  { path: "/v1/search/news", body: '{"query":"q"}', credits: 1 },
  { path: "/v1/documents/READY1/content", body: null, credits: 2 },
  { path: "/v1/documents/READY1/originals/pdf", body: null, credits: 8 },
] as const;
const kindOf = (intent: number) => kinds[intent % 3] ?? kinds[0];

test(`${rounds} rounds of killed services and a killed database: each request is charged once, and nothing is lost`, async () => {
  const url = await postgres.newDatabase();
  const folder = mkdtempSync(join(tmpdir(), "hiraku-kill-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { key, id } = await createKey(url, folder);

  async function start(point: string, nth: number): Promise<Running> {
    const child = spawn(process.execPath, [program, folder, point, String(nth), url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = await once(createInterface(child.stdout), "line");
    return { process: child, port: Number(line) };
  }

  const acknowledged = new Map<number, Buffer>();
  /** Whether it was answered; where not, the client knows nothing of the outcome. */
  async function send(port: number, intent: number): Promise<boolean> {
    const { path, body } = kindOf(intent);
    const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": `intent-${intent}` };
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body === null ? "GET" : "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body,
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([200, 409, 500], bytes.toString().slice(0, 300)).toContain(response.status);
      if (response.status !== 200) return false;
      const before = acknowledged.get(intent);
      if (before === undefined) acknowledged.set(intent, bytes);
      else expect(bytes.equals(before), `intent ${intent} was answered otherwise`).toBe(true);
      return true;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  let looks = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const { problems } = await verifyPostgres(url);
      const wrong = problems.filter((problem) => !problem.startsWith("the database can't be read"));
      expect(wrong).toEqual([]);
      looks += problems.length === 0 ? 1 : 0;
      await delay(100);
    }
  })();

  let intents = 0;
  for (let round = 0; round < rounds; round++) {
    const pair = await Promise.all([start(points[round % points.length] ?? "", 1 + (round % 3)), start("never", 1)]);
    intents += newPerRound;
    // New requests and those of the round before, some of which were interrupted; each is sent to both.
    const wanted = Array.from({ length: newPerRound * 2 }, (_, i) => intents - 1 - i).filter((each) => each >= 0);
    const sent = wanted.flatMap((intent) => pair.map(({ port }) => send(port, intent)));
    if (round % 2 === 1) {
      await delay(round % 60);
      await postgres.server.crash();
    }
    await Promise.all(sent);
    for (const { process: child } of pair) child.kill("SIGKILL");
  }

  const last = await start("never", 1);
  for (let intent = 0; intent < intents; intent++) {
    // What a dead service held is held until its lease has ended.
    await expect.poll(() => send(last.port, intent), { interval: 100 }).toBe(true);
  }
  isOver = true;
  await looking;
  await expect
    .poll(async () => (await runSql(url, "SELECT sweep(NULL), reserved::int FROM api_keys"))[0]?.["reserved"])
    .toBe(0);

  const charges = await runSql(
    url,
    "SELECT idempotency_key, count(*)::int AS charges FROM ledger_entries WHERE kind = 'charge' GROUP BY 1",
  );
  expect(charges).toHaveLength(intents);
  expect(charges.filter((each) => each["charges"] !== 1)).toEqual([]);
  const spent = Array.from({ length: intents }, (_, i) => kindOf(i).credits).reduce<number>(
    (sum, each) => sum + each,
    0,
  );
  const [state] = await runSql(url, `SELECT balance::int, charged::int, granted::int FROM api_keys WHERE id = '${id}'`);
  expect(state).toEqual({ granted, charged: spent, balance: granted - spent });
  expect((await verifyPostgres(url)).problems).toEqual([]);
  process.stdout.write(`${rounds} rounds, ${intents} requests, each charged once; ${looks} looks, no drift at any\n`);
}, 3_600_000);

async function createKey(url: string, dataFolder: string): Promise<{ readonly key: string; readonly id: string }> {
  const store = await openPostgres({ url, dataFolder });
  const key = newApiKey();
  const id = newKeyId();
  await store.keys.create({
    id,
    name: "kill",
    secretHash: secretHashOf(key),
    createdAtMs: Date.now(),
    entitled: true,
    perMinute: 1_000_000,
    perDay: null,
    credits: granted,
  });
  const library = openLibrary(store, { dataFolder, madeBytesMax: 1_000_000_000, makers: {} });
  await publishFixture(library);
  await library.close();
  await store.close();
  return { key, id };
}
