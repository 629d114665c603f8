import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import type { Claim, IdempotentAnswer, IngestRecord, NewApiKey, Reservation } from "../ports.ts";
import { makeRecord } from "./make-record.ts";
import type { Opened } from "./opened.ts";
import { describeOperator } from "./operator-contract.ts";
import { describePublishing } from "./publishing-contract.ts";

/** The guarantees that the service relies on for any engine: every adapter of `ports.ts` runs these tests unchanged. */
export function storageContract(name: string, open: () => Promise<Opened>): void {
  let opened: Opened;

  async function newKey(changes: Partial<NewApiKey> = {}): Promise<NewApiKey> {
    const key: NewApiKey = {
      id: randomUUID(),
      name: "test",
      secretHash: randomBytes(32),
      createdAtMs: 1_000,
      entitled: true,
      perMinute: 600,
      perDay: null,
      credits: 10,
      ...changes,
    };
    await opened.keys.create(key);
    return key;
  }

  async function reserved(keyId: string, credits: number): Promise<Reservation> {
    const reservation = await opened.ledger.reserve({ keyId, credits });
    if ("creditsRemaining" in reservation) throw new Error("not reserved");
    return reservation;
  }

  const claimOf = (keyId: string, idempotencyKey: string, nowMs = 4_000) =>
    opened.ledger.claim({ keyId, idempotencyKey, fingerprint: Buffer.from("same"), nowMs });
  async function claimed(keyId: string, idempotencyKey: string, nowMs?: number): Promise<Claim> {
    const found = await claimOf(keyId, idempotencyKey, nowMs);
    if (found.kind !== "claimed") throw new Error(`not claimed but ${found.kind}`);
    return found.claim;
  }
  const details = (idempotent?: IdempotentAnswer) => ({ atMs: 5_000, endpoint: "e", requestId: "r", idempotent });
  const answer = (claim: Claim, expiresAtMs = 10_000): IdempotentAnswer => ({
    claim,
    response: { headers: { "X-A": "1" }, body: { bytes: Buffer.from("本文") } },
    expiresAtMs,
  });
  const creditsOf = async (id: string) => (await opened.keys.find(id))?.credits;

  describe(name, () => {
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    describe("keys", () => {
      test("are found by the hash of their secret alone, also after a restart", async () => {
        const key = await newKey({ perDay: 7, entitled: false });
        const hash = Buffer.from(key.secretHash);
        const found = await opened.keys.findByHash(hash);
        expect(found).toMatchObject({ id: key.id, perDay: 7, entitled: false, revokedAtMs: null, charged: 0 });
        expect(await opened.keys.findByHash(Buffer.alloc(32))).toBeUndefined();
        opened = await opened.reopen();
        expect(await opened.keys.findByHash(hash)).toEqual(found);
        expect((await opened.keys.list()).map(({ id }) => id)).toEqual([key.id]);
      });

      test("are revoked at once, and the first time stays", async () => {
        const key = await newKey();
        await opened.keys.findByHash(Buffer.from(key.secretHash));
        expect(await opened.keys.revoke(key.id, 2_000)).toBe(true);
        expect(await opened.keys.revoke(key.id, 3_000)).toBe(true);
        expect((await opened.keys.findByHash(Buffer.from(key.secretHash)))?.revokedAtMs).toBe(2_000);
        expect(await opened.keys.revoke("none", 1)).toBe(false);
      });

      test("without a cap have no credits to count", async () => {
        const key = await newKey({ credits: null });
        expect((await opened.keys.find(key.id))?.credits).toBeNull();
        expect(await opened.ledger.settle(await reserved(key.id, 8), details())).toBeNull();
        expect((await opened.keys.find(key.id))?.charged).toBe(8);
        expect(await opened.ledger.grant(key.id, 1, 1)).toBe("unlimited_key");
      });
    });

    describe("the ledger", () => {
      test("reserves credits, and returns what is left where they are too few", async () => {
        const { id } = await newKey();
        const first = await reserved(id, 6);
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 4, reserved: 6 });
        expect(await opened.ledger.reserve({ keyId: id, credits: 5 })).toEqual({ creditsRemaining: 4 });
        await opened.ledger.release(first);
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 10, reserved: 0 });
      });

      test("never goes below zero, for any number of requests at once", async () => {
        const { id } = await newKey();
        const asked = await Promise.all(
          Array.from({ length: 40 }, () => opened.ledger.reserve({ keyId: id, credits: 1 })),
        );
        const held = asked.flatMap((each) => ("creditsRemaining" in each ? [] : [each]));
        expect(held).toHaveLength(10);
        await Promise.all(held.map((each) => opened.ledger.settle(each, details())));
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 0, reserved: 0 });
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });

      test("settles a reservation once", async () => {
        const { id } = await newKey();
        const reservation = await reserved(id, 4);
        expect(await opened.ledger.settle(reservation, details())).toEqual({ granted: 10, balance: 6, reserved: 0 });
        await expect(opened.ledger.settle(reservation, details())).rejects.toThrow();
        await opened.ledger.release(reservation);
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 6, reserved: 0 });
      });

      test("keeps charges over a restart, and no reservation", async () => {
        const { id } = await newKey();
        await opened.ledger.settle(await reserved(id, 3), details());
        await reserved(id, 5);
        opened = await opened.reopen();
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 7, reserved: 0 });
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });

      test("keeps an answer with its charge, for the key that paid and until it expires", async () => {
        const [mine, other] = [await newKey(), await newKey()];
        await opened.ledger.settle(await reserved(mine.id, 1), details(answer(await claimed(mine.id, "k"))));
        opened = await opened.reopen();
        const found = await claimOf(mine.id, "k", 9_999);
        if (found.kind !== "answered") throw new Error(`not answered but ${found.kind}`);
        expect(Buffer.from(found.fingerprint).toString()).toBe("same");
        expect(found.response.headers).toEqual({ "X-A": "1" });
        const { body } = found.response;
        expect(Buffer.from("bytes" in body ? body.bytes : []).toString()).toBe("本文");
        expect((await claimOf(other.id, "k", 9_999)).kind).toBe("claimed");
        expect((await claimOf(mine.id, "k", 10_000)).kind).toBe("claimed");
      });

      test("gives a claim to one of any number of requests, and again once it is dropped", async () => {
        const { id } = await newKey();
        const asked = await Promise.all(Array.from({ length: 20 }, () => claimOf(id, "k")));
        const [held, ...more] = asked.flatMap((each) => (each.kind === "claimed" ? [each.claim] : []));
        expect([held === undefined, more.length]).toEqual([false, 0]);
        const waiting = asked.filter((each) => each.kind === "running");
        expect(waiting.map(({ fingerprint }) => Buffer.from(fingerprint).toString())).toEqual(Array(19).fill("same"));
        if (held !== undefined) await opened.ledger.dropClaim(held);
        expect((await claimOf(id, "k")).kind).toBe("claimed");
      });

      test("charges nothing where the answer can't be kept", async () => {
        const { id } = await newKey();
        const claim = await claimed(id, "k");
        await opened.ledger.settle(await reserved(id, 1), details(answer(claim)));
        const again = await reserved(id, 2);
        await expect(opened.ledger.settle(again, details(answer(claim)))).rejects.toThrow();
        const dropped = await claimed(id, "other");
        await opened.ledger.dropClaim(dropped);
        await expect(opened.ledger.settle(again, details(answer(dropped)))).rejects.toThrow();
        await opened.ledger.release(again);
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 9, reserved: 0 });
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });

      test("takes an expired answer's key again, and drops what has expired", async () => {
        const { id } = await newKey();
        await opened.ledger.settle(await reserved(id, 1), details(answer(await claimed(id, "k"))));
        expect(await opened.ledger.purgeResponses(9_999)).toBe(0);
        expect(await opened.ledger.purgeResponses(10_000)).toBe(1);
        const later = await claimed(id, "k", 10_000);
        await opened.ledger.settle(await reserved(id, 1), { ...details(answer(later, 20_000)), atMs: 10_000 });
        expect((await claimOf(id, "k", 15_000)).kind).toBe("answered");
        await opened.ledger.settle(await reserved(id, 1), details(answer(await claimed(id, "k2"))));
        const unpurged = await claimed(id, "k2", 10_000);
        await opened.ledger.settle(await reserved(id, 1), { ...details(answer(unpurged, 20_000)), atMs: 10_000 });
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });

      test("grants to keys that exist", async () => {
        const { id } = await newKey();
        expect(await opened.ledger.grant(id, 5, 1)).toEqual({ granted: 15, balance: 15, reserved: 0 });
        expect(await opened.ledger.grant("none", 5, 1)).toBe("unknown_key");
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });
    });

    describe("requests", () => {
      const noon = Date.parse("2026-11-20T12:00:00+09:00");
      const count = async (key: NewApiKey, nowMs: number) =>
        (await opened.countedKeys.find(Buffer.from(key.secretHash), nowMs))?.counted;

      test("are counted by minute and Japanese day, also after a restart, up to the limits of their key", async () => {
        const key = await newKey({ perMinute: 3, perDay: 5 });
        const first = await count(key, noon + 1_000);
        expect(first).toEqual({
          verdict: "within",
          minute: { limit: 3, remaining: 2, resetAtMs: noon + 60_000 },
          day: { limit: 5, remaining: 4, resetAtMs: noon + 12 * 3_600_000 },
        });
        await count(key, noon + 1_000);
        await opened.countedKeys.flush();
        opened = await opened.reopen();
        expect((await count(key, noon + 2_000))?.minute.remaining).toBe(0);
        // Refused by the rate, a request counts for neither.
        expect(await count(key, noon + 3_000)).toMatchObject({ verdict: "over_rate", day: { remaining: 2 } });
        expect(await count(key, noon + 60_000)).toMatchObject({ verdict: "within", day: { remaining: 1 } });
        expect(await count(key, noon + 60_000)).toMatchObject({ verdict: "within", day: { remaining: 0 } });
        expect(await count(key, noon + 120_000)).toMatchObject({ verdict: "over_day", minute: { remaining: 2 } });
        expect(await count(key, noon + 12 * 3_600_000)).toMatchObject({ verdict: "within", day: { remaining: 4 } });
      });

      test("of a key without a daily cap have none", async () => {
        const key = await newKey({ perMinute: 2 });
        expect((await count(key, noon))?.day).toBeUndefined();
      });

      test("of any number at once never pass the limit", async () => {
        const key = await newKey({ perMinute: 7 });
        const counted = await Promise.all(Array.from({ length: 30 }, () => count(key, noon)));
        expect(counted.filter((each) => each?.verdict === "within")).toHaveLength(7);
        expect(counted.filter((each) => each?.verdict === "over_rate")).toHaveLength(23);
      });

      test("find their key as it is now, and no key that is revoked or unknown", async () => {
        const key = await newKey({ credits: 10 });
        const hash = Buffer.from(key.secretHash);
        const found = await opened.countedKeys.find(hash, noon);
        expect(found?.key).toEqual(await opened.keys.find(key.id));
        await reserved(key.id, 4);
        expect((await opened.countedKeys.find(hash, noon))?.key.credits?.balance).toBe(6);
        await opened.keys.revoke(key.id, noon);
        expect(await opened.countedKeys.find(hash, noon)).toBeUndefined();
        expect(await opened.countedKeys.find(Buffer.alloc(32), noon)).toBeUndefined();
      });
    });

    describe("standing phrases", () => {
      const bounds = { standing: 4, newADay: 3 };
      const day = "2026-11-20";
      const make = (keyId: string, folded: string, on = day) =>
        opened.standing.add(
          { phraseId: `${keyId}-${folded}`, keyId, phrase: folded, folded, createdAtMs: 1 },
          on,
          bounds,
        );
      const publish = (documentId: string, text: string) =>
        opened.publisher.publishDocument(
          makePublication({ documentId, fiscalPeriod: documentId, sections: [makeSection("s-1", text)] }),
        );

      test("are made within their bounds by any number of requests, and once each", async () => {
        const [mine, other] = [await newKey(), await newKey()];
        const all = await Promise.all(Array.from({ length: 12 }, (_, at) => make(mine.id, `語句${at % 6}`)));
        expect(all.filter((each) => "reached" in each)).toHaveLength(6);
        expect(await opened.standing.list(mine.id, day)).toMatchObject({ made: 3, phrases: [{}, {}, {}] });
        const [first] = (await opened.standing.list(mine.id, day)).phrases;
        await opened.standing.end(other.id, first?.phraseId ?? "");
        await opened.standing.end(mine.id, first?.phraseId ?? "");
        expect(await make(mine.id, "別の")).toEqual({ reached: "newADay" });
        opened = await opened.reopen();
        for (const each of ["一つ", "二つ"]) expect(await make(mine.id, each, "2026-11-21")).toHaveProperty("phrase");
        expect(await make(mine.id, "三つ", "2026-11-21")).toEqual({ reached: "standing" });
        expect(await make(other.id, "別の")).toHaveProperty("phrase");
      });

      test("match what is published in the same transaction, once, over restarts", async () => {
        const key = await newKey();
        await make(key.id, "減損");
        await make(key.id, "配当");
        for (const id of ["A", "B"]) await publish(id, "減損、減損と配当");
        opened = await opened.reopen();
        await publish("B", "減損、減損と配当。");
        await publish("C", "何もない");
        const first = await opened.standing.matches(key.id, 0, undefined, 3);
        const rest = await opened.standing.matches(key.id, 0, first.next, 3);
        const all = [...first.records, ...rest.records].map(({ phraseId, documentId, sections }) => [
          ...[documentId, phraseId.slice(-2), sections],
        ]);
        expect(all.sort()).toEqual([
          ["A", "減損", [["s-1", 2]]],
          ["A", "配当", [["s-1", 1]]],
          ["B", "減損", [["s-1", 2]]],
          ["B", "配当", [["s-1", 1]]],
        ]);
        expect([first.records.length, rest.next]).toEqual([3, undefined]);
        await opened.standing.end(key.id, `${key.id}-減損`);
        expect((await opened.standing.matches(key.id, 0, undefined, 9)).records).toHaveLength(2);
        await opened.standing.purge(day, Date.now() + 60_000);
        expect((await opened.standing.matches(key.id, 0, undefined, 9)).records).toEqual([]);
      });
    });

    describe("quotes that were not found", () => {
      const bounds = { perDocument: 3, perKey: 5 };
      const check = (keyId: string, documentId = "D1", day = "2026-11-20") => ({ keyId, documentId, day });

      test("are counted by key, document and day up to their bounds, also after a restart", async () => {
        const [mine, other] = [await newKey(), await newKey()];
        const count = (changes: Parameters<typeof check>) => opened.quoteChecks.count(check(...changes), bounds);
        expect(await count([mine.id])).toEqual({ ofDocument: 1, ofKey: 1 });
        await count([mine.id]);
        opened = await opened.reopen();
        expect(await count([mine.id])).toEqual({ ofDocument: 3, ofKey: 3 });
        expect(await count([mine.id])).toEqual({ reached: "perDocument" });
        expect(await count([other.id])).toEqual({ ofDocument: 1, ofKey: 1 });
        expect(await count([mine.id, "D1", "2026-11-21"])).toEqual({ ofDocument: 1, ofKey: 1 });
        await count([mine.id, "D2"]);
        expect(await count([mine.id, "D3"])).toEqual({ ofDocument: 1, ofKey: 5 });
        expect(await count([mine.id, "D4"])).toEqual({ reached: "perKey" });
      });

      test("are never more than their bound, for any number of requests at once", async () => {
        const { id } = await newKey();
        const counted = await Promise.all(
          Array.from({ length: 40 }, () => opened.quoteChecks.count(check(id), bounds)),
        );
        expect(counted.filter((each) => "ofKey" in each)).toHaveLength(3);
      });

      test("are taken back one by one", async () => {
        const { id } = await newKey();
        await opened.quoteChecks.count(check(id), bounds);
        await opened.quoteChecks.count(check(id), bounds);
        await opened.quoteChecks.takeBack(check(id));
        expect(await opened.quoteChecks.count(check(id), bounds)).toEqual({ ofDocument: 2, ofKey: 2 });
        await opened.quoteChecks.takeBack(check(id));
        await opened.quoteChecks.takeBack(check(id));
        await opened.quoteChecks.takeBack(check(id));
        expect(await opened.quoteChecks.count(check(id), bounds)).toEqual({ ofDocument: 1, ofKey: 1 });
      });

      test("are dropped with their day", async () => {
        const { id } = await newKey();
        for (const day of ["2026-11-19", "2026-11-20"]) await opened.quoteChecks.count(check(id, "D1", day), bounds);
        expect(await opened.quoteChecks.purge("2026-11-20")).toBe(1);
        expect(await opened.quoteChecks.count(check(id), bounds)).toEqual({ ofDocument: 2, ofKey: 2 });
      });

      test("the texts that a key was charged for are known, each once, and no others", async () => {
        const [mine, other] = [await newKey(), await newKey()];
        const texts = (...bytes: number[]) => ({
          documentId: "D1",
          hashes: bytes.map((byte) => new Uint8Array(8).fill(byte)),
        });
        await opened.ledger.settle(await reserved(mine.id, 1), { ...details(), texts: texts(1, 2) });
        await opened.ledger.settle(await reserved(mine.id, 1), { ...details(), texts: texts(2, 3) });
        await opened.ledger.release(await reserved(mine.id, 1));
        opened = await opened.reopen();
        const known = await opened.quoteChecks.deliveredTo(mine.id, "D1");
        expect(known.map((hash) => [hash.byteLength, hash[0]])).toEqual([
          [8, 1],
          [8, 2],
          [8, 3],
        ]);
        expect(await opened.quoteChecks.deliveredTo(mine.id, "D2")).toEqual([]);
        expect(await opened.quoteChecks.deliveredTo(other.id, "D1")).toEqual([]);
      });
    });

    describe("the catalog", () => {
      const at = (minute: number) => Date.parse("2026-11-20T12:00:00+09:00") + minute * 60_000;

      test("lists by time and then by id, each document once, whatever arrives between the pages", async () => {
        const publish = (documentId: string, minute: number) =>
          opened.publisher.publishDocument(makePublication({ documentId, timelineAtMs: at(minute) }));
        for (const [id, minute] of [
          ["B", 1],
          ["A", 1],
          ["C", 0],
          ["D", 2],
        ] as const)
          await publish(id, minute);
        const first = await opened.catalog.listDocuments({}, undefined, 2);
        expect(first.records.map((each) => String(each.document_id))).toEqual(["D", "B"]);
        await publish("E", 3);
        const second = await opened.catalog.listDocuments({}, first.next, 2);
        expect(second.records.map((each) => String(each.document_id))).toEqual(["A", "C"]);
        expect(second.next).toBeUndefined();
      });
    });

    describe("records of ingestion", () => {
      const record = (key: string, changes: Partial<IngestRecord> = {}) =>
        makeRecord(key, {
          ...{ fingerprint: "f", day: "2026-06-20", submittedAtMs: 5, detail: "{}", dueAtMs: 10, atMs: 1 },
          ...changes,
        });
      const keysDue = async (nowMs: number, limit = 10) =>
        (await opened.ingestRecords.due(nowMs, limit)).map(({ key }) => key);

      test("are found as they were put last, also after a restart", async () => {
        const { ingestRecords } = opened;
        await ingestRecords.put([record("A"), record("B", { state: "set_aside", reason: "r", message: "本文" })]);
        await ingestRecords.put([record("A", { state: "done", detail: null, dueAtMs: null, day: null })]);
        opened = await opened.reopen();
        expect(await opened.ingestRecords.find("A")).toEqual(
          record("A", { state: "done", detail: null, dueAtMs: null, day: null }),
        );
        expect(await opened.ingestRecords.find("C")).toBeUndefined();
        expect([...(await opened.ingestRecords.findAll(["A", "B", "C"])).keys()].sort()).toEqual(["A", "B"]);
        expect((await opened.ingestRecords.inState("set_aside", "", 10)).map(({ key }) => key)).toEqual(["B"]);
        expect(await opened.ingestRecords.inState("set_aside", "B", 10)).toEqual([]);
      });

      test("are put all or none", async () => {
        const wrong = record("B", { attempts: Number.NaN });
        await expect(opened.ingestRecords.put([record("A"), wrong])).rejects.toThrow();
        expect(await opened.ingestRecords.find("A")).toBeUndefined();
      });

      test("are due in the order in which they are dealt with: companies, lists, documents, the newest day first", async () => {
        await opened.ingestRecords.put([
          record("old", { day: "2026-06-19" }),
          record("late", { submittedAtMs: 7 }),
          record("early"),
          record("by hand", { day: null }),
          record("later", { dueAtMs: 11 }),
          record("never", { dueAtMs: null }),
          record("list:2026-06-19", { kind: "list", day: "2026-06-19" }),
          record("list:2026-06-20", { kind: "list" }),
          record("codes", { kind: "codes", day: null }),
          record("edinet", { kind: "source", day: null }),
          record("without its row", { detail: null }),
        ]);
        const order = ["codes", "list:2026-06-20", "list:2026-06-19", "early", "late", "old", "by hand"];
        expect(await keysDue(10)).toEqual(order);
        expect(await keysDue(10, 2)).toEqual(order.slice(0, 2));
        expect(await keysDue(9)).toEqual([]);
        expect(await opened.ingestRecords.nextDueAtMs()).toBe(10);
      });

      test("of what was set aside are due when they are asked for, and no other", async () => {
        const { ingestRecords } = opened;
        const aside = { state: "set_aside", attempts: 3, dueAtMs: null } as const;
        await ingestRecords.put([
          record("A", aside),
          record("list:2026-06-20", { ...aside, kind: "list" }),
          record("package:x.zip", { ...aside, kind: "file" }),
          record("without its row", { ...aside, detail: null }),
          record("done", { state: "done", dueAtMs: null }),
        ]);
        for (const key of ["A", "list:2026-06-20"]) expect(await ingestRecords.tryAgain(key, 99)).toBe(true);
        for (const key of ["package:x.zip", "without its row", "done", "nowhere"]) {
          expect([key, await ingestRecords.tryAgain(key, 99)]).toEqual([key, false]);
        }
        expect(await ingestRecords.find("A")).toMatchObject({ state: "set_aside", attempts: 0, dueAtMs: 99 });
        expect(await keysDue(99)).toEqual(["list:2026-06-20", "A"]);
      });

      test("tell the lists that were read, the days that are not in yet, and how many documents are", async () => {
        const { ingestRecords } = opened;
        expect(await ingestRecords.nextDueAtMs()).toBeUndefined();
        await ingestRecords.put([
          record("list:2026-06-20", { kind: "list" }),
          record("list:2026-06-19", { kind: "list", day: "2026-06-19" }),
          record("A", { submittedAtMs: 9 }),
          record("B", { state: "under_way" }),
          record("C", { day: "2026-06-18", submittedAtMs: null }),
          record("D", { state: "done", day: "2026-06-17" }),
          record("E", { state: "set_aside" }),
        ]);
        expect((await ingestRecords.lists()).map(({ day }) => day)).toEqual(["2026-06-19", "2026-06-20"]);
        expect(await ingestRecords.unfinishedDays()).toEqual([
          { day: "2026-06-18", documents: 1, firstSubmittedAtMs: null },
          { day: "2026-06-20", documents: 2, firstSubmittedAtMs: 5 },
        ]);
        expect(await ingestRecords.documentTotals()).toEqual([
          { state: "done", documents: 1, due: 1, newestSubmittedAtMs: 5 },
          { state: "set_aside", documents: 1, due: 1, newestSubmittedAtMs: 5 },
          { state: "under_way", documents: 1, due: 1, newestSubmittedAtMs: 5 },
          { state: "waiting", documents: 2, due: 2, newestSubmittedAtMs: 9 },
        ]);
      });
    });

    describeOperator(() => opened);
    describePublishing(
      () => opened,
      async () => {
        opened = await opened.reopen();
      },
    );
  });
}
