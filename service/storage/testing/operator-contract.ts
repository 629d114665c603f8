import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewApiKey, OperatorChange } from "../ports.ts";
import { makeRecord } from "./make-record.ts";
import type { Opened } from "./opened.ts";

export function describeOperator(opened: () => Opened): void {
  const change = (changes: Partial<OperatorChange> = {}): OperatorChange => ({
    ...{ id: randomUUID(), atMs: 7_000, operatorKeyId: "op_1", action: "key_made", subject: "s", detail: "d" },
    address: "192.0.2.7",
    ...changes,
  });
  const newKey = (id: string, credits: number | null = 10): NewApiKey => ({
    ...{ id, name: "made", secretHash: randomBytes(32), createdAtMs: 7_000, entitled: true },
    ...{ perMinute: 600, perDay: null, credits },
  });
  const log = () => opened().operator.changes(100);
  const keyIds = async () => (await opened().keys.list()).map(({ id }) => id);

  describe("operators", () => {
    test("have keys that are found among no others, and stay revoked after a restart", async () => {
      const { operator, keys } = opened();
      const secretHash = randomBytes(32);
      const made = { id: "op_1", name: "desk", secretHash, createdAtMs: 1 };
      expect(await operator.createOperatorKey(made, change())).toBe("done");
      expect(await keys.findByHash(secretHash)).toBeUndefined();
      expect(await keys.list()).toEqual([]);
      expect(await operator.revokeOperatorKey("op_1", change({ atMs: 9 }))).toBe("done");
      expect(await operator.revokeOperatorKey("op_1", change({ atMs: 10 }))).toBe("unknown");
      const [key] = await operator.keys();
      expect(key).toMatchObject({ id: "op_1", name: "desk", createdAtMs: 1, revokedAtMs: 9 });
      expect(Buffer.from(key?.secretHash ?? "")).toEqual(secretHash);
    });

    test("change each thing once under an id, and each change is logged, the newest first", async () => {
      const { operator, keys, ledger } = opened();
      const first = change({ subject: "key_a" });
      expect(await operator.createKey(newKey("key_a"), first)).toBe("done");
      expect(await operator.createKey(newKey("key_b"), first)).toBe("repeated");
      const second = change({ action: "credits_granted", detail: "5", operatorKeyId: null });
      expect(await operator.grant("key_a", 5, second)).toBe("done");
      expect(await operator.grant("key_a", 5, second)).toBe("repeated");
      expect(await operator.revokeKey("key_a", first)).toBe("repeated");
      expect(await keyIds()).toEqual(["key_a"]);
      expect(await keys.find("key_a")).toMatchObject({ credits: { granted: 15, balance: 15 }, revokedAtMs: null });
      expect(await log()).toEqual([second, first]);
      expect((await ledger.verify()).drifts).toEqual([]);
    });

    test("asked for the same twice at once, it happens once", async () => {
      const { operator } = opened();
      await operator.createKey(newKey("key_a"), change());
      const same = change({ action: "credits_granted" });
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => operator.grant("key_a", 1, same)));
      expect(outcomes.sort()).toEqual(["done", "repeated", "repeated", "repeated", "repeated"]);
      expect((await opened().keys.find("key_a"))?.credits?.granted).toBe(11);
    });

    test("what is not changed is not logged, and what can't be logged is not changed", async () => {
      const { operator } = opened();
      await operator.createKey(newKey("key_a", null), change());
      expect(await operator.grant("key_a", 1, change())).toBe("unknown");
      expect(await operator.grant("none", 1, change())).toBe("unknown");
      expect(await operator.revokeKey("none", change())).toBe("unknown");
      expect(await operator.tryAgain("none", change())).toBe("unknown");
      await expect(operator.createKey(newKey("key_a"), change())).rejects.toThrow(/unique/i);
      expect(await log()).toHaveLength(1);
      await expect(operator.createKey(newKey("key_b"), change({ atMs: Number.NaN }))).rejects.toThrow();
      expect(await keyIds()).toEqual(["key_a"]);
    });

    test("a key that they revoke is refused with the next request", async () => {
      const { operator, countedKeys } = opened();
      const key = newKey("key_a");
      await operator.createKey(key, change());
      const found = async () => (await countedKeys.find(Buffer.from(key.secretHash), 8_000))?.key.id;
      expect(await found()).toBe("key_a");
      expect(await operator.revokeKey("key_a", change({ atMs: 9_000 }))).toBe("done");
      expect(await found()).toBeUndefined();
    });

    test("try again what was set aside, and nothing that was taken up meanwhile", async () => {
      const { operator, ingestRecords } = opened();
      await ingestRecords.put([
        makeRecord("S1", { state: "set_aside", attempts: 3, dueAtMs: null }),
        makeRecord("S2", { state: "done" }),
      ]);
      expect(await operator.tryAgain("S1", change({ atMs: 77 }))).toBe("done");
      expect(await ingestRecords.find("S1")).toMatchObject({ state: "set_aside", attempts: 0, dueAtMs: 77 });
      expect(await operator.tryAgain("S2", change())).toBe("unknown");
    });

    test("see what each key was charged on each Japanese day, and its requests of today", async () => {
      const { operator, ledger, countedKeys } = opened();
      const key = newKey("key_a", 100);
      await operator.createKey(key, change());
      const charge = async (credits: number, time: string) => {
        const reservation = await ledger.reserve({ keyId: "key_a", credits });
        if ("creditsRemaining" in reservation) throw new Error("not reserved");
        await ledger.settle(reservation, {
          ...{ atMs: Date.parse(time), endpoint: "e", requestId: "r", idempotent: undefined },
        });
      };
      await charge(4, "2026-06-18T23:59:59+09:00");
      await charge(1, "2026-06-19T00:00:00+09:00");
      await charge(2, "2026-06-19T23:59:59+09:00");
      await charge(3, "2026-06-20T00:00:00+09:00");
      expect(await operator.usage("2026-06-19")).toEqual([
        { keyId: "key_a", day: "2026-06-19", credits: 3, charges: 2 },
        { keyId: "key_a", day: "2026-06-20", credits: 3, charges: 1 },
      ]);
      await (await countedKeys.find(Buffer.from(key.secretHash), Date.parse("2026-06-20T10:00:00+09:00")))?.counted;
      await countedKeys.flush();
      expect(await operator.requests("2026-06-20")).toEqual(new Map([["key_a", 1]]));
      expect(await operator.requests("2026-06-21")).toEqual(new Map());
    });
  });
}
