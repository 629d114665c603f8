import type { Store } from "./database.ts";

/** A recovery code can be read, sealed, until its owner has noted it; its hash stays. */

export async function storeRecoveryCode(store: Store, ownerId: string, sealed: string): Promise<void> {
  await store.prepare("update owners set sealed_recovery_code = ? where owner_id = ?").run(sealed, ownerId);
}

export async function findRecoveryCode(store: Store, ownerId: string): Promise<string | undefined> {
  const row = await store
    .prepare<[string], { sealed: string | null }>(
      "select sealed_recovery_code as sealed from owners where owner_id = ?",
    )
    .get(ownerId);
  return row?.sealed ?? undefined;
}

/** From when the code is offered: once something was bought, until it was noted or declined. */
export async function findRecoveryOffer(store: Store, ownerId: string): Promise<number | undefined> {
  const row = await store
    .prepare<[string], { at: number }>(
      `select recovery_offer_at as at from owners
       where owner_id = ? and sealed_recovery_code is not null and recovery_offer_at is not null
         and exists (select 1 from artifacts where artifacts.owner_id = owners.owner_id)`,
    )
    .get(ownerId);
  return row?.at;
}

export const recoveryAnswers = ["noted", "later", "declined"] as const;
export type RecoveryAnswer = (typeof recoveryAnswers)[number];

export const recoveryOfferEveryMs = 7 * 24 * 3_600_000;

/** A code that was noted can't be shown again; one that was declined is no longer offered. */
export async function answerRecoveryOffer(
  store: Store,
  ownerId: string,
  answer: RecoveryAnswer,
  nowMs: number,
): Promise<void> {
  if (answer === "noted") {
    await store.prepare("update owners set sealed_recovery_code = null where owner_id = ?").run(ownerId);
    return;
  }
  // An offer that was declined in another browser stays so.
  await store
    .prepare("update owners set recovery_offer_at = ? where owner_id = ? and recovery_offer_at is not null")
    .run(answer === "later" ? nowMs + recoveryOfferEveryMs : null, ownerId);
}
