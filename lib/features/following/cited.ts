import { jstDate } from "../../contract/dates.ts";
import { DocumentId } from "../../contract/ids.ts";
import type { DocumentSummary } from "../../contract/resources.ts";
import { Receipt } from "../../evidence/receipts/receipt.ts";
import { type CitedDocument, citedBefore, newCitations, saveCitation, saveLookedAt } from "../../store/cited.ts";
import type { Store } from "../../store/database.ts";
import { type ListedItem, saveListState, storeListedPage } from "../../store/update-lists.ts";
import { readListedDocument } from "../../text/format/free-lists.ts";
import { citedSource } from "../../text/format/update-source.ts";
import type { CheckDeps, Run } from "./check-deps.ts";
import { findRestated } from "./restated.ts";

/**
 * An owner is informed when a proof is not true any more: the document behind it was amended, replaced or
 * withdrawn, or a later filing says a quoted figure otherwise. Each document is looked at by a free request a few times a day, and compared with what was known of it
 * when it was last looked at, at first with what the proof says. A later report of the next year corrects nothing.
 */
export const citedList = "cited";

const lookEveryMs = 6 * 3_600_000;
const notedAtOnce = 200;

/** False where the limits of the key ended it; the next check goes on with those that are left. */
export async function lookAtCited(deps: CheckDeps, ownerId: string, run: Run): Promise<boolean> {
  const { store } = deps;
  await noteCitations(store, ownerId);
  for (const cited of await citedBefore(store, ownerId, deps.upstream, deps.now() - lookEveryMs)) {
    if (!(await deps.roomForRequest())) return false;
    run.requests++;
    const now = await deps.getDocument(DocumentId.parse(cited.document_id));
    const { items, seen } = await comparedWith(deps, cited, now, run);
    items.push(...(await restatedItems(deps, ownerId, cited, run)));
    run.found += await storeListedPage(store, ownerId, items, deps.now());
    // After what is told: cut off between the two, the same is found again and was told already.
    await saveLookedAt(store, ownerId, seen, deps.now());
  }
  const today = jstDate(deps.now());
  await saveListState(store, ownerId, citedList, { complete_day: today, deep_day: today, checked_at: deps.now() });
  return true;
}

async function noteCitations(store: Store, ownerId: string): Promise<void> {
  for (;;) {
    const rows = await newCitations(store, ownerId, notedAtOnce);
    for (const { receipt_id, record } of rows) {
      const { document, source } = Receipt.parse(JSON.parse(record));
      await saveCitation(store, ownerId, receipt_id, {
        document_id: document.document_id,
        upstream: source.service,
        document: JSON.stringify(readListedDocument({ ...document, content_status: "ready" })[0]),
        amended_by: document.amended_by_document_id,
        superseded_by: document.superseded_by_document_id,
        withdrawn: 0,
      });
    }
    if (rows.length < notedAtOnce) return;
  }
}

interface Compared {
  readonly items: ListedItem[];
  readonly seen: CitedDocument;
}

async function comparedWith(
  deps: CheckDeps,
  cited: CitedDocument,
  now: DocumentSummary | undefined,
  run: Run,
): Promise<Compared> {
  const [shown] = now === undefined ? [] : readListedDocument(now);
  const document = shown === undefined ? cited.document : JSON.stringify(shown);
  const withdrawn = Number(now === undefined || now.content_status === "withdrawn");
  const items: ListedItem[] = [];
  if (withdrawn === 1 && cited.withdrawn === 0) items.push(itemOf(cited.document_id, document, true));
  const amended_by = await told(now?.amended_by_document_id ?? null, cited.amended_by);
  const superseded_by = await told(now?.superseded_by_document_id ?? null, cited.superseded_by);
  return { items, seen: { ...cited, document, amended_by, superseded_by, withdrawn } };

  /** The correction that is known from now on; one that can't be shown yet is looked for again. */
  async function told(correction: string | null, before: string | null): Promise<string | null> {
    if (correction === null || correction === before) return before;
    run.requests++;
    const found = await deps.getDocument(DocumentId.parse(correction));
    const [listed] = found === undefined ? [] : readListedDocument(found);
    if (found === undefined || listed === undefined) return before;
    // The newest report takes the place of the earlier ones in lists, and corrects only one of its own period.
    if (found.amends_document_id !== cited.document_id && found.period_end !== now?.period_end) return correction;
    const corrects = { ...listed, amends_document_id: listed.amends_document_id ?? cited.document_id };
    items.push(itemOf(correction, JSON.stringify(corrects), false));
    return correction;
  }
}

/** The later filings that say a quoted figure otherwise. */
async function restatedItems(deps: CheckDeps, ownerId: string, cited: CitedDocument, run: Run): Promise<ListedItem[]> {
  const { document_id: id } = cited;
  const items: ListedItem[] = [];
  for (const later of await findRestated(deps.store, ownerId, id, await deps.ownedFilings(id))) {
    run.requests++;
    const found = await deps.getDocument(DocumentId.parse(later));
    const [listed] = found === undefined ? [] : readListedDocument(found);
    if (listed !== undefined) items.push(itemOf(later, JSON.stringify(listed), false));
  }
  return items;
}

function itemOf(documentId: string, document: string, withdrawn: boolean): ListedItem {
  return { documentId, source: citedSource, day: "9999-12-31", withdrawn, wasThere: false, document };
}
