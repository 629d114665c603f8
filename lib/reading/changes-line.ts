import { DocumentId } from "../contract/ids.ts";
import type { Owner } from "../owners/owner.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { orProblem } from "../upstream/problem-error.ts";
import { hasSpareRequests } from "../upstream/spare-requests.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { findChanges } from "./changes.ts";

/** Null where it is not known. */
export interface ChangesInALine {
  readonly words: string;
}

/** "3 sections changed", for a row of a list; null where it is not known, or where the key has no requests to spare. */
export async function changesInALine(
  { upstream }: Owner,
  { getWords }: ReaderLanguage,
  id: string,
): Promise<ChangesInALine | null> {
  const changed = await countChangedSections(upstream, id);
  if (changed === undefined) return null;
  const t = await getWords("changes");
  return { words: t("counts", { changed }) };
}

/** Undefined where it is not known. */
export async function countChangedSections(upstream: Upstream, id: string): Promise<number | undefined> {
  const documentId = DocumentId.safeParse(id);
  if (!documentId.success) return undefined;
  const changes = await upstream.service.keys.inTurn(upstream.keyId, async () => {
    if (!hasSpareRequests(upstream, Date.now())) return "spared" as const;
    const document = await orProblem(callFreeEndpoint(upstream, "getDocument", { document_id: documentId.data }));
    return "problem" in document ? ("failed" as const) : findChanges(upstream, document.value);
  });
  if (typeof changes === "string") return undefined;
  const { changed, unknown } = changes.map.counts;
  // Without tags there is nothing to say in a line.
  return changed === 0 && unknown > 0 ? undefined : changed;
}
