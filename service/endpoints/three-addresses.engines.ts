import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { type Library, openLibrary } from "../library.ts";
import { engineUrl } from "../search/testing/engine-url.ts";
import { openServiceStore } from "../storage/open-service-store.ts";
import type { Store } from "../storage/store.ts";
import { serveS3 } from "../testing/bucket.ts";
import { walkConformance } from "../testing/conformance-walk.ts";
import { servePostgres } from "../testing/database.ts";
import { createKey, type NewKeyOptions, publishFixture } from "../testing/deps.ts";
import { at } from "../testing/fixture.ts";
import { createTestClient } from "../testing/test-client.ts";

/** The same cases and the same program, with nothing set and with three addresses: only the settings differ. */
const postgres = servePostgres();
const s3 = serveS3();
const program = join(import.meta.dirname, "..", "testing", "service-child.ts");
const nowMs = at("2025-06-30", 12);

type Settings = Readonly<Record<string, string>>;
const places: readonly { name: string; processes: 1 | 2; settings: () => Promise<Settings> }[] = [
  { name: "a data folder, one process", processes: 1, settings: async () => ({}) },
  {
    name: "PostgreSQL, OpenSearch and S3, two processes in turn",
    processes: 2,
    settings: async () => ({
      HIRAKU_DATABASE_URL: await postgres.newDatabase(),
      HIRAKU_SEARCH_URL: `${engineUrl()}?prefix=test-${randomUUID()}`,
      HIRAKU_BLOBS_URL: (await s3.newBucket()).address,
      HIRAKU_SECRET: "s".repeat(40),
    }),
  },
];

describe.each(places)("on $name", ({ processes, settings }) => {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-three-"));
  const children: ChildProcess[] = [];
  const urls: string[] = [];
  let store: Store | undefined;
  let library: Library | undefined;

  beforeAll(async () => {
    const env = await settings();
    const settingsOf = (name: string) => ({ ...env, HIRAKU_DATA: join(folder, name) });
    const config = readConfig(settingsOf("one"));
    store = await openServiceStore(config);
    const place = config.blobs;
    library = openLibrary(store, { dataFolder: config.data, place, madeBytesMax: 1_000_000_000, makers: {} });
    await publishFixture(library);
    for (const name of ["one", "two"].slice(0, processes)) {
      const child = spawn(process.execPath, [program], {
        env: { ...process.env, ...settingsOf(name) },
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
      const [port] = await once(createInterface(child.stdout), "line");
      urls.push(`http://127.0.0.1:${port}`);
    }
  }, 180_000);

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await library?.close();
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const opened = () => {
    if (store === undefined || library === undefined) throw new Error("not opened");
    return { store, library };
  };

  async function newClient(options: NewKeyOptions = {}) {
    const { id, key } = await createKey(opened().store, nowMs, { credits: 100_000, ...options });
    let asked = 0;
    const send = async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.body === null ? null : await request.arrayBuffer();
      const { method, headers } = request;
      return fetch(`${urls[asked++ % urls.length]}${pathname}${search}`, { method, headers, body });
    };
    return { client: createTestClient({ fetch: send }, key), id };
  }

  walkConformance(newClient);

  const question = { query: "リスクは何か", include_snippet: true } as const;
  const words = { query: "リスク", match_type: "lexical", include_snippet: true } as const;

  test("every process finds the same, and what one answered is repeated by the other byte for byte", async () => {
    for (const asked of [question, words]) {
      const { client, id } = await newClient();
      const first = await client.call("searchDocuments", asked, { idempotencyKey: "same" });
      expect(JSON.stringify(first.json)).toContain("READY1");
      const again = await client.call("searchDocuments", asked, { idempotencyKey: "same" });
      expect([again.charged, again.bytes]).toEqual([0, first.bytes]);
      const anew = await client.call("searchDocuments", asked);
      expect(anew.json).toEqual(first.json);
      expect((await opened().store.keys.find(id))?.charged).toBe(first.charged + anew.charged);
    }
  });

  test("64 requests at once on 5 credits charge exactly 5", async () => {
    const { client, id } = await newClient({ credits: 5 });
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => client.call("searchNews", { query: "配当", match_type: "lexical" })),
    );
    expect(answers.filter((each) => each.status === 200)).toHaveLength(5);
    expect(answers.filter((each) => each.code === "quota_exceeded")).toHaveLength(59);
    expect(await opened().store.keys.find(id)).toMatchObject({ charged: 5, credits: { balance: 0, reserved: 0 } });
    expect((await opened().store.ledger.verify()).drifts).toEqual([]);
  });

  // The last, since it changes what is published.
  test("a document withdrawn beside them is delivered and listed by none from that moment", async () => {
    const { client } = await newClient();
    await opened().library.publisher.withdrawDocument("READY1");
    for (let i = 0; i < 2; i++) {
      expect((await client.call("getContent", { document_id: "READY1" })).code).toBe("content_not_available");
      for (const asked of [question, words])
        expect(JSON.stringify((await client.call("searchDocuments", asked)).json)).not.toContain("READY1");
    }
  });
});
