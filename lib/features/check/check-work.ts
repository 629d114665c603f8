import type { Claim } from "./claims.ts";
import { type Decision, decide, Facts } from "./decide.ts";
import type { Draft } from "./draft.ts";
import type { FilingText } from "./facts.ts";
import { type FilingFigures, factsOfFigures } from "./figure-facts.ts";
import type { FileComment } from "./files/comment.ts";
import { commentDraftFile, type DraftFile, readDraftFile } from "./files/read-file.ts";
import { type FileRefusal, RefusedFile } from "./files/refused.ts";
import { findClaims } from "./find-claims.ts";
import { Items } from "./items.ts";
import type { DraftIssuer } from "./named.ts";
import { factsOfText } from "./text-facts.ts";

/** Everything that a check works out by itself: plain values, so that a thread does it. */
export interface CheckTask {
  readonly draft: Draft;
  readonly issuers: readonly DraftIssuer[];
  readonly texts: readonly FilingText[];
  readonly figures: readonly FilingFigures[];
}

export interface CheckAnswer {
  readonly claims: readonly Claim[];
  /** In the order of the claims; quotations are looked for elsewhere. */
  readonly decisions: readonly (Decision | null)[];
}

export type ReadFile = { readonly draft: Draft } | { readonly refused: FileRefusal };

export interface CommentTask {
  readonly file: DraftFile;
  readonly comments: readonly FileComment[];
}

export type CommentedFile = { readonly bytes: Uint8Array } | { readonly refused: FileRefusal };

export type CheckWork = {
  check: { task: CheckTask; answer: CheckAnswer };
  read: { task: DraftFile; answer: ReadFile };
  comment: { task: CommentTask; answer: CommentedFile };
};

export async function readTask(file: DraftFile): Promise<ReadFile> {
  try {
    return { draft: await readDraftFile(file) };
  } catch (error) {
    // Whatever else went wrong, it was the file that broke its reader.
    return { refused: error instanceof RefusedFile ? error.reason : "unreadable" };
  }
}

export async function commentTask({ file, comments }: CommentTask): Promise<CommentedFile> {
  try {
    return { bytes: await commentDraftFile(file, comments) };
  } catch (error) {
    return { refused: error instanceof RefusedFile ? error.reason : "unreadable" };
  }
}

export function checkTask({ draft, issuers, texts, figures }: CheckTask): CheckAnswer {
  const ofTexts = texts.flatMap((text, number) => factsOfText(text, number));
  const ofFigures = figures.flatMap(factsOfFigures);
  const facts = new Facts([...ofTexts, ...ofFigures], yearEndsOf({ texts, figures }));
  const claims = findClaims(draft, { items: new Items(facts.labels), issuers });
  return { claims, decisions: claims.map((claim) => (claim.kind === "quotation" ? null : decide(claim, facts))) };
}

/** The month in which an issuer's years end, as its filings of whole years say. */
function yearEndsOf({ texts, figures }: Pick<CheckTask, "texts" | "figures">): [string, number][] {
  const found: [string, number][] = [];
  for (const { issuer, figures: read } of figures) {
    const year = read.contexts.find(
      ({ start, end }) => start !== null && end !== null && monthsFrom(start, end) === 12,
    );
    if (year?.end != null) found.push([issuer, Number(year.end.slice(5, 7))]);
  }
  for (const { issuer, periodEnd, periodMonths } of texts)
    if (periodEnd !== null && periodMonths === 12) found.push([issuer, Number(periodEnd.slice(5, 7))]);
  return found;
}

export function monthsFrom(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000 / 30.4);
}
