import { contentPrice, fixedCredits } from "../../contract/prices.ts";
import type { DocumentSummary, DocumentTocResponse, Original } from "../../contract/resources.ts";
import { packageAmong } from "../../reading/package-among.ts";
import { parseSingle } from "../../spending/pricing/actions.ts";
import { type Holdings, holdingsOf } from "../../spending/pricing/holdings.ts";
import { ownedSectionIds } from "../../spending/pricing/section-plan.ts";
import type { SinglePurchase } from "../../spending/wire.ts";
import { foldText } from "../../text/format/fold.ts";
import { bareHeading } from "../../text/format/heading-names.ts";
import { questionKinds } from "../../text/passages/statutory-headings.ts";
import { ancestry, charactersOf, foldSections, type SectionNode, sectionTree } from "../../text/toc/section-tree.ts";
import type { Claim } from "./claims.ts";
import type { EvidenceDeps, Reader } from "./owned-evidence.ts";
import { endOf } from "./periods.ts";

/**
 * A purchase that would decide claims that are left open: the fewest sections of a document, each shared by several
 * claims, or its package of figures where that decides them for less.
 */
export interface PlanLine {
  readonly documentId: string;
  readonly title: string | null;
  /** None of a package. */
  readonly sections: readonly { readonly sectionId: string; readonly title: string | null }[];
  readonly claimIds: readonly string[];
  readonly credits: number;
  readonly action: SinglePurchase;
}

/** Free calls. */
export interface PlanFinds {
  documents(codes: readonly string[]): Promise<readonly DocumentSummary[]>;
  /** Null where the document can't be delivered. */
  toc(documentId: string): Promise<DocumentTocResponse | null>;
  originals(documentId: string): Promise<readonly Original[]>;
}

const documentsMax = 12;
const issuersMax = 12;
/** A section that is chosen already decides a claim too, where it is expected to at least so far. */
const sharedFrom = 0.5;

export async function planCheck(
  { rows }: EvidenceDeps,
  finds: PlanFinds,
  reader: Reader,
  open: readonly Claim[],
): Promise<PlanLine[]> {
  const wanted = new Map<string, { document: DocumentSummary; claims: Claim[] }>();
  const byIssuer = Map.groupBy(
    open.filter(({ issuer, item }) => issuer !== null && item !== null),
    ({ issuer }) => issuer ?? "",
  );
  for (const [issuer, claims] of [...byIssuer].slice(0, issuersMax)) {
    const listed = (await finds.documents([issuer])).filter(
      ({ content_status, amends_document_id }) => content_status === "ready" && amends_document_id === null,
    );
    for (const claim of claims) {
      const document = documentFor(claim, listed);
      if (document === undefined) continue;
      const known = wanted.get(document.document_id);
      if (known === undefined) wanted.set(document.document_id, { document, claims: [claim] });
      else known.claims.push(claim);
    }
  }
  const lines: PlanLine[] = [];
  for (const { document, claims } of [...wanted.values()].slice(0, documentsMax)) {
    const holdings = await holdingsOf(rows, reader.ownerId, reader.upstream, document.document_id);
    const toc = await finds.toc(document.document_id);
    const sections = toc === null ? undefined : sectionsLine(holdings, { document, claims, toc });
    if (sections === undefined) continue;
    const isDearer = priceOfClaim(sections) >= fixedCredits.original / claims.length;
    const figures = isDearer ? await packageLine(finds, holdings, { document, claims }) : undefined;
    lines.push(figures ?? sections);
  }
  return lines.sort((a, b) => priceOfClaim(a) - priceOfClaim(b));
}

function priceOfClaim({ credits, claimIds }: PlanLine): number {
  return credits / claimIds.length;
}

type Dated = Pick<DocumentSummary, "document_type" | "period_start" | "period_end" | "title">;

/** The report of the period itself, else the one after it, which prints the year before too. */
export function documentFor<T extends Dated>(
  claim: Pick<Claim, "period" | "forecast">,
  listed: readonly T[],
): T | undefined {
  const latest = latestReport(listed);
  if (claim.period === null || latest === undefined) return undefined;
  const end = endOf(claim.period, latest.period_end === null ? null : Number(latest.period_end.slice(5, 7)));
  if (end === null) return undefined;
  const months = claim.period.months ?? 12;
  const types =
    months >= 12
      ? ["annual_securities_report", "earnings_summary"]
      : ["semiannual_report", "quarterly_report", "earnings_summary"];
  const after = `${Number(end.slice(0, 4)) + 1}${end.slice(4)}`;
  for (const month of claim.forecast ? [] : [end, after])
    for (const type of types) {
      const found = listed.find(
        (each) => each.document_type === type && each.period_end?.slice(0, 7) === month && covers(each, months),
      );
      if (found !== undefined) return found;
    }
  return undefined;
}

export function latestReport<T extends Dated>(listed: readonly T[]): T | undefined {
  return listed
    .filter(({ document_type }) => document_type === "annual_securities_report")
    .toSorted((a, b) => ((a.period_end ?? "") < (b.period_end ?? "") ? 1 : -1))[0];
}

/** A quarter's summary may end in the month of another year's end: what it covers counts too. */
function covers({ period_start, period_end, title }: Dated, months: number): boolean {
  if (period_start === null || period_end === null) return months < 12 || !/四半期|中間/u.test(title ?? "");
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(period_end) - monthOf(period_start) + 1 === months;
}

interface Wanted {
  readonly document: DocumentSummary;
  readonly claims: readonly Claim[];
}

/** The figures of the statements and of the summary are tagged, so that one package decides claims of many sections. */
async function packageLine(
  finds: PlanFinds,
  holdings: Holdings,
  { document, claims }: Wanted,
): Promise<PlanLine | undefined> {
  const original = packageAmong(await finds.originals(document.document_id), document);
  if (original === undefined || holdings.originals.has(original.original_id) || original.fact_count === 0)
    return undefined;
  const { document_id, title } = document;
  return {
    documentId: document_id,
    title,
    sections: [],
    claimIds: claims.map(({ id }) => id),
    credits: fixedCredits.original,
    action: parseSingle({ kind: "original", document_id, original_id: original.original_id }),
  };
}

function sectionsLine(
  holdings: Holdings,
  { document, claims, toc }: Wanted & { readonly toc: DocumentTocResponse },
): PlanLine | undefined {
  const tree = sectionTree(toc.toc);
  const owned = new Set(ownedSectionIds(tree, { whole: holdings.whole, owned: holdings.sections }));
  const chosen = new Set<SectionNode>();
  const decided: string[] = [];
  for (const claim of claims) {
    const fits = tree.nodes
      .filter(({ id, characters }) => !owned.has(id) && (characters === null || characters > 40))
      .map((node) => ({ node, weight: weightOf(claim, node) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || (a.node.characters ?? 0) - (b.node.characters ?? 0));
    const [best] = fits;
    if (best === undefined) continue;
    const shared = fits.find(({ node, weight }) => weight >= best.weight * sharedFrom && chosen.has(node));
    chosen.add((shared ?? best).node);
    decided.push(claim.id);
  }
  if (chosen.size === 0) return undefined;
  const nodes = foldSections(
    tree,
    [...chosen].map(({ id }) => id),
  );
  const sections = nodes.map(({ id, title }) => ({ sectionId: id, title }));
  return {
    documentId: document.document_id,
    title: document.title,
    sections,
    claimIds: decided,
    credits: contentPrice(toc.content_tiers, charactersOf(nodes)).max,
    action: parseSingle({
      kind: "sections",
      document_id: document.document_id,
      sections: sections.map(({ sectionId }) => sectionId),
    }),
  };
}

/** How far a section is expected to print the item, by the headings that the forms prescribe. */
function weightOf({ item, scope }: Claim, node: SectionNode): number {
  const line = ancestry(node).map(({ title }) => bareHeading(title ?? ""));
  const heading = (line[0] ?? "").replace(/[()（）]/gu, "");
  const label = foldText(item?.labels[0] ?? "");
  const fit = questionKinds
    .filter(({ asks }) => asks.test(label))
    .flatMap(({ places }) => places.filter(([pattern]) => pattern.test(heading)).map(([, weight]) => weight))
    .reduce((sum, weight) => sum + weight, 0);
  const path = line.join(" ");
  const isSeparate = /(?:^| )財務諸表等|提出会社の経営指標等|(?:^| )財務諸表(?: |$)/u.test(path);
  return (scope === "separate") === isSeparate ? fit : fit / 4;
}
