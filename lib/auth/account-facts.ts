import { store } from "../running-app.ts";
import { listKeysOfOwner } from "../store/owners.ts";
import { listSessions } from "../store/sessions.ts";
import { fetchLimits } from "../upstream/ask-limits.ts";
import { orProblem } from "../upstream/problem-error.ts";
import { browserNameOf } from "./browser-name.ts";
import type { Owner } from "./owner.ts";
import { publicSessionId, sessionBounds } from "./sessions.ts";

/** Data of the account page: the owner's keys and sessions from the store, the limits from the service. */
export async function accountFacts(owner: Owner, nowMs: number) {
  return {
    keys: await listKeysOfOwner(store(), owner.ownerId),
    sessions: (await listSessions(store(), sessionBounds(nowMs), owner.ownerId)).map((row) => ({
      id: publicSessionId(row.session_hash),
      browser: browserNameOf(row.browser),
      begunAtMs: row.created_at,
      usedAtMs: row.seen_at,
      current: row.session_hash === owner.sessionHash,
    })),
    limits: await orProblem(fetchLimits(owner.upstream, nowMs)),
  };
}
