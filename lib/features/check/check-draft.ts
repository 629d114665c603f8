import type { Issuer } from "../../contract/resources.ts";
import { findIssuers, namesOfIssuer } from "../../reading/named-issuers.ts";
import type { SinglePurchase } from "../../spending/wire.ts";
import type { CheckReader } from "./check-reader.ts";
import type { Claim, Verdict, VerdictKind } from "./claims.ts";
import type { Decision } from "./decide.ts";
import type { Draft } from "./draft.ts";
import { type FreeCheck, freeVerdicts } from "./free-check.ts";
import type { DraftIssuer } from "./named.ts";
import { type EvidenceDeps, type OwnedEvidence, ownedEvidence, type Reader } from "./owned-evidence.ts";
import { type PlanFinds, type PlanLine, planCheck } from "./plan-check.ts";
import { quotationVerdict } from "./quotation-verdicts.ts";

/**
 * A draft with its verdicts: from what is owned, then from the service's free look for whole sentences, and a plan of what
 * would decide the rest. Never buys anything.
 */
export interface CheckedDraft {
  readonly issuers: readonly { readonly security_code: string; readonly name: string }[];
  readonly claims: readonly CheckedClaim[];
  readonly counts: Readonly<Record<VerdictGroup, number>>;
  /** Documents whose owned text or package of figures was looked through. */
  readonly looked_in: readonly {
    readonly document_id: string;
    readonly title: string | null;
    readonly package: boolean;
  }[];
  /** Null where nothing is left open that a document would decide. */
  readonly plan: CheckPlan | null;
}

export type VerdictGroup = "agrees" | "undecided" | "differs";

export interface CheckedClaim {
  readonly id: string;
  readonly block_id: string;
  readonly start: number;
  readonly end: number;
  readonly cell: { readonly row: number; readonly column: number } | null;
  readonly kind: Claim["kind"];
  readonly text: string;
  readonly issuer: string | null;
  readonly item: string | null;
  /** YYYY-MM, or the fiscal year. */
  readonly period: string | null;
  readonly scope: Claim["scope"];
  readonly forecast: boolean;
  readonly verdict: VerdictKind;
  readonly because: Verdict["because"];
  readonly place: {
    readonly document_id: string;
    readonly section_id: string | null;
    readonly title: string | null;
    readonly page: number | null;
  } | null;
  readonly words: string | null;
  readonly filed: string | null;
}

export interface CheckPlan {
  readonly lines: readonly {
    readonly document_id: string;
    readonly title: string | null;
    /** None where it is the document's package of figures. */
    readonly sections: readonly { readonly section_id: string; readonly title: string | null }[];
    readonly claims: readonly string[];
    readonly credits: number;
    readonly action: SinglePurchase;
  }[];
  readonly credits: number;
}

/** Free calls; undefined for a program that reads what is owned only. */
export interface CheckFinds extends PlanFinds, FreeCheck {
  issuers(words: string): Promise<readonly Issuer[]>;
}

export interface CheckDeps extends EvidenceDeps {
  readonly reader: Pick<CheckReader, "check">;
}

const quotationsMax = 100;

export async function checkDraft(
  deps: CheckDeps,
  reader: Reader,
  finds: CheckFinds | undefined,
  draft: Draft,
): Promise<CheckedDraft> {
  const evidence = await ownedEvidence(deps, reader, draft);
  const issuers = finds === undefined ? evidence.issuers : await withOthers(finds, draft, evidence.issuers);
  const texts = evidence.documents.flatMap((document) => document.texts);
  const { claims, decisions } = await deps.reader.check({ draft, issuers, texts, figures: evidence.figures });
  const own: Verdict[] = [];
  let quotations = 0;
  for (const [at, claim] of claims.entries()) {
    const decision = decisions[at];
    if (decision != null) own.push(verdictOf(claim, decision, evidence));
    else if (quotations++ < quotationsMax) own.push(await quotationVerdict(deps, reader, claim, evidence.documents));
    else
      own.push({
        claimId: claim.id,
        kind: "not_checked",
        because: "too_many",
        place: null,
        words: null,
        filed: null,
      });
  }
  const owned = new Set(evidence.documents.map(({ documentId }) => documentId));
  const verdicts = finds === undefined ? own : await freeVerdicts(finds, { claims, verdicts: own, owned });
  const open = claims.filter((_, at) => isOpen(verdicts[at]));
  const lines = finds === undefined || open.length === 0 ? [] : await planCheck(deps, finds, reader, open);
  return {
    issuers: issuers.map(({ code, names }) => ({ security_code: code, name: names[0] ?? code })),
    claims: claims.flatMap((claim, at) => checkedClaim(claim, verdicts[at])),
    counts: countsOf(verdicts),
    looked_in: lookedIn(evidence),
    plan:
      lines.length === 0
        ? null
        : { lines: lines.map(planLine), credits: lines.reduce((sum, { credits }) => sum + credits, 0) },
  };
}

function lookedIn({ documents, figures }: OwnedEvidence): CheckedDraft["looked_in"] {
  const packages = new Map(figures.map(({ documentId, title }) => [documentId, title]));
  const titles = new Map([...packages, ...documents.map(({ documentId, title }) => [documentId, title] as const)]);
  return [...titles].map(([document_id, title]) => ({ document_id, title, package: packages.has(document_id) }));
}

/** Claims that a purchase may decide: nothing is owned that says them. */
const openBecause: ReadonlySet<Verdict["because"]> = new Set([
  ...(["not_owned", "item_not_owned", "no_document"] as const),
  ...(["not_whole_sentence", "free_limit", "not_asked"] as const),
]);

function isOpen(verdict: Verdict | undefined): boolean {
  return verdict?.kind === "not_checked" && openBecause.has(verdict.because);
}

/** How much of a draft is read for names of issuers of which nothing is owned. */
const namesFrom = 800;

async function withOthers(
  finds: CheckFinds,
  draft: Draft,
  owned: readonly DraftIssuer[],
): Promise<readonly DraftIssuer[]> {
  const headings = draft.blocks.filter(({ kind }) => kind === "heading");
  const words = [...headings, ...draft.blocks.filter(({ kind }) => kind !== "heading")]
    .map((block) => ("text" in block ? block.text.slice(0, 120) : (block.rows[0] ?? []).join("、").slice(0, 120)))
    .join("\n")
    .slice(0, namesFrom);
  const found = await findIssuers(finds, words, []);
  const known = new Set(owned.map(({ code }) => code));
  const others = found.filter(({ security_code }) => !known.has(security_code));
  return [
    ...owned,
    ...others.map(({ security_code, name, named_as }) => ({
      code: security_code,
      names: [
        ...namesOfIssuer({ name, name_en: null }),
        ...(named_as === null || /^\d/u.test(named_as) ? [] : [named_as]),
      ],
    })),
  ];
}

function verdictOf(claim: Claim, { kind, because, fact, filed }: Decision, { documents }: OwnedEvidence): Verdict {
  const verdict = { claimId: claim.id, kind, because, filed };
  if (fact === null || (kind === "not_checked" && fact === null)) return { ...verdict, place: null, words: null };
  const { text: number, offset } = fact.at;
  const document = documents.find(({ documentId }) => documentId === fact.documentId);
  const first = documents
    .slice(0, document === undefined ? 0 : documents.indexOf(document))
    .reduce((sum, { texts }) => sum + texts.length, 0);
  const delivered = number === null ? undefined : document?.delivered[number - first];
  const place = delivered?.placeAt(offset);
  return {
    ...verdict,
    place: {
      documentId: fact.documentId,
      sectionId: place?.sectionId ?? null,
      title: place?.title ?? null,
      page: place?.page ?? null,
    },
    words: fact.words.slice(0, 300),
  };
}

function checkedClaim(claim: Claim, verdict: Verdict | undefined): CheckedClaim[] {
  if (verdict === undefined) return [];
  const { id, blockId, start, end, cell, kind, text, issuer, item, period, scope, forecast } = claim;
  const { place } = verdict;
  return [
    {
      ...{ id, block_id: blockId, start, end, cell: cell ?? null, kind, text, issuer, scope, forecast },
      item: item?.text ?? null,
      period: period === null ? null : (period.end ?? (period.fiscalYear === null ? null : `FY${period.fiscalYear}`)),
      verdict: verdict.kind,
      because: verdict.because,
      place:
        place === null
          ? null
          : { document_id: place.documentId, section_id: place.sectionId, title: place.title, page: place.page },
      words: verdict.words,
      filed: verdict.filed,
    },
  ];
}

function planLine({ documentId, title, sections, claimIds, credits, action }: PlanLine): CheckPlan["lines"][number] {
  return {
    document_id: documentId,
    title,
    sections: sections.map((section) => ({ section_id: section.sectionId, title: section.title })),
    claims: claimIds,
    credits,
    action,
  };
}

export function groupOf(kind: VerdictKind): VerdictGroup {
  if (kind === "found" || kind === "rounded") return "agrees";
  return kind === "not_in_it" || kind === "not_checked" ? "undecided" : "differs";
}

function countsOf(verdicts: readonly Verdict[]): Record<VerdictGroup, number> {
  const counts = { agrees: 0, undecided: 0, differs: 0 };
  for (const { kind } of verdicts) counts[groupOf(kind)] += 1;
  return counts;
}
