import { expect, test } from "vitest";
import { findFirstRead, saveFirstRead } from "./first-read.ts";
import { createOwner } from "./owners.ts";
import { openTestStore } from "./testing/test-store.ts";

async function storeWith(ownerId: string) {
  const store = openTestStore();
  await createOwner(store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
  return { store, ownerId };
}

test("a new owner has no guide until it is asked for, and the furthest step is kept", async () => {
  const { store, ownerId } = await storeWith("ann");
  expect(await findFirstRead(store, ownerId)).toEqual({ step: 1, left: true });
  await saveFirstRead(store, ownerId, { step: 1, left: false }, 0);
  await saveFirstRead(store, ownerId, { step: 3, left: false }, 1);
  await saveFirstRead(store, ownerId, { step: 2, left: false }, 2);
  expect(await findFirstRead(store, ownerId)).toEqual({ step: 3, left: false });
  expect(await findFirstRead(store, "bob")).toEqual({ step: 1, left: true });
});

test("a guide that was left stays left until it is begun again, from the first step", async () => {
  const { store, ownerId } = await storeWith("ann");
  await saveFirstRead(store, ownerId, { step: 3, left: true }, 1);
  expect(await findFirstRead(store, ownerId)).toEqual({ step: 3, left: true });
  await saveFirstRead(store, ownerId, { step: 4, left: false }, 2);
  expect(await findFirstRead(store, ownerId), "progress that arrives late").toEqual({ step: 4, left: true });
  await saveFirstRead(store, ownerId, { step: 1, left: false }, 3);
  expect(await findFirstRead(store, ownerId)).toEqual({ step: 1, left: false });
});
