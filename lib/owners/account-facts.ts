import { jstDate, jstDateTime } from "../contract/dates.ts";
import { app } from "../running-app.ts";
import type { Limit } from "../kit/retry/limits.ts";
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
import { absoluteMs, publicSessionId, sessionBounds } from "./sessions.ts";

/** Data of the account page: the owner's keys, sessions and recovery code from the store, the limits from the service. */
export async function accountFacts(owner: Owner, nowMs: number) {
  const limits = await orProblem(fetchLimits(owner.upstream, nowMs));
  return {
    recoveryCode: await recoveryCodeOf(app().store, owner.ownerId, app().secrets),
    keys: (await listKeysOfOwner(app().store, owner.ownerId)).map((key) => ({
      fingerprint: key.fingerprint,
      linkedOn: jstDate(key.linked_at),
      current: key.key_id === owner.upstream.keyId,
    })),
    sessions: (await listSessions(app().store, sessionBounds(nowMs), owner.ownerId)).map((row) => ({
      id: publicSessionId(row.session_hash),
      browser: browserNameOf(row.browser),
      begunAt: minuteOf(row.created_at),
      usedAt: minuteOf(row.seen_at),
      current: row.session_hash === owner.sessionHash,
    })),
    /** The last day on which this session can be open. */
    endsOn: jstDate(owner.createdAtMs + absoluteMs),
    limits: "problem" in limits ? limits : { value: listed(limits.value ?? {}) },
  };
}

function minuteOf(ms: number): string {
  return jstDateTime(ms).slice(0, 16).replace("T", " ");
}

const limitNames = ["rate", "catalog", "compute"] as const;

/** Those that the service has told. */
function listed(limits: Readonly<Partial<Record<(typeof limitNames)[number], Limit | null>>>) {
  return limitNames.flatMap((name) => {
    const limit = limits[name];
    return limit === null || limit === undefined ? [] : [{ name, ...limit }];
  });
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
