import { expect, test } from "vitest";
import type { Store } from "./database.ts";
import { createOwner } from "./owners.ts";
import {
  answerRecoveryOffer,
  findRecoveryCode,
  findRecoveryOffer,
  recoveryOfferEveryMs,
  storeRecoveryCode,
} from "./recovery.ts";
import { openTestStore } from "./testing/test-store.ts";

async function ownersWithCodes(): Promise<Store> {
  const store = openTestStore();
  for (const id of ["ann", "ben"]) {
    await createOwner(store, { owner_id: id, created_at: 0, recovery_hash: `hash of ${id}` });
    await storeRecoveryCode(store, id, `sealed for ${id}`);
  }
  return store;
}

async function buy(store: Store, ownerId: string): Promise<void> {
  await store
    .prepare(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
         credits_max, created_at, opened_at) values (?, ?, 'u', 'pages', '{}', 0, 'k', 'i', 'stored', 1, 1, 1, 1)`,
    )
    .run(`int ${ownerId}`, ownerId);
  await store
    .prepare(
      `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, sha256, byte_size, media_type,
         stored_at) values (?, ?, ?, 'u', 'pages', '{}', 0, 'x', 1, 'application/json', 1)`,
    )
    .run(`art ${ownerId}`, `int ${ownerId}`, ownerId);
}

test("a recovery code is offered once its owner has bought something, and to nobody else", async () => {
  const store = await ownersWithCodes();
  expect(await findRecoveryOffer(store, "ann")).toBeUndefined();
  await buy(store, "ann");
  expect(await findRecoveryOffer(store, "ann")).toBe(0);
  expect(await findRecoveryOffer(store, "ben")).toBeUndefined();
  await store.close();
});

test("an offer that was put off comes again after a week; one that was declined does not, and the code stays", async () => {
  const store = await ownersWithCodes();
  await buy(store, "ann");
  await answerRecoveryOffer(store, "ann", "later", 5);
  expect(await findRecoveryOffer(store, "ann")).toBe(5 + recoveryOfferEveryMs);
  await answerRecoveryOffer(store, "ann", "declined", 6);
  await answerRecoveryOffer(store, "ann", "later", 7);
  expect(await findRecoveryOffer(store, "ann")).toBeUndefined();
  expect(await findRecoveryCode(store, "ann")).toBe("sealed for ann");
  await store.close();
});

test("a code that was noted is neither offered nor shown again, and another owner's stays", async () => {
  const store = await ownersWithCodes();
  for (const id of ["ann", "ben"]) await buy(store, id);
  await answerRecoveryOffer(store, "ann", "noted", 5);
  expect(await findRecoveryOffer(store, "ann")).toBeUndefined();
  expect(await findRecoveryCode(store, "ann")).toBeUndefined();
  expect(await findRecoveryOffer(store, "ben")).toBe(0);
  expect(await findRecoveryCode(store, "ben")).toBe("sealed for ben");
  await store.close();
});
