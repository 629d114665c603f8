import { createHash } from "node:crypto";
import type { VerdictGroup } from "./check-draft.ts";
import { type CheckProof, groupOfProven } from "./proof.ts";

/**
 * Somebody else's check: the verdicts with their places. Quoted words and what a filing has instead are passages: they
 * are shown only where the reader's own text has the same words. No receipts, since those have the words in them, and no purchases.
 */
export interface SharedCheck extends Pick<CheckProof, "title" | "service" | "issued_at" | "counts"> {
  /** Of the file that its owner can hand over. */
  readonly sha256: string;
  readonly claims: readonly SharedClaim[];
  readonly hidden: number;
}

export interface SharedClaim extends Omit<CheckProof["claims"][number], "text" | "receipt"> {
  readonly group: VerdictGroup;
  /** Null for a quotation whose words the reader does not own. */
  readonly text: string | null;
}

type Checked = (
  quotes: readonly { readonly document_id: string; readonly quote: string }[],
) => Promise<readonly { readonly verdict: string; readonly ellipsis: boolean }[]>;

/** The words as a whole: parts around an ellipsis may stand in a text that lacks what is between them. */
const owningVerdicts: ReadonlySet<string> = new Set(["found", "ambiguous", "changed"]);

export async function sharedCheckView(proof: CheckProof, file: string, check: Checked): Promise<SharedCheck> {
  const { title, service, issued_at, counts, claims } = proof;
  const withWords = claims.flatMap(({ id, place, words }) =>
    place === null || words === null ? [] : [{ id, place, words }],
  );
  const checked = await check(withWords.map(({ place, words }) => ({ document_id: place.document_id, quote: words })));
  const owned = new Set(
    withWords
      .filter((_, at) => checked[at]?.ellipsis === false && owningVerdicts.has(checked[at].verdict))
      .map(({ id }) => id),
  );
  const shown = claims.map(({ receipt: _receipt, ...claim }): SharedClaim => {
    const isOwned = owned.has(claim.id);
    // The words of a quotation are those of the filing, whether they agree or nearly do.
    const text = claim.kind === "quotation" && !isOwned ? null : claim.text;
    const group = groupOfProven({ ...claim, receipt: null });
    return { ...claim, text, group, ...(isOwned ? {} : { words: null, filed: null }) };
  });
  return {
    ...{ title, service, issued_at, counts, claims: shown },
    sha256: createHash("sha256").update(file).digest("hex"),
    hidden: shown.filter(({ words }, at) => words === null && claims[at]?.words !== null).length,
  };
}
