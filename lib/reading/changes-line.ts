import { DocumentId } from "../contract/ids.ts";
import { SerialQueue } from "../kit/process/turns.ts";
import type { Owner } from "../owners/owner.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { orProblem } from "../upstream/problem-error.ts";
import { hasSpareRequests } from "../upstream/spare-requests.ts";
import { findChanges } from "./changes.ts";

/** Null where it is not known. */
export interface ChangesInALine {
  readonly words: string;
}

/** Rows of one page ask at once; one after another, so that none passes half of the rate before it is known. */
const turns = new Map<string, SerialQueue>();

/** "3 sections changed", for a row of a list; null where it is not known, or where the key has no requests to spare. */
export async function changesInALine(
  { upstream }: Owner,
  { getWords }: ReaderLanguage,
  id: string,
): Promise<ChangesInALine | null> {
  const documentId = DocumentId.safeParse(id);
  if (!documentId.success) return null;
  const queue = turns.get(upstream.keyId) ?? new SerialQueue();
  turns.set(upstream.keyId, queue);
  const changes = await queue.take(async () => {
    if (!hasSpareRequests(upstream, Date.now())) return "spared" as const;
    const document = await orProblem(callFreeEndpoint(upstream, "getDocument", { document_id: documentId.data }));
    return "problem" in document ? ("failed" as const) : findChanges(upstream, document.value);
  });
  if (queue.isIdle) turns.delete(upstream.keyId);
  if (typeof changes === "string") return null;
  const { changed, unknown } = changes.map.counts;
  // Without tags there is nothing to say in a line.
  if (changed === 0 && unknown > 0) return null;
  const t = await getWords("changes");
  return { words: t("counts", { changed }) };
}
