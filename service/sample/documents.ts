import type { Publication, PublicationOriginal, PublicationSection } from "../domain/publishing/publication.ts";
import { amended } from "./amendments.ts";
import { addDays, at, fiscalYear, longDate, nextBusinessDay } from "./calendar.ts";
import type { Company } from "./company.ts";
import { withNames } from "./names.ts";
import { countFacts } from "./package/count-facts.ts";
import { type Head, layOutFiling, type PaperPage } from "./paper/layout.ts";
import { layOutSlides, slide } from "./paper/slides.ts";
import { familyOf, type Lengths, type Planned, type Span } from "./plan.ts";
import { randomOf } from "./random.ts";
import { sizeOf } from "./size.ts";
import { fill } from "./writing/fill.ts";
import { scopeOf } from "./writing/open-scope.ts";
import { padded } from "./writing/padded.ts";
import type { Scope } from "./writing/scope.ts";
import { writeDocument } from "./writing/write.ts";

/**
 * Everything needed to write a document of the sample market again; its PDF is generated from this when it is opened.
 */
export interface Recipe extends Pick<Planned, "kind" | "year" | "quarter" | "variant" | "day" | "atMs"> {
  readonly seed: number;
  readonly issuer: number;
  readonly amendment: boolean;
  readonly lengths: Lengths;
}

export interface Written {
  readonly company: Company;
  readonly title: string;
  readonly sections: readonly PublicationSection[];
  readonly pages: readonly PaperPage[];
}

type PageSize = Pick<PaperPage, "width" | "height">;

const factBookPages = 300;
const slideKinds = ["ir_presentation", "integrated_report", "fact_book"] as const;
const periodicKinds = [
  "annual_securities_report",
  "semiannual_report",
  "quarterly_report",
  "earnings_summary",
  "internal_control_report",
  "confirmation",
] as const;

const isOf = (kinds: readonly Planned["kind"][], kind: Planned["kind"]) => kinds.includes(kind);

/** The published data: of pages only their number and size, since they are drawn when they are opened. */
function outline(
  company: Company,
  recipe: Recipe,
): Pick<Written, "title" | "sections"> & { pages: readonly PageSize[] } {
  if (!isOf(slideKinds, recipe.kind)) return write(company, recipe, { draws: false });
  const title = titleOf(recipe, scopeFor(company, recipe));
  return { title, sections: [], pages: Array.from({ length: slideCount(recipe) }, () => slide) };
}

export function write(company: Company, recipe: Recipe, { draws } = { draws: true }): Written {
  const scope = scopeFor(company, recipe);
  const title = titleOf(recipe, scope);
  const { kind, lengths } = recipe;
  if (isOf(slideKinds, kind))
    return { company, title, sections: [], pages: layOutSlides(scope, title, slideCount(recipe)) };
  const template = company.data.templates.get(kind);
  if (template === undefined) throw new Error(`the sample market has no template for ${kind}`);
  const report = writeDocument(template, scope);
  const sections = recipe.amendment ? amended(report, scope, recipe.variant === 1) : sized(report, recipe, scope);
  const beginPages = lengths === "full" ? attached[kind] : undefined;
  return { company, title, ...layOutFiling(headOf(scope, title, recipe), sections, { beginPages, draws }) };
}

/** Parts that begin on pages of their own: what is attached to an earnings summary, and the chapters of a report. */
const attached: Readonly<Record<string, ReadonlySet<string>>> = {
  earnings_summary: new Set([
    "qualitative",
    "accounting-basis",
    "income-statement",
    "equity-statement",
    "cash-statement",
    "notes",
    "supplement",
  ]),
  semiannual_report: new Set([
    "part-one",
    "conditions",
    "filing-company",
    "financials",
    "balance-sheet",
    "income-statement",
    "cash-statement",
    "notes",
    "others",
    "part-two",
    "review-report",
  ]),
};

function scopeFor(company: Company, { kind, year, quarter, variant, day, lengths }: Recipe): Scope {
  const size = sizeOf(company.issuer.index, lengths);
  return scopeOf(company, { kind, year, quarter, variant, filedOn: day, size });
}

/** The head of a short document: a notice is addressed to the public, a filing has its title. */
function headOf({ issuer }: Scope, title: string, { kind, day }: Recipe): Head {
  const code = issuer.securityCode;
  if (["annual_securities_report", "semiannual_report", "quarterly_report"].includes(kind)) {
    return {
      kind: "cover",
      title: title.replace(/－.*$/, ""),
      issuer: issuer.name,
      lines: [title.replace(/^.*－/, ""), `（${longDate(day)}提出）`, `証券コード ${code}`],
    };
  }
  if (familyOf(kind) === "edinet_filing")
    return { kind: "filing", title, lines: [`（${longDate(day)}提出）`, `${issuer.name}　証券コード ${code}`] };
  const from = [`会社名　${issuer.name}`, `代表者名　代表取締役社長　${issuer.president}`, `（コード番号　${code}）`];
  return { kind: "letter", title, date: longDate(day), to: "各　位", from };
}

/** Two half-year reports of the short form have lengths at the boundary of the first price tier, one on each side. */
function sized(sections: PublicationSection[], { kind, lengths }: Recipe, scope: Scope): PublicationSection[] {
  const goal = { 3: 10_000, 4: 10_001 }[scope.issuer.index];
  if (goal === undefined || kind !== "semiannual_report" || lengths !== "short") return sections;
  return padded(sections, goal, scope);
}

function titleOf({ kind, amendment }: Recipe, scope: Scope): string {
  const line = scope.company.data.titles.find(
    (each) =>
      each["kind"] === kind &&
      (each["when"] === "" || (each["when"] === "amendment" ? amendment : scope.holds([each["when"] ?? ""]))),
  );
  return fill(line?.["title"] ?? kind, scope);
}

function slideCount({ seed, issuer, kind, year, quarter }: Recipe): number {
  const random = randomOf(seed, "slides", issuer, kind, year, quarter);
  if (kind === "fact_book") return issuer === 4 ? factBookPages : random.int(12, 40);
  return kind === "integrated_report" ? random.int(48, 96) : random.int(9, 28);
}

export function documentIdOf({ issuer }: Company, { family, year, ordinal }: Planned): string {
  const number = issuer.index * 4096 + (year - 2008) * 64 + ordinal;
  if (family === "edinet_filing") return `S1Z${number.toString(36).toUpperCase().padStart(5, "0")}`;
  if (family === "timely_disclosure") return `9${String(number).padStart(13, "0")}`;
  return `ir-${issuer.securityCode}-${year}-${ordinal}`;
}

function recipeOf({ kind, year, quarter, variant, day, atMs, amends }: Planned, company: Company, span: Span): Recipe {
  const of = { seed: span.seed, issuer: company.issuer.index, lengths: span.lengths ?? "full" };
  return { ...of, kind, year, quarter, variant, day, atMs, amendment: amends !== undefined };
}

/** The publication of one planned document. `annualId` is that of the report which an amendment amends. */
export function publicationOf(
  planned: Planned,
  company: Company,
  span: Span,
  annualId: string | undefined,
): Publication {
  const { issuer } = company;
  const recipe = recipeOf(planned, company, span);
  const documentId = documentIdOf(company, planned);
  const { title, sections, pages } = outline(company, recipe);
  const { start, end, quarterEnds } = fiscalYear(planned.year, issuer.closingMonth);
  const periodic = isOf(periodicKinds, planned.kind);
  const pending = isPending(planned, company, span);
  const withheld = isWithheld(planned, company, span);
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
    sourceAttribution: "出典：見本の市場（架空。実在の会社及び開示とは関係ありません）",
    status: pending ? "pending_release" : withheld || sections.length === 0 ? "unavailable" : "ready",
    // Some have no release time and stay pending; the others are released at their time.
    releaseAtMs: pending && issuer.index % 2 === 1 ? at(nextBusinessDay(addDays(span.anchorDay, 2)), 16, 40) : null,
    sections: withheld ? [] : withNames(sections, company.data),
    pages: (withheld ? [] : pages).map(({ width, height }, index) => ({
      pageNumber: index + 1,
      width,
      height,
      listed: isListed(planned, company, index + 1, pages.length),
    })),
    originals: withheld ? [] : originalsOf(planned, company, recipe, documentId, sections),
    images: [],
  };
}

function isPending(planned: Planned, { issuer }: Company, span: Span): boolean {
  return planned.variant >= 20 && issuer.index % 9 === 1 && planned.day >= addDays(span.anchorDay, -6);
}

/** A few filings are not disclosed: they are listed, and have nothing to deliver. */
function isWithheld({ kind, variant, day }: Planned, { issuer }: Company, span: Span): boolean {
  const isOld = day < addDays(span.anchorDay, -400);
  return isOld && kind === "extraordinary_report" && variant === 1 && [5, 8].includes(issuer.index % 10);
}

/** Some filings withhold their cover and signature pages. */
function isListed(planned: Planned, { issuer }: Company, page: number, count: number): boolean {
  if (planned.kind !== "annual_securities_report" || issuer.index % 3 !== 0) return true;
  return page > 2 && page <= count - 2;
}

function originalsOf(
  planned: Planned,
  company: Company,
  recipe: Recipe,
  documentId: string,
  sections: readonly PublicationSection[],
): PublicationOriginal[] {
  const source = { maker: "sample-pdf", recipe };
  const pdf = {
    originalId: "pdf",
    mediaType: "application/pdf",
    fileName: `${documentId}.pdf`,
    source,
    deliverable: true,
  };
  if (planned.family !== "edinet_filing") return [pdf];
  const zip: PublicationOriginal = {
    ...pdf,
    originalId: "zip",
    mediaType: "application/zip",
    fileName: `${documentId}.zip`,
    source: { maker: "sample-zip", recipe },
    factCount: countFacts(sections, company, recipe),
  };
  const { factCount: _none, ...csv } = {
    ...zip,
    originalId: "csv",
    fileName: `${documentId}-csv.zip`,
    deliverable: false,
  };
  return planned.kind === "annual_securities_report" && company.issuer.index % 4 === 0 ? [pdf, zip, csv] : [pdf, zip];
}
