import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { runSql, servePostgres } from "../../../service/testing/database.ts";
import { loadSecrets } from "../../owners/secrets.ts";
import { readSettings } from "../../settings.ts";
import { openDatabaseStore, type Store } from "../../store/database.ts";
import { createOwner } from "../../store/owners.ts";
import { keepReceipt } from "../../store/receipts.ts";
import { addWatch } from "../../store/watches.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { allSources } from "../../text/format/update-source.ts";
import { makeWebhook } from "./subscriptions.ts";
import { Listing, owner as ownerId } from "./testing/listing.ts";
import { filedAt, receiptOf } from "./testing/receipt.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";

const postgres = servePostgres();
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-two-"));
const listing = new Listing();
let service: FakeUpstream;
let receivers: readonly [Receiver, Receiver];
let environment: Record<string, string>;
let store: Store;
/** Requests for lists that were open at once. */
let [asking, mostAsked] = [0, 0];
let url: string;

beforeAll(async () => {
  service = await startFakeUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    const one = listing.documents.find(({ document_id }) => pathname === `/v1/documents/${document_id}`);
    if (one !== undefined) return json(response, 200, one);
    if (pathname !== "/v1/documents") return json(response, 200, { status: "ok", version: "1" });
    const cursor = searchParams.get("cursor");
    const since = searchParams.get("timeline_since") ?? "";
    const answer = listing.list({ timeline_since: since, ...(cursor === null ? {} : { cursor }) });
    mostAsked = Math.max(mostAsked, ++asking);
    setTimeout(() => {
      asking -= 1;
      json(response, 200, answer);
    }, 150);
  });
  receivers = [await startReceiver(), await startReceiver()];
  url = await postgres.newDatabase();
  environment = {
    HIRAKU_DATA: folder,
    HIRAKU_WEB_DATABASE_URL: url,
    HIRAKU_WEB_BLOBS_URL: path.join(folder, "bodies"),
    HIRAKU_API_URL: service.baseUrl,
    HIRAKU_SECRET: "a-secret-of-this-test-that-is-long-enough",
    HIRAKU_WEBHOOK_NETWORK: "any",
    HIRAKU_UPDATES_SECONDS: "2",
    HIRAKU_LOG_LEVEL: "silent",
  };
  store = await openDatabaseStore(url);
});
afterAll(async () => {
  await store.close();
  await service[Symbol.asyncDispose]();
  for (const each of receivers) await each[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function startProcess(): ChildProcess {
  const program = path.join(import.meta.dirname, "testing/run-updates.ts");
  return spawn(process.execPath, [program], { env: { ...process.env, ...environment }, stdio: "ignore" });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

const Delivered = z.object({ id: z.string(), document: z.object({ document_id: z.string() }) });
const toldTo = (receiver: Receiver) =>
  receiver.received.map(({ body }) => Delivered.parse(JSON.parse(body)).document.document_id).sort();
const waiting = async () =>
  (await runSql(url, "select count(*)::int as count from deliveries where state <> 'delivered'"))[0]?.["count"];
const publish = (...ids: string[]) => {
  for (const [at, id] of ids.entries()) listing.publish(id, new Date(Date.now() + at).toISOString());
};
const soon = { timeout: 40_000, interval: 50 };

test("two processes tell each document once, one asks for an owner, and a killed one's deliveries go on", async () => {
  await createOwner(store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
  await addWatch(store, ownerId, { security_code: "7203", name: null, name_en: null, added_at: Date.now() - 60_000 });
  const upstream = { ...service.as("hk_test"), keyId: "key-1" };
  const settings = readSettings(environment);
  const app = { store, secrets: loadSecrets(settings), settings };
  const rest = { fingerprint: "", sessionHash: "", demo: false, createdAtMs: 0 };
  for (const { address } of receivers) {
    await makeWebhook(app, { ownerId, upstream, ...rest }, { source: allSources, address, consent: true });
  }
  const [held, free] = receivers;
  // What the owner has cited is amended meanwhile; its issuer is not followed.
  const cited = { security_code: "6758", period_end: "2026-03-31" };
  listing.publish("c1", filedAt, { ...cited, amended_by_document_id: "c2" });
  listing.publish("c2", filedAt, { ...cited, amends_document_id: "c1" });
  await keepReceipt(store, {
    ...{ receipt_id: "r1", owner_id: ownerId, passage: "r1", issued_at: 0 },
    record: JSON.stringify(receiptOf("c1", service.baseUrl)),
  });

  // Many seconds in which both look every second, and the receivers answer slowly: nothing is told twice.
  for (const each of receivers) each.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 300);
  const first = ["d1", "d2", "d3", "d4"];
  publish(...first);
  const children = [startProcess(), startProcess()];
  await vi.waitUntil(() => receivers.every((each) => each.received.length >= 5), soon);
  await vi.waitUntil(async () => (await waiting()) === 0, soon);
  for (const each of receivers) expect(toldTo(each)).toEqual(["c2", ...first]);
  expect(mostAsked).toBe(1);

  // The one that sends to the first receiver is killed while it waits for the answer.
  const open: ServerResponse[] = [];
  held.answer = (response) => void open.push(response);
  const second = ["d5", "d6"];
  publish(...second);
  await vi.waitUntil(() => open.length === 1, soon);
  const sendingIt = `name = (select 'webhook ' || webhook_id from webhooks where address = '${held.address}')`;
  const [claim] = await runSql(url, `select runner from claims where ${sendingIt}`);
  const pid = Number(String(claim?.["runner"]).split("-")[0]);
  const sender = children.find((child) => child.pid === pid);
  if (sender === undefined) throw new Error(`nobody holds the delivery: ${pid}`);
  await end(sender, "SIGKILL");
  // The other one goes on with what is not claimed, and leaves this until the lease has run out.
  await runSql(url, `update claims set lease_until = 0 where not ${sendingIt}`);
  await vi.waitUntil(() => new Set(toldTo(free)).size === 7, soon);
  expect(held.received.length).toBe(6);
  held.answer = (response) => void response.writeHead(204).end();
  await runSql(url, "update claims set lease_until = 0");
  await vi.waitUntil(async () => (await waiting()) === 0, soon);
  // What the killed one had sent without an outcome comes again, under the same id.
  for (const each of receivers) {
    expect([...new Set(toldTo(each))]).toEqual(["c2", ...first, ...second]);
    expect(new Set(each.received.map(({ headers }) => headers["webhook-id"])).size).toBe(7);
  }
  expect(held.received.length).toBe(8);

  const survivor = children.find((child) => child !== sender);
  if (survivor !== undefined) await end(survivor, "SIGTERM");
  expect(await runSql(url, "select name from claims")).toEqual([]);
}, 120_000);
