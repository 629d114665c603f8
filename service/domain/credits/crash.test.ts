import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { openLibrary } from "../../library.ts";
import { openStore } from "../../storage/open-store.ts";
import { publishFixture } from "../../testing/deps.ts";
import { newApiKey, newKeyId, secretHashOf } from "../keys/api-key.ts";

/**
 * Kills the service repeatedly at every critical point while clients send the same requests under the same idempotency
 * keys. HIRAKU_CRASH_ROUNDS sets the number of rounds.
 */
const points = ["claimed", "reserved", "ran", "settling", "settled", "answered"];
const rounds = Number(process.env["HIRAKU_CRASH_ROUNDS"] ?? 12);
const intentsPerRound = 6;
const program = new URL("../../testing/crash-child.ts", import.meta.url).pathname;

interface Running {
  readonly process: ChildProcess;
  readonly port: number;
}

async function start(folder: string, point: string, nth: number): Promise<Running> {
  const child = spawn(process.execPath, [program, folder, point, String(nth)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  return { process: child, port: Number(line) };
}

/** The three kinds of stored answers: random, from the catalog, and a file. */
function targetOf(intent: number): { readonly path: string; readonly body: string | null; readonly credits: number } {
  if (intent % 3 === 0) return { path: "/v1/search/news", body: '{"query":"q"}', credits: 1 };
  if (intent % 3 === 1) return { path: "/v1/documents/READY1/content", body: null, credits: 2 };
  return { path: "/v1/documents/READY1/originals/pdf", body: null, credits: 8 };
}

/** Undefined where the connection broke, so that the client does not know the outcome. */
async function send(port: number, key: string, intent: number): Promise<Buffer | undefined> {
  const { path, body } = targetOf(intent);
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === null ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Idempotency-Key": `intent-${intent}`,
        "Content-Type": "application/json",
      },
      body,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 409) return undefined;
    expect(response.status, bytes.toString().slice(0, 300)).toBe(200);
    return bytes;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

test(`killed at each of ${points.length} instants, each intent is charged once and answered byte for byte`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const key = newApiKey();
  const id = newKeyId();
  const granted = 100_000;
  const store = openStore(folder);
  await store.keys.create({
    id,
    name: "crash",
    secretHash: secretHashOf(key),
    createdAtMs: Date.now(),
    entitled: true,
    perMinute: 1_000_000,
    perDay: null,
    credits: granted,
  });
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1_000_000_000, makers: {} });
  await publishFixture(library);
  await library.close();
  store.close();

  const acknowledged = new Map<number, Buffer>();
  const note = (intent: number, bytes: Buffer | undefined) => {
    if (bytes === undefined) return;
    const before = acknowledged.get(intent);
    if (before === undefined) acknowledged.set(intent, bytes);
    else expect(bytes.equals(before), `intent ${intent} was answered otherwise`).toBe(true);
  };

  let deaths = 0;
  let intents = 0;
  for (let round = 0; round < rounds; round++) {
    const child = await start(folder, points[round % points.length] ?? "", 1 + (round % 3));
    const died = once(child.process, "exit");
    intents += intentsPerRound;
    // New requests and those of the round before, some of which were interrupted.
    const wanted = Array.from({ length: intentsPerRound * 2 }, (_, i) => intents - 1 - i).filter((each) => each >= 0);
    await Promise.all(wanted.map(async (intent) => note(intent, await send(child.port, key, intent))));
    // The process kills itself: each round has enough new requests to reach any of the points.
    await died;
    deaths++;
  }

  const last = await start(folder, "never", 1);
  for (let intent = 0; intent < intents; intent++) note(intent, await send(last.port, key, intent));
  expect(acknowledged.size).toBe(intents);
  last.process.kill("SIGKILL");
  await once(last.process, "exit");

  const after = openStore(folder);
  const charges = after.db
    .prepare<[], { idempotency_key: string; charges: number; credits: number }>(
      "SELECT idempotency_key, count(*) AS charges, sum(credits) AS credits FROM ledger_entries WHERE kind = 'charge' GROUP BY idempotency_key",
    )
    .all();
  expect(charges).toHaveLength(intents);
  expect(charges.filter((each) => each.charges !== 1)).toEqual([]);
  const spent = Array.from({ length: intents }, (_, i) => targetOf(i).credits).reduce((sum, each) => sum + each, 0);
  expect(await after.keys.find(id)).toMatchObject({
    charged: spent,
    credits: { granted, balance: granted - spent, reserved: 0 },
  });
  expect((await after.ledger.verify()).drifts).toEqual([]);
  after.close();
  process.stdout.write(`${deaths} kills, ${intents} intents: each charged once, each answer the same byte for byte\n`);
}, 600_000);
