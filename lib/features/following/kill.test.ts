import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { loadSecrets } from "../../owners/secrets.ts";
import { readSettings } from "../../settings.ts";
import { openStore } from "../../store/database.ts";
import { createOwner } from "../../store/owners.ts";
import { addWatch } from "../../store/watches.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { allSources } from "../../text/format/update-source.ts";
import { makeFeed, makeWebhook } from "./subscriptions.ts";
import { Listing, owner as ownerId } from "./testing/listing.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-kill-"));
const listing = new Listing();
let service: FakeUpstream;
let receiver: Receiver;
let environment: Record<string, string>;

beforeAll(async () => {
  service = await startFakeUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    if (pathname !== "/v1/documents") return json(response, 200, { status: "ok", version: "1" });
    const cursor = searchParams.get("cursor");
    const answer = listing.list({
      timeline_since: searchParams.get("timeline_since") ?? "",
      ...(cursor === null ? {} : { cursor }),
    });
    return void setTimeout(() => json(response, 200, answer), 20);
  });
  receiver = await startReceiver();
  receiver.answer = (response) => void setTimeout(() => response.writeHead(200).end(), 20);
  environment = {
    HIRAKU_DATA: folder,
    HIRAKU_API_URL: service.baseUrl,
    HIRAKU_SECRET: "a-secret-of-this-test-that-is-long-enough",
    HIRAKU_WEBHOOK_NETWORK: "any",
    HIRAKU_UPDATES_SECONDS: "2",
    HIRAKU_LOG_LEVEL: "silent",
  };
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function startProcess(): ChildProcess {
  const program = path.join(import.meta.dirname, "testing/run-updates.ts");
  return spawn(process.execPath, [program], { env: { ...process.env, ...environment }, stdio: "ignore" });
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

const Delivered = z.object({ id: z.string(), document: z.object({ document_id: z.string() }) });

it("a process that is killed at any moment loses no document and doubles none under another id", async () => {
  const store = openStore(path.join(folder, "web.db"));
  await createOwner(store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
  await addWatch(store, ownerId, { security_code: "7203", name: null, name_en: null, added_at: Date.now() - 60_000 });
  const upstream = { ...service.as("hk_test"), keyId: "key-1" };
  const rest = { fingerprint: "", sessionHash: "", demo: false, createdAtMs: 0 };
  const owner = { ownerId, upstream, ...rest };
  const settings = readSettings(environment);
  const app = { store, secrets: loadSecrets(settings), settings };
  await makeWebhook(app, owner, { source: allSources, address: receiver.address, consent: true });
  await makeFeed(app, owner, { source: allSources, title: "t", consent: false });

  let published = 0;
  for (let round = 0; round < 6; round++) {
    for (let n = 0; n < 4; n++) listing.publish(`d${published++}`, new Date(Date.now() + published).toISOString());
    const child = startProcess();
    // Each round ends it somewhere else: while it starts, reads pages, writes, or sends.
    await sleep(450 + 130 * round);
    await killed(child);
    // What it had claimed is free at once, so that the next one does something too.
    store.db.prepare("update claims set lease_until = 0").run();
  }
  const child = startProcess();
  const waiting = () =>
    Number(store.db.prepare("select count(*) from deliveries where state <> 'delivered'").pluck().get());
  const told = () => Number(store.db.prepare("select count(*) from deliveries").pluck().get());
  await vi.waitUntil(() => told() === published && waiting() === 0, { timeout: 60_000, interval: 100 });
  await killed(child);

  const sent = receiver.received.map(({ body }) => Delivered.parse(JSON.parse(body)));
  const idsOf = new Map<string, Set<string>>();
  for (const { id, document } of sent) {
    idsOf.set(document.document_id, (idsOf.get(document.document_id) ?? new Set()).add(id));
  }
  expect(idsOf.size).toBe(published);
  expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
  expect(store.db.prepare("select count(*) from updates").pluck().get()).toBe(published);
  // Free lists only: what was asked has no price.
  expect([...new Set(service.asked.map(({ method, url }) => `${method} ${url.split("?")[0]}`))].sort()).toEqual([
    "GET /v1/documents",
  ]);
  await store.close();
}, 90_000);
