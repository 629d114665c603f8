import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "../../app.ts";
import { loadSecrets } from "../../owners/secrets.ts";
import { readSettings } from "../../settings.ts";
import { openFolderStore } from "../../store/database.ts";
import { createOwner } from "../../store/owners.ts";
import { addWatch } from "../../store/watches.ts";
import { json, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { allSources } from "../../text/format/update-source.ts";
import { makeFeed } from "./subscriptions.ts";
import { Listing, owner as ownerId } from "./testing/listing.ts";

/** A folder with an owner whose check is due, and a service that answers a list after `afterMs`. */
async function dueCheck({ afterMs, headers = {} }: { afterMs: number; headers?: Readonly<Record<string, string>> }) {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-schedule-"));
  const listing = new Listing();
  listing.publish("d1", new Date().toISOString());
  const service = await startFakeUpstream(({ url = "" }, response) => {
    if (!url.startsWith("/v1/documents?")) return json(response, 200, { status: "ok", version: "1" });
    const since = new URL(url, "http://service").searchParams.get("timeline_since") ?? "";
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return void setTimeout(() => json(response, 200, listing.list({ timeline_since: since })), afterMs);
  });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const settings = readSettings({ HIRAKU_DATA: folder, HIRAKU_API_URL: service.baseUrl });
  const store = openFolderStore(folder);
  await createOwner(store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
  await addWatch(store, ownerId, { security_code: "7203", name: null, name_en: null, added_at: Date.now() - 60_000 });
  const app = { store, secrets: loadSecrets(settings), settings };
  const owner = { ownerId, upstream: { ...service.as("hk_test"), keyId: "key-1" }, fingerprint: "", sessionHash: "" };
  const wanted = { source: allSources, title: "News", consent: true };
  await makeFeed(app, { ...owner, demo: false, createdAtMs: 0 }, wanted);
  await store.close();
  const listed = () => service.asked.filter(({ url }) => url.startsWith("/v1/documents?")).length;
  return { folder, settings, listed };
}

async function storedIn(folder: string) {
  const store = openFolderStore(folder);
  const key = await store
    .prepare<[], { checked_at: number | null; next_check_at: number }>("select * from kept_keys")
    .get();
  const claims = await store.prepare("select * from claims").all();
  const found = await store.prepare<[], { document_id: string }>("select document_id from updates").all();
  await store.close();
  const due = (key?.next_check_at ?? 0) <= Date.now();
  return { checked: key?.checked_at != null, due, claims, found: found.map(({ document_id }) => document_id) };
}

test("an app that ends stores the answer that a check waits for, and leaves the rest to the next start", async () => {
  const { folder, settings, listed } = await dueCheck({ afterMs: 400 });
  const app = await createApp(settings);
  await vi.waitUntil(() => listed() > 0);
  await app[Symbol.asyncDispose]();
  expect(await storedIn(folder)).toEqual({ checked: false, due: true, claims: [], found: ["d1"] });
});

test("a check that waits for its key's limits ends with the app, and is due at the next start", async () => {
  const soon = String(Math.ceil(Date.now() / 1_000) + 50);
  const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": soon };
  const { folder, settings, listed } = await dueCheck({ afterMs: 0, headers });
  const app = await createApp(settings);
  await vi.waitUntil(() => listed() > 0);
  const began = performance.now();
  await app[Symbol.asyncDispose]();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await storedIn(folder)).toMatchObject({ checked: false, due: true, claims: [] });
});
