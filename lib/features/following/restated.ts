import type { Figures } from "../../evidence/figures/index.ts";
import { restatements } from "../../evidence/figures/index.ts";
import { Receipt } from "../../evidence/receipts/receipt.ts";
import { laterThan, type OwnedFilings } from "../../reading/figures.ts";
import { type Citation, citationsOf, saveRestated } from "../../store/cited.ts";
import type { Store } from "../../store/database.ts";

/** A shorter number stands for too many things to be sure which one was quoted. */
const digitsMin = 4;
const proofsMax = 500;

/**
 * The later filings that say otherwise what quoted words say: a figure of which the document's own package and a later
 * one of the same issuer have different values. Only where every figure that is printed alike was restated is it sure
 * that the quoted one was. Packages that are not owned say nothing.
 */
export async function findRestated(
  store: Store,
  ownerId: string,
  documentId: string,
  owned: OwnedFilings,
): Promise<readonly string[]> {
  const own = owned.filings.find((each) => each.documentId === documentId);
  if (own === undefined) return [];
  const restated = restatedNumbers(own.figures, laterThan(owned, own).filings);
  if (restated.size === 0) return [];
  const found = new Set<string>();
  for (const citation of await citationsOf(store, ownerId, documentId, proofsMax)) {
    const by = restatingFiling(citation, restated);
    if (by === undefined) continue;
    await saveRestated(store, citation.receipt_id, by);
    found.add(by);
  }
  return [...found];
}

/** Numbers as printed, with the newest filing that says another value. */
function restatedNumbers(
  figures: Figures,
  later: readonly { readonly documentId: string; readonly figures: Figures }[],
): ReadonlyMap<string, string> {
  const restated = restatements(figures, later);
  const numbers = new Map<string, string | null>();
  figures.facts.forEach(({ shown }, at) => {
    if (shown === null || shown.replace(/\D/g, "").length < digitsMin) return;
    const by = restated.get(at)?.documentId ?? null;
    numbers.set(shown, numbers.get(shown) === null ? null : by);
  });
  return new Map([...numbers].flatMap(([number, by]) => (by === null ? [] : [[number, by] as const])));
}

function restatingFiling({ record }: Citation, restated: ReadonlyMap<string, string>): string | undefined {
  const { quote } = Receipt.parse(JSON.parse(record));
  const numbers = quote.normalize("NFKC").match(/\d[\d,.]*\d/g) ?? [];
  return numbers.map((number) => restated.get(number)).find((by) => by !== undefined);
}
