import type { Publication, PublicationOriginal, PublicationSection } from "../domain/publishing/publication.ts";
import { amended } from "./amendments.ts";
import { addDays, at, fiscalYear, longDate, nextBusinessDay } from "./calendar.ts";
import { issuerOf, type SampleIssuer } from "./issuers.ts";
import { withNames } from "./names.ts";
import { countFacts } from "./package/count-facts.ts";
import { type Head, layOutFiling, type PaperPage } from "./paper/layout.ts";
import { layOutSlides, slide } from "./paper/slides.ts";
import { familyOf, type Lengths, type Planned, type Span } from "./plan.ts";
import { randomOf } from "./random.ts";
import { sizeOf } from "./size.ts";
import { annualReport, padded } from "./text/annual.ts";
import { contextOf } from "./text/context.ts";
import { elaborate } from "./text/elaborate.ts";
import { shortDocument } from "./text/short.ts";
import type { ShortDocument } from "./text/short-kinds.ts";
import { shortTitle } from "./text/short-title.ts";

/**
 * Everything needed to write a document of the sample market again; its PDF is generated from this when it is opened.
 */
export interface Recipe {
  readonly seed: number;
  readonly issuer: number;
  readonly kind: Planned["kind"];
  readonly year: number;
  readonly quarter: number;
  readonly variant: number;
  readonly day: string;
  readonly atMs: number;
  readonly amendment: boolean;
  readonly lengths: Lengths;
}

export interface Written {
  readonly issuer: SampleIssuer;
  readonly title: string;
  readonly sections: readonly PublicationSection[];
  readonly pages: readonly PaperPage[];
}

const factBookPages = 300;

const isSlides = (kind: Recipe["kind"]) =>
  kind === "ir_presentation" || kind === "integrated_report" || kind === "fact_book";

/** What is published: of pages only their number and size, since they are drawn when they are opened. */
function outline(recipe: Recipe): Pick<Written, "title" | "sections"> & { readonly pages: readonly PageSize[] } {
  if (!isSlides(recipe.kind)) return write(recipe, { draws: false });
  const title = titleOf(issuerOf(recipe.seed, recipe.issuer), recipe);
  return { title, sections: [], pages: Array.from({ length: slideCount(recipe) }, () => slide) };
}

type PageSize = Pick<PaperPage, "width" | "height">;

export function write(recipe: Recipe, { draws } = { draws: true }): Written {
  const { seed, kind, year, day } = recipe;
  const issuer = issuerOf(seed, recipe.issuer);
  const title = titleOf(issuer, recipe);
  if (isSlides(kind)) {
    return { issuer, title, sections: [], pages: layOutSlides(seed, issuer, year, title, slideCount(recipe)) };
  }
  if (kind === "annual_securities_report") {
    const report = annualReport(seed, issuer, year, day, sizeOf(issuer.index, recipe.lengths));
    const sections = recipe.amendment
      ? amended(report, { seed, issuer, year, whole: recipe.variant === 1, reason: amendmentReason(issuer, recipe) })
      : report;
    const cover: Head = {
      kind: "cover",
      title: recipe.amendment ? "訂正有価証券報告書" : "有価証券報告書",
      issuer: issuer.name,
      lines: [
        titleOf(issuer, recipe).replace(/^.*－/, ""),
        `（${longDate(day)}提出）`,
        `証券コード ${issuer.securityCode}`,
      ],
    };
    return { issuer, title, ...layOutFiling(cover, sections, { draws }) };
  }
  const sections = sized(
    recipe,
    issuer,
    shortDocument(seed, shortOf(issuer, recipe), sizeOf(issuer.index, recipe.lengths)),
  );
  const beginPages = kind === "earnings_summary" && recipe.lengths === "full" ? attachedParts : undefined;
  return { issuer, title, ...layOutFiling(headOf(issuer, title, recipe), sections, { beginPages, draws }) };
}

/** What is attached to an earnings summary begins on pages of its own. */
const attachedParts: ReadonlySet<string> = new Set([
  "qualitative",
  "accounting-basis",
  "income-statement",
  "equity-statement",
  "cash-statement",
  "notes",
  "supplement",
]);

/** The head of a short document: a notice is addressed to the public, a filing has its title. */
function headOf(issuer: SampleIssuer, title: string, { kind, day }: Recipe): Head {
  const code = issuer.securityCode;
  if (familyOf(kind) === "edinet_filing") {
    return { kind: "filing", title, lines: [`（${longDate(day)}提出）`, `${issuer.name}　証券コード ${code}`] };
  }
  const from = [`会社名　${issuer.name}`, `代表者名　代表取締役社長　${issuer.president}`, `（コード番号　${code}）`];
  return { kind: "letter", title, date: longDate(day), to: "各　位", from };
}

function shortOf(issuer: SampleIssuer, recipe: Recipe): ShortDocument {
  const { kind, year, quarter, day, variant } = recipe;
  return { kind: kind as ShortDocument["kind"], issuer, year, quarter, filedOn: day, variant };
}

/** Two half-year reports have lengths at the boundary of the first price tier, one on each side. */
function sized(recipe: Recipe, issuer: SampleIssuer, sections: PublicationSection[]): PublicationSection[] {
  const goal = recipe.kind === "semiannual_report" ? { 3: 10_000, 4: 10_001 }[issuer.index] : undefined;
  if (goal === undefined) return sections;
  const c = contextOf(recipe.seed, issuer, recipe.year);
  const more = Array.from({ length: 8 }, (_, round) =>
    [0, 1, 2].flatMap((segment) => elaborate(c, segment + round, 9)),
  );
  return padded(sections, goal, more.flat().join("\n\n"));
}

function titleOf(issuer: SampleIssuer, recipe: Recipe): string {
  const { kind, year, quarter } = recipe;
  const term = contextOf(recipe.seed, issuer, year).term(year);
  const end = fiscalYear(year, issuer.closingMonth).end;
  const period = `${Number(end.slice(0, 4))}年${Number(end.slice(5, 7))}月期`;
  if (kind === "annual_securities_report") return `${recipe.amendment ? "訂正" : ""}有価証券報告書－第${term}期`;
  if (kind === "ir_presentation")
    return `${period}${quarter === 0 ? "" : quarter === 2 ? " 中間" : ` 第${quarter}四半期`}決算説明資料`;
  if (kind === "integrated_report") return `統合報告書${year + 1}`;
  if (kind === "fact_book") return `ファクトブック${year + 1}`;
  return shortTitle(recipe.seed, shortOf(issuer, recipe));
}

function slideCount({ seed, issuer, kind, year, quarter }: Recipe): number {
  const random = randomOf(seed, "slides", issuer, kind, year, quarter);
  if (kind === "fact_book") return issuer === 4 ? factBookPages : random.int(12, 40);
  return kind === "integrated_report" ? random.int(48, 96) : random.int(9, 28);
}

function amendmentReason(issuer: SampleIssuer, { year }: Recipe): string {
  return `${issuer.shortName}が提出した第${contextOf(0, issuer, year).term(year)}期有価証券報告書の記載事項の一部に訂正すべき事項がありましたので、金融商品取引法第24条の2第1項の規定に基づき、有価証券報告書の訂正報告書を提出するものであります。`;
}

export function documentIdOf(recipe: Recipe, family: string, ordinal: number): string {
  const number = recipe.issuer * 4096 + (recipe.year - 2008) * 64 + ordinal;
  if (family === "edinet_filing") return `S1Z${number.toString(36).toUpperCase().padStart(5, "0")}`;
  if (family === "timely_disclosure") return `9${String(number).padStart(13, "0")}`;
  return `ir-${issuerOf(recipe.seed, recipe.issuer).securityCode}-${recipe.year}-${ordinal}`;
}

export function recipeOf(planned: Planned, issuer: SampleIssuer, span: Span): Recipe {
  const { kind, year, quarter, variant, day, atMs, amends } = planned;
  return {
    seed: span.seed,
    issuer: issuer.index,
    ...{ kind, year, quarter, variant, day, atMs },
    amendment: amends !== undefined,
    lengths: span.lengths ?? "full",
  };
}

/** The publication of one planned document. `originalOf` finds what an amendment amends. */
export function publicationOf(
  planned: Planned,
  issuer: SampleIssuer,
  span: Span,
  annualId: string | undefined,
): Publication {
  const recipe = recipeOf(planned, issuer, span);
  const documentId = documentIdOf(recipe, planned.family, planned.ordinal);
  const { title, sections, pages } = outline(recipe);
  const { start, end, quarterEnds } = fiscalYear(planned.year, issuer.closingMonth);
  const periodic = [
    "annual_securities_report",
    "semiannual_report",
    "quarterly_report",
    "earnings_summary",
    "internal_control_report",
    "confirmation",
  ].includes(planned.kind);
  const pending = isPending(planned, issuer, span);
  const withheld = isWithheld(planned, issuer, span);
  return {
    documentId,
    family: planned.family,
    type: planned.type,
    title: withheld ? `${title}（不開示）` : title,
    securityCode: issuer.securityCode,
    issuerName: issuer.name,
    timelineAtMs: planned.atMs,
    periodStart: periodic ? start : null,
    periodEnd: periodic ? (planned.quarter === 0 ? end : (quarterEnds[planned.quarter - 1] ?? end)) : null,
    fiscalPeriod: periodic ? `${planned.year}${["FY", "Q1", "H1", "Q3"][planned.quarter] ?? "FY"}` : null,
    language: "ja",
    amendsDocumentId: planned.amends === undefined ? null : (annualId ?? null),
    sourceUrl: null,
    sourceAttribution: "出典：架空の見本市場（実在の会社及び開示とは関係ありません）",
    status: pending ? "pending_release" : withheld || sections.length === 0 ? "unavailable" : "ready",
    // Some have no release time and stay pending; the others are released at their time.
    releaseAtMs: pending && issuer.index % 2 === 1 ? at(nextBusinessDay(addDays(span.anchorDay, 2)), 16, 40) : null,
    sections: withheld ? [] : withNames(sections),
    pages: (withheld ? [] : pages).map(({ width, height }, index) => ({
      pageNumber: index + 1,
      width,
      height,
      listed: isListed(planned, issuer, index + 1, pages.length),
    })),
    originals: withheld ? [] : originalsOf(planned, issuer, recipe, documentId, sections),
    images: [],
  };
}

function isPending(planned: Planned, issuer: SampleIssuer, span: Span): boolean {
  return planned.variant >= 20 && issuer.index % 9 === 1 && planned.day >= addDays(span.anchorDay, -6);
}

/** A few filings are not disclosed: they are listed, and have nothing to deliver. */
function isWithheld({ kind, variant, day }: Planned, issuer: SampleIssuer, span: Span): boolean {
  const isOld = day < addDays(span.anchorDay, -200);
  return isOld && kind === "extraordinary_report" && variant === 1 && [5, 8].includes(issuer.index % 10);
}

/** Some filings withhold their cover and signature pages. */
function isListed(planned: Planned, issuer: SampleIssuer, page: number, count: number): boolean {
  if (planned.kind !== "annual_securities_report" || issuer.index % 3 !== 0) return true;
  return page > 2 && page <= count - 2;
}

function originalsOf(
  planned: Planned,
  issuer: SampleIssuer,
  recipe: Recipe,
  documentId: string,
  sections: readonly PublicationSection[],
): PublicationOriginal[] {
  const pdf: PublicationOriginal = {
    originalId: "pdf",
    mediaType: "application/pdf",
    fileName: `${documentId}.pdf`,
    source: { maker: "sample-pdf", recipe },
    deliverable: true,
  };
  if (planned.family !== "edinet_filing") return [pdf];
  const zip: PublicationOriginal = {
    ...pdf,
    originalId: "zip",
    mediaType: "application/zip",
    fileName: `${documentId}.zip`,
    source: { maker: "sample-zip", recipe },
    factCount: countFacts(sections, issuer, recipe),
  };
  const csv: PublicationOriginal = {
    ...pdf,
    ...{ originalId: "csv", mediaType: zip.mediaType, fileName: `${documentId}-csv.zip`, source: zip.source },
    deliverable: false,
  };
  return planned.kind === "annual_securities_report" && issuer.index % 4 === 0 ? [pdf, zip, csv] : [pdf, zip];
}
