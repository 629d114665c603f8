import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { spenderOf } from "../spending/purchases.ts";
import { cite } from "../text/format/citation.ts";
import type { Locale } from "../text/i18n/words.ts";

/** Citations of documents of which the owner has something, without asking the service. */
export async function storedCitations(owner: Owner, ids: readonly string[], locale: Locale): Promise<string[]> {
  const { ownerId, upstream } = spenderOf(owner);
  const { snapshots } = app().purchases.purchaseService;
  const found = await Promise.all([...new Set(ids)].map((id) => snapshots.find(ownerId, upstream, id)));
  return found.flatMap((snapshot) =>
    snapshot?.summary == null ? [] : [cite(snapshot.summary, { url: null }, "plain", locale)],
  );
}
