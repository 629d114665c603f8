import { createHash } from "node:crypto";
import { checkOwnQuotes } from "../../evidence/receipts/receipts.ts";
import type { Owner } from "../../owners/owner.ts";
import { ownedPackageHashes } from "../../reading/figures.ts";
import type { Dossier } from "./dossier.ts";
import type { Recheck } from "./recheck.ts";

/**
 * Somebody else's dossier: the question, the plan, places, hashes and prices. A passage's words, and what follows
 * from them, only where the reader's own text has the same words; no receipts, since those have the words in them,
 * and no rows of the ledger.
 */
export interface SharedDossier
  extends Pick<
    Dossier,
    | "question"
    | "service"
    | "asked_at"
    | "ended_at"
    | "state"
    | "stopped_because"
    | "failure"
    | "holds"
    | "missing"
    | "plan"
    | "not_looked_at"
  > {
  readonly issued_at: string;
  /** Of the file that its owner can hand over. */
  readonly sha256: string;
  readonly total: Dossier["total"];
  readonly passages: readonly SharedPassage[];
  readonly figures: Dossier["figures"];
  readonly figures_hidden: number;
  readonly sentences: NonNullable<Dossier["wording"]>["sentences"];
  readonly sentences_hidden: number;
  readonly amendments: Dossier["amendments"];
  readonly recheck: Recheck | null;
}

export interface SharedPassage extends Omit<Dossier["passages"][number], "receipt" | "text"> {
  /** Null where the reader does not own it. */
  readonly text: string | null;
  readonly characters: number;
}

type Checked = (
  quotes: readonly { readonly document_id: string; readonly quote: string }[],
) => Promise<readonly { readonly verdict: string }[]>;

export async function sharedView(
  reader: Owner,
  kept: { readonly dossier: Dossier; readonly file: string; readonly recheck: Recheck | null },
): Promise<SharedDossier> {
  const isSameService = reader.upstream.baseUrl === kept.dossier.service;
  const hasFacts = isSameService && kept.dossier.figures.some(({ fact }) => fact !== undefined);
  const packages = hasFacts ? await ownedPackageHashes(reader) : new Set<string>();
  return redacted(kept, async (quotes) => (isSameService ? await checkOwnQuotes(reader, quotes) : []), packages);
}

export async function redacted(
  { dossier, file, recheck }: { readonly dossier: Dossier; readonly file: string; readonly recheck: Recheck | null },
  check: Checked,
  packages: ReadonlySet<string> = new Set(),
): Promise<SharedDossier> {
  const checked = await check(dossier.passages.map(({ document_id, text }) => ({ document_id, quote: text })));
  const isOwned = (passage: number) => owningVerdicts.has(checked[passage]?.verdict ?? "");
  const figures = dossier.figures.filter(({ passage, fact }) =>
    passage === null ? packages.has(fact?.sha256 ?? "") : isOwned(passage),
  );
  const all = dossier.wording?.sentences ?? [];
  // A struck sentence may say anything, so it is shown to those who own everything.
  const ownsAll = dossier.passages.every((_, passage) => isOwned(passage));
  const sentences = all.filter(({ struck, quotes }) =>
    struck ? ownsAll : quotes.every(({ passage }) => isOwned(passage)),
  );
  const { question, service, asked_at, ended_at, state, stopped_because, holds, plan, not_looked_at } = dossier;
  const { issued_at, total, amendments, failure } = dossier;
  return {
    ...{ question, service, asked_at, ended_at, state, stopped_because, holds, plan, not_looked_at },
    ...(failure === undefined ? {} : { failure }),
    ...(dossier.missing === undefined ? {} : { missing: dossier.missing }),
    ...{ issued_at, total, amendments, recheck },
    sha256: createHash("sha256").update(file).digest("hex"),
    passages: dossier.passages.map(({ receipt: _receipt, text, ...place }, passage) => ({
      ...place,
      text: isOwned(passage) ? text : null,
      characters: [...text].length,
    })),
    figures,
    figures_hidden: dossier.figures.length - figures.length,
    sentences,
    sentences_hidden: all.length - sentences.length,
  };
}

/** The reader's own deliveries hold the words, be it only an earlier one. */
const owningVerdicts: ReadonlySet<string> = new Set(["found", "ambiguous", "changed"]);
