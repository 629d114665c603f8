import { app } from "../running-app.ts";
import { listKeysOfOwner } from "../store/owners.ts";
import { findRecoveryCode } from "../store/recovery.ts";
import { listSessions } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { fetchLimits } from "../upstream/ask-limits.ts";
import { orProblem } from "../upstream/problem-error.ts";
import { browserNameOf } from "./browser-name.ts";
import type { Owner } from "./owner.ts";
import { sealPurposes, unseal } from "./sealing.ts";
import type { SecretVersion } from "./secrets.ts";
import { publicSessionId, sessionBounds } from "./sessions.ts";

/** Data of the account page: the owner's keys, sessions and recovery code from the store, the limits from the service. */
export async function accountFacts(owner: Owner, nowMs: number) {
  return {
    recoveryCode: await recoveryCodeOf(app().store, owner.ownerId, app().secrets),
    keys: await listKeysOfOwner(app().store, owner.ownerId),
    sessions: (await listSessions(app().store, sessionBounds(nowMs), owner.ownerId)).map((row) => ({
      id: publicSessionId(row.session_hash),
      browser: browserNameOf(row.browser),
      begunAtMs: row.created_at,
      usedAtMs: row.seen_at,
      current: row.session_hash === owner.sessionHash,
    })),
    limits: await orProblem(fetchLimits(owner.upstream, nowMs)),
  };
}

/** Present only until the owner has confirmed having noted it. */
export async function recoveryCodeOf(
  store: Store,
  ownerId: string,
  versions: readonly SecretVersion[],
): Promise<string | undefined> {
  const sealed = await findRecoveryCode(store, ownerId);
  if (sealed === undefined) return undefined;
  return unseal(sealed, { owner: ownerId, purpose: sealPurposes.recoveryCode }, versions);
}
