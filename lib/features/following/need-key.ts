import { RouteProblem } from "../../owners/answers.ts";
import type { Owner } from "../../owners/owner.ts";
import type { KeySafe } from "../../owners/sealing.ts";
import { keepKeyOf, keepsKey } from "./kept-key.ts";

/** Called in the transaction that adds what needs the key. */
export async function needKey(safe: KeySafe, owner: Owner, consent: boolean, nowMs: number): Promise<void> {
  if (await keepsKey(safe.store, owner)) return;
  if (!consent) {
    throw new RouteProblem({
      status: 409,
      code: "consent_required",
      detail: "The service key would be kept, encrypted, beyond this session. Say that it may be.",
    });
  }
  await keepKeyOf(safe, owner, nowMs);
}
