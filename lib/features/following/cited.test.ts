import { expect, test } from "vitest";
import { readFigures } from "../../evidence/figures/reading/read-figures.ts";
import { makeReport } from "../../evidence/figures/testing/make-package.ts";
import type { Receipt } from "../../evidence/receipts/receipt.ts";
import { SeededRandom } from "../../spending/simulation/environment.ts";
import { addCheck } from "../../store/checks.ts";
import { restatedBy } from "../../store/cited.ts";
import { keepReceipt } from "../../store/receipts.ts";
import { listRecent } from "../../store/updates.ts";
import { citedSource } from "../../text/format/update-source.ts";
import { checkForUpdates } from "./check.ts";
import { owner, type Setup, setUp, startMs } from "./testing/listing.ts";
import { filedAt, receiptOf } from "./testing/receipt.ts";

const hourMs = 3_600_000;

/** An owner with proofs of documents that are listed under an issuer who is not followed. */
async function setUpProofs(ids: readonly string[], before: Partial<Receipt["document"]> = {}): Promise<Setup> {
  const setup = await setUp();
  for (const id of ids) {
    setup.listing.publish(id, filedAt, { security_code: "6758", period_end: "2026-03-31" });
    for (const n of [1, 2]) await cite(setup, id, `${id}-${n}`, before);
  }
  return setup;
}

async function cite({ store }: Setup, document_id: string, receipt_id: string, before: Partial<Receipt["document"]>) {
  await keepReceipt(store, {
    ...{ receipt_id, owner_id: owner, passage: receipt_id, issued_at: startMs },
    record: JSON.stringify(receiptOf(document_id, "https://service.test", before)),
  });
}

/** The service's record of a document from now on. */
function becomes({ listing }: Setup, id: string, more: object): void {
  const at = listing.documents.findIndex(({ document_id }) => document_id === id);
  const found = listing.documents[at];
  if (found === undefined) throw new Error(`there is no ${id}`);
  listing.documents[at] = { ...found, ...more };
}

/** Checks often enough for every document to be looked at again. */
async function told(setup: Setup): Promise<string[]> {
  for (let n = 0; n < 3; n++) {
    setup.nowMs += 7 * hourMs;
    expect(await checkForUpdates(setup.deps, owner)).toMatchObject({ complete: true });
  }
  const rows = await listRecent(setup.store, owner, citedSource, 1_000);
  return rows.map(({ document_id, event }) => `${document_id} ${event}`).sort();
}

test("an amendment, a correction that takes its place, a withdrawal and a loss are each told once", async () => {
  const setup = await setUpProofs(["a", "b", "c", "d", "e"]);
  expect(await told(setup)).toEqual([]);
  const of = { security_code: "6758", period_end: "2026-03-31" };
  setup.listing.publish("a2", "2026-11-21T15:00:00+09:00", { ...of, amends_document_id: "a" });
  becomes(setup, "a", { amended_by_document_id: "a2" });
  setup.listing.publish("b2", "2026-11-21T15:00:00+09:00", of);
  becomes(setup, "b", { superseded_by_document_id: "b2" });
  setup.listing.withdraw("c");
  setup.listing.documents.splice(
    setup.listing.documents.findIndex(({ document_id }) => document_id === "d"),
    1,
  );
  const all = ["a2 published", "b2 published", "c withdrawn", "d withdrawn"];
  expect(await told(setup)).toEqual(all);
  // A second amendment of the same document is news again.
  setup.listing.publish("a3", "2026-11-22T15:00:00+09:00", { ...of, amends_document_id: "a" });
  becomes(setup, "a", { amended_by_document_id: "a3" });
  expect(await told(setup)).toEqual([...all, "a3 published"].sort());
});

test("a document behind a stored check is told once too, without a proof of its words", async () => {
  const setup = await setUp();
  setup.listing.publish("a", filedAt, { security_code: "6758" });
  const of = { owner_id: owner, upstream: "https://service.test", title: "", draft: "", record: "", made_at: startMs };
  const document = JSON.stringify(setup.listing.documents[0]);
  const known = { amended_by: null, superseded_by: null, withdrawn: 0 };
  await addCheck(
    setup.store,
    { ...of, check_id: "k1" },
    { receipts: [], documents: [{ document_id: "a", upstream: of.upstream, document, ...known }] },
  );
  expect(await told(setup)).toEqual([]);
  setup.listing.publish("a2", "2026-11-21T15:00:00+09:00", { security_code: "6758", amends_document_id: "a" });
  becomes(setup, "a", { amended_by_document_id: "a2" });
  expect(await told(setup)).toEqual(["a2 published"]);
});

test("a next year's report corrects nothing, and what was known when the proof was signed is no news", async () => {
  const setup = await setUpProofs(["a"], { amended_by_document_id: "a2" });
  becomes(setup, "a", { amended_by_document_id: "a2", superseded_by_document_id: "next" });
  setup.listing.publish("a2", filedAt, { security_code: "6758", amends_document_id: "a" });
  setup.listing.publish("next", "2027-06-25T15:00:00+09:00", { security_code: "6758", period_end: "2027-03-31" });
  expect(await told(setup)).toEqual([]);
});

test("a later filing that says a quoted figure otherwise is told once; one that agrees, and other numbers, are not", async () => {
  const setup = await setUpProofs(["a", "b", "c"]);
  const packageOf = async (documentId: string, filed: string, zip: Buffer) => ({
    ...{ documentId, securityCode: "6758", filedAt: filed, originalId: "zip", title: null, type: null },
    ...{ issuerName: null, sha256: "", figures: await readFigures(zip) },
  });
  const later = await packageOf(
    "b",
    "2027-06-25T15:00:00+09:00",
    makeReport({ year: 2026, sales: [11_000, 12_400, 13_000] }),
  );
  setup.owned = {
    filings: [later, await packageOf("a", filedAt, makeReport({ year: 2025, sales: [11_000, 12_345] }))],
    unread: [],
  };
  expect(await told(setup)).toEqual(["b published"]);
  expect((await restatedBy(setup.store, owner, "b", 9)).map(({ receipt_id }) => receipt_id)).toEqual(["a-1", "a-2"]);
  setup.owned = { ...setup.owned, filings: setup.owned.filings.filter(({ documentId }) => documentId === "b") };
  expect(await told(setup)).toEqual(["b published"]);
});

test("cut off anywhere, each correction is told once, and each document is asked for a few times a day", async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `d${at}`);
  const setup = await setUpProofs(ids);
  await told(setup);
  for (const id of ids) {
    setup.listing.publish(`${id}x`, "2026-11-21T15:00:00+09:00", { security_code: "6758", amends_document_id: id });
    becomes(setup, id, { amended_by_document_id: `${id}x` });
  }
  setup.nowMs += 7 * hourMs;
  let requests = 0;
  const { getDocument } = setup.deps;
  for (let cut = 1; ; cut++) {
    let left = cut;
    const deps = {
      ...setup.deps,
      getDocument: (id: Parameters<typeof getDocument>[0]) => {
        requests++;
        return left-- > 0 ? getDocument(id) : Promise.reject(new Error("cut"));
      },
    };
    if ((await checkForUpdates(deps, owner).catch(() => undefined))?.complete === true) break;
  }
  const rows = await listRecent(setup.store, owner, citedSource, 1_000);
  expect(rows.map(({ document_id }) => document_id).sort()).toEqual(ids.map((id) => `${id}x`).sort());
  requests = 0;
  expect(await checkForUpdates(setup.deps, owner)).toMatchObject({ found: 0, complete: true });
  expect(requests).toBe(0);
});

test("300 proofs through a fortnight of corrections, next years' reports and cuts: each change once, none that is none", async () => {
  const random = new SeededRandom(41);
  const ids = Array.from({ length: 150 }, (_, at) => `d${at}`);
  const setup = await setUpProofs(ids);
  setup.listing.pageSize = 100;
  const due = new Set<string>();
  const kinds = [...Array(20).fill("amended"), ...Array(20).fill("corrected"), ...Array(10).fill("withdrawn")];
  const wanted = [...kinds, ...Array(40).fill("outlived")].map((kind, at) => ({ kind, id: ids[at] ?? "" }));
  for (let day = 0; day < 14; day++) {
    const at = new Date(setup.nowMs).toISOString();
    for (const { kind, id } of wanted.splice(0, 7)) {
      const later = `${id}-${kind}`;
      const period_end = kind === "outlived" ? "2027-03-31" : "2026-03-31";
      const amends = kind === "amended" ? id : null;
      if (kind === "withdrawn") setup.listing.withdraw(id);
      else setup.listing.publish(later, at, { security_code: "6758", period_end, amends_document_id: amends });
      if (kind === "amended") becomes(setup, id, { amended_by_document_id: later });
      else if (kind !== "withdrawn") becomes(setup, id, { superseded_by_document_id: later });
      if (kind !== "outlived") due.add(kind === "withdrawn" ? `${id} withdrawn` : `${later} published`);
    }
    for (let n = 0; n < 4; n++) {
      setup.nowMs += 6 * hourMs;
      const cutAfter = random.below(200);
      let asked = 0;
      const getDocument: Setup["deps"]["getDocument"] = (id) =>
        ++asked > cutAfter ? Promise.reject(new Error("cut")) : setup.deps.getDocument(id);
      // Another process, or the same one started again, goes on with the same store.
      await checkForUpdates({ ...setup.deps, getDocument }, owner).catch(() => undefined);
    }
  }
  expect(wanted).toEqual([]);
  expect(await told(setup)).toEqual([...due].sort());
  expect(due.size).toBe(50);
});
