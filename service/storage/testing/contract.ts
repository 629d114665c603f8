import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePublication } from "../../domain/publishing/testing/make-publication.ts";
import type { IdempotencyRecord, NewApiKey, Reservation } from "../ports.ts";
import type { Opened } from "./opened.ts";
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

  const details = (idempotent?: IdempotencyRecord) => ({ atMs: 5_000, endpoint: "e", requestId: "r", idempotent });
  const answer = (idempotencyKey: string, changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
    idempotencyKey,
    fingerprint: Buffer.from("same"),
    response: { headers: { "X-A": "1" }, body: { bytes: Buffer.from("本文") } },
    expiresAtMs: 10_000,
    ...changes,
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
        await opened.ledger.settle(await reserved(mine.id, 1), details(answer("k")));
        opened = await opened.reopen();
        const found = await opened.ledger.findResponse(mine.id, "k", 9_999);
        expect(Buffer.from(found?.fingerprint ?? []).toString()).toBe("same");
        expect(found?.response.headers).toEqual({ "X-A": "1" });
        const body = found?.response.body;
        expect(Buffer.from(body !== undefined && "bytes" in body ? body.bytes : []).toString()).toBe("本文");
        expect(await opened.ledger.findResponse(other.id, "k", 9_999)).toBeUndefined();
        expect(await opened.ledger.findResponse(mine.id, "k", 10_000)).toBeUndefined();
      });

      test("charges nothing where the answer can't be kept", async () => {
        const { id } = await newKey();
        await opened.ledger.settle(await reserved(id, 1), details(answer("k")));
        const again = await reserved(id, 2);
        await expect(opened.ledger.settle(again, details(answer("k")))).rejects.toThrow();
        await opened.ledger.release(again);
        expect(await creditsOf(id)).toEqual({ granted: 10, balance: 9, reserved: 0 });
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });

      test("takes an expired answer's key again, and drops what has expired", async () => {
        const { id } = await newKey();
        await opened.ledger.settle(await reserved(id, 1), details(answer("k")));
        expect(await opened.ledger.purgeResponses(9_999)).toBe(0);
        expect(await opened.ledger.purgeResponses(10_000)).toBe(1);
        await opened.ledger.settle(await reserved(id, 1), details(answer("k", { expiresAtMs: 20_000 })));
        expect(await opened.ledger.findResponse(id, "k", 15_000)).toBeDefined();
      });

      test("grants to keys that exist", async () => {
        const { id } = await newKey();
        expect(await opened.ledger.grant(id, 5, 1)).toEqual({ granted: 15, balance: 15, reserved: 0 });
        expect(await opened.ledger.grant("none", 5, 1)).toBe("unknown_key");
        expect((await opened.ledger.verify()).drifts).toEqual([]);
      });
    });

    test("counters of requests are the last that were saved, also after a restart", async () => {
      const { id } = await newKey();
      expect(await opened.limits.load(id)).toBeUndefined();
      const counters = { keyId: id, minute: 5, minuteCount: 6, day: "2026-11-20", dayCount: 7 };
      await opened.limits.save([{ ...counters, dayCount: 1 }]);
      await opened.limits.save([counters]);
      opened = await opened.reopen();
      expect(await opened.limits.load(id)).toEqual(counters);
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

    describePublishing(
      () => opened,
      async () => {
        opened = await opened.reopen();
      },
    );
  });
}
