import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { jstDate, jstDateTime } from "../../lib/contract/dates.ts";
import { HealthResponse } from "../../lib/contract/resources.ts";
import { edinetKey, listKey, sourceDetail } from "../domain/market/records.ts";
import { createBlobProbe } from "../storage/blobs/probe.ts";
import { openStore } from "../storage/open-store.ts";
import { makeRecord } from "../storage/testing/make-record.ts";
import { createHarness } from "../testing/harness.ts";
import { createReadiness } from "./readiness.ts";

const allWell = { store: "ok", migrations: "ok", catalog: "ok", ledger: "ok", search: "ok" };

test("a store with documents, and an empty one, are ready in every part", async () => {
  const { store } = await createHarness();
  expect(await store.probe.check()).toEqual(allWell);
  const folder = mkdtempSync(join(tmpdir(), "hiraku-ready-"));
  const empty = openStore(folder);
  onTestFinished(() => {
    empty.close();
    rmSync(folder, { recursive: true, force: true });
  });
  expect(await empty.probe.check()).toEqual(allWell);
});

test.each([
  ["catalog", "UPDATE section_texts SET markdown = x'00'"],
  ["catalog", "ALTER TABLE issuers RENAME TO gone"],
  ["ledger", "ALTER TABLE ledger_entries RENAME TO gone"],
  ["search", "DELETE FROM search_body_state"],
  ["search", "DROP TABLE search_news_block"],
  ["store", "DROP TABLE probe"],
])("a fault of the %s is reported for it alone: %s", async (part, spoil) => {
  const { store } = await createHarness();
  store.db.exec(spoil);
  expect(await store.probe.check()).toEqual({ ...allWell, [part]: "failed" });
});

test("blobs are actually written and read, and nothing is left behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-ready-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [there, lost] = ["a".repeat(64), "b".repeat(64)];
  mkdirSync(join(folder, "kept/aa"), { recursive: true });
  writeFileSync(join(folder, "kept/aa", there), "x");
  const check = (blobs: string[]) => createBlobProbe({ kind: "folder", folder }, async () => blobs).check();
  expect(await check([])).toEqual({ blobs_write: "ok", blobs_read: "ok" });
  expect(await check([lost, there])).toEqual({ blobs_write: "ok", blobs_read: "ok" });
  expect(await check([lost])).toEqual({ blobs_write: "ok", blobs_read: "failed" });
  expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  rmSync(join(folder, "incoming"), { recursive: true });
  writeFileSync(join(folder, "incoming"), "no folder");
  expect(await check([there])).toEqual({ blobs_write: "failed", blobs_read: "ok" });
});

test("many requests at once share one check, and a later one checks again", async () => {
  let looks = 0;
  let nowMs = 1_000;
  const part = { check: async () => ({ store: `look ${++looks}` }) };
  const readiness = createReadiness([part], { nowMs: () => nowMs });
  expect(await Promise.all([readiness.check(), readiness.check()])).toEqual([{ store: "look 1" }, { store: "look 1" }]);
  nowMs += 499;
  expect(await readiness.check()).toEqual({ store: "look 1" });
  nowMs += 1;
  expect(await readiness.check()).toEqual({ store: "look 2" });
  // A clock that was set back does not keep an old answer valid.
  nowMs = 0;
  expect(await readiness.check()).toEqual({ store: "look 3" });
});

test("a part that hangs or fails is not ready", async () => {
  const hanging = createReadiness([{ check: () => new Promise(() => undefined) }], { nowMs: () => 0, timeoutMs: 1 });
  expect(await hanging.check()).toEqual({ store: "no answer within 1 ms" });
  const failing = createReadiness([{ check: () => Promise.reject(new Error("gone")) }], { nowMs: () => 0 });
  expect(await failing.check()).toEqual({ store: "failed" });
});

test("ready says how fresh the market is where EDINET is followed, also while the service is not ready", async () => {
  const { client, store, clock } = await createHarness();
  expect((await client.call("ready", {}, { key: null })).json).not.toHaveProperty("market");
  const readAtMs = clock.nowMs - 60_000;
  const day = jstDate(readAtMs);
  const detail = JSON.stringify({ readAtMs, rows: 1, highest: 1, unreadable: 0 });
  await store
    .ingestRecords()
    .put([
      makeRecord(edinetKey, { kind: "source", state: "done", detail: sourceDetail("2025-06-29") }),
      makeRecord(listKey(day), { kind: "list", state: "done", day, detail }),
    ]);
  clock.nowMs += 5_000;
  store.db.exec("DROP TABLE probe");
  const answer = await client.call("ready", {}, { key: null });
  expect(answer.status).toBe(503);
  expect(HealthResponse.parse(answer.json).market).toEqual({
    up_to: jstDateTime(readAtMs),
    stale: false,
    missing: [{ from: "2025-06-29", to: "2025-06-29" }],
    waiting: 0,
  });
});
