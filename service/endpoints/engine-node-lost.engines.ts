import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOpenSearchUp, type RunningEngine, startOpenSearch } from "../../scripts/engines/opensearch.ts";
import { makePublication, makeSection } from "../domain/publishing/testing/make-publication.ts";
import { openLibrary } from "../library.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import { servePostgres } from "../testing/database.ts";
import { createKey } from "../testing/deps.ts";

const postgres = servePostgres();
const program = join(import.meta.dirname, "..", "testing", "service-child.ts");
const folder = mkdtempSync(join(tmpdir(), "hiraku-node-lost-"));
const children: ChildProcess[] = [];

function endServices(): void {
  for (const child of children.splice(0)) child.kill("SIGKILL");
}

afterAll(() => {
  endServices();
  rmSync(folder, { recursive: true, force: true });
});

async function startService(name: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings, HIRAKU_DATA: join(folder, name), HIRAKU_SEARCH_TIMEOUT_MS: "2000" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  const [port] = await once(createInterface(child.stdout), "line");
  return `http://127.0.0.1:${port}`;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** An engine of its own, since nodes of it are killed: a single node, which is back later, and a cluster. */
describe.each([1, 3] as const)("nodes of %d", (nodes) => {
  let engine: RunningEngine | undefined;

  beforeAll(async () => {
    engine = await startOpenSearch({ nodes, port: 9_500 });
  }, 500_000);

  afterAll(async () => {
    endServices();
    await engine?.stop();
  }, 60_000);

  test("are killed beneath searches and publications: nothing is charged twice, nothing published is lost", async () => {
    if (engine === undefined) throw new Error("not started");
    const url = await postgres.newDatabase();
    const settings = {
      HIRAKU_DATABASE_URL: url,
      HIRAKU_SEARCH_URL: `${engine.url}?prefix=lost-${randomUUID()}`,
      HIRAKU_BLOBS_URL: join(folder, `files-${nodes}`),
      HIRAKU_SECRET: "s".repeat(40),
    };
    const store = await openPostgres({ url, dataFolder: join(folder, `publisher-${nodes}`) });
    const library = openLibrary(store, {
      dataFolder: join(folder, `publisher-${nodes}`),
      madeBytesMax: 1_000_000,
      makers: {},
    });
    const { id, key } = await createKey(store, Date.now(), { credits: 100_000, perMinute: 1_000_000 });
    const services = [await startService(`one-${nodes}`, settings), await startService(`two-${nodes}`, settings)];
    let asked = 0;
    let told = 0;
    const chargedOf = new Map<number, number>();

    async function ask(path: string, body?: object, intent?: number): Promise<Answer> {
      const response = await fetch(`${services[asked++ % services.length]}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          ...(intent === undefined ? {} : { "idempotency-key": `intent-${intent}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const charged = Number(response.headers.get("x-credits-charged") ?? 0);
      told += charged;
      if (intent !== undefined) chargedOf.set(intent, (chargedOf.get(intent) ?? 0) + charged);
      return { status: response.status, text: await response.text() };
    }

    const published: number[] = [];
    const publish = async () => {
      const number = published.length;
      const sections = [makeSection("s-1", `第${number}号の為替の方針です。`)];
      await library.publisher.publishDocument(makePublication({ documentId: `D${number}`, sections }));
      published.push(number);
    };
    const search = (number: number) =>
      ask("/v1/search/documents", { query: `"第${number}号の為替"`, match_type: "lexical" }, number);
    const answers = new Map<number, string>();
    const seen = new Set<number>();
    const record = (number: number, { status, text }: Answer): boolean => {
      seen.add(status);
      if (status !== 200) return false;
      const before = answers.get(number);
      if (before === undefined) answers.set(number, text);
      else expect(text).toBe(before);
      return true;
    };

    await publish();
    await expect.poll(async () => (await ask("/v1/documents/D0")).status).toBe(200);
    const lost = nodes === 1 ? [0] : [1, 2];
    for (const at of lost) {
      let isOver = false;
      const working = (async () => {
        while (!isOver) {
          await publish();
          const number = published.length - 1;
          record(number, await search(number));
          // What is free needs no search engine.
          expect((await ask(`/v1/documents/D${number}`)).status).toBe(200);
          await pause(200);
        }
      })();
      await pause(1_000);
      await engine.nodes[at]?.crash();
      await pause(4_000);
      engine.nodes[at]?.restart();
      await expect.poll(() => isOpenSearchUp(engine?.url ?? "", nodes), { timeout: 480_000, interval: 500 }).toBe(true);
      isOver = true;
      await working;
    }
    if (nodes === 1) expect([...seen].toSorted()).toEqual([200, 504]);
    else expect([...seen].every((status) => status === 200 || status === 504)).toBe(true);

    for (const number of published) {
      // An intent that was refused is asked again; one that was answered keeps its answer.
      await expect.poll(async () => record(number, await search(number)), { timeout: 60_000 }).toBe(true);
      const find = () => ask("/v1/search/documents", { query: `"第${number}号の為替"`, match_type: "lexical" });
      await expect.poll(async () => (await find()).text, { timeout: 60_000 }).toContain(`"D${number}"`);
    }
    const { charged, credits } = (await store.keys.find(id)) ?? {};
    const { drifts } = await store.ledger.verify();
    expect(drifts).toEqual([]);
    expect([charged, credits?.reserved]).toEqual([told, 0]);
    // However often it was asked again.
    expect(new Set(published.map((number) => chargedOf.get(number)))).toEqual(new Set([1]));
    process.stdout.write(
      `${lost.length} of ${nodes} nodes killed: ${published.length} publications found, answers ${[...seen].join(", ")}\n`,
    );
    await library.close();
    await store.close();
  }, 1_800_000);
});
