import type { NewsPublication, Publication, PublicationSection } from "../domain/publishing/publication.ts";
import { addDays, at, nextBusinessDay } from "./calendar.ts";
import type { Company } from "./company.ts";
import type { SampleIssuer } from "./issuers.ts";
import type { Span } from "./plan.ts";
import { type Random, randomOf } from "./random.ts";
import { changeOf } from "./writing/functions.ts";
import { termsOf } from "./writing/open-scope.ts";

type Reference = NewsPublication["references"][number];

/** The news statements about one issuer, each with its primary sources. */
export function newsOf(company: Company, documents: readonly Publication[], span: Span): NewsPublication[] {
  const { issuer } = company;
  const latestMs = at(span.anchorDay, 8, 59);
  const news: NewsPublication[] = [];
  for (const document of documents) {
    // Of the document alone: its news is the same whichever documents are loaded with it.
    const random = randomOf(span.seed, "news", issuer.index, document.documentId);
    if (!random.chance(worth[document.type] ?? 0.05)) continue;
    const observedAtMs = document.timelineAtMs + random.int(4, 220) * 60_000;
    if (observedAtMs > latestMs) continue;
    const ordinal = random.int(1, 60);
    const told = whatIsTold(document, ordinal, random);
    news.push({
      newsId: `N${issuer.securityCode}-${document.documentId}`,
      title: random.chance(0.15) ? null : headline(company, document, random),
      statement: statementOf(issuer, document, told),
      // Some are noticed only on the next morning of a business day.
      observedAtMs: random.chance(0.12)
        ? at(nextBusinessDay(addDays(jstDay(observedAtMs), 1)), 7, random.int(0, 59))
        : observedAtMs,
      securityCodes: [issuer.securityCode],
      references: referencesOf(document, told, ordinal),
    });
  }
  return news.filter(({ observedAtMs }) => observedAtMs <= latestMs);
}

const worth: Readonly<Record<string, number>> = {
  annual_securities_report: 0.8,
  earnings_summary: 0.5,
  forecast_revision: 0.9,
  share_buyback: 0.5,
  management_change: 0.8,
  acquisition_or_merger: 0.7,
  tender_offer_statement: 1,
  large_holding_report: 0.6,
  other_timely_disclosure: 0.4,
};

function jstDay(ms: number): string {
  return new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10);
}

function headline(company: Company, document: Publication, random: Random): string {
  const words: Readonly<Record<string, string>> = {
    annual_securities_report: "有価証券報告書を提出",
    earnings_summary: "決算を発表",
    forecast_revision: "業績予想を修正",
    share_buyback: "自己株式の取得を決議",
    management_change: "代表取締役が交代",
    acquisition_or_merger: "子会社を吸収合併",
    tender_offer_statement: "株式の公開買付けが開始",
    large_holding_report: "大量保有報告書が提出される",
  };
  const what = words[document.type] ?? random.pick(["開示を更新", "資料を公表"]);
  return `${company.issuer.shortName}、${what}${results(company, document)}`;
}

/** A report's headline about sales, from the figures that the report itself prints. */
function results(company: Company, { type, fiscalPeriod }: Publication): string {
  if (fiscalPeriod === null || (type !== "earnings_summary" && type !== "annual_securities_report")) return "";
  const [year, quarter] = [Number(fiscalPeriod.slice(0, 4)), ["FY", "Q1", "H1", "Q3"].indexOf(fiscalPeriod.slice(4))];
  const [now, before] = [company.until(year, quarter), company.until(year - 1, quarter)];
  return `　${termsOf(company)["sales"]}は${changeOf(now.sales, before.sales, quarter)}`;
}

/** A part of the document and the words that stand in it. */
interface Told {
  readonly section: PublicationSection | undefined;
  readonly quotes: readonly string[];
}

/** One section or two of a ready document, each with a sentence that it says. */
function whatIsTold(document: Publication, ordinal: number, random: Random): readonly Told[] {
  if (document.status !== "ready") return [];
  const speaking = document.sections.flatMap((section) => {
    const quotes = sentencesOf(section.markdown);
    return quotes.length === 0 ? [] : [{ section, quotes: [random.pick(quotes)] }];
  });
  return random.some(speaking, ordinal % 3 === 2 ? 2 : 1);
}

/** Sentences of prose that say something by themselves. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("　"))
    .flatMap((line) => line.trim().split("。"))
    .filter(
      (sentence) =>
        sentence.length >= 24 && sentence.length <= 110 && !/^[なこまた]|^[①-④]|該当事項|有無|とおり/.test(sentence),
    );
}

function statementOf(issuer: SampleIssuer, document: Publication, told: readonly Told[]): string {
  const parts = told.map(
    ({ section, quotes }) => `「${section?.title ?? ""}」では、「${quotes.join("。")}」と記している。`,
  );
  return `${issuer.name}（${issuer.securityCode}）が「${document.title}」を公表した。${parts.join("")}`;
}

/** One source, or several: the sections that are quoted, a page of theirs, and an address outside. */
function referencesOf(document: Publication, told: readonly Told[], ordinal: number): Reference[] {
  const whole: Reference = {
    documentId: document.documentId,
    sectionId: null,
    pageNumber: null,
    url: null,
    title: document.title,
  };
  const references: Reference[] = told.flatMap(({ section }) =>
    section === undefined ? [] : [{ ...whole, sectionId: section.sectionId, title: section.title }],
  );
  const page = told[0]?.section?.pageNumber ?? 1;
  if (ordinal % 4 === 1 && document.pages[page - 1]?.listed === true) references.push({ ...whole, pageNumber: page });
  if (ordinal % 5 === 2) {
    references.push({
      documentId: null,
      sectionId: null,
      pageNumber: null,
      url: `https://example.com/ir/${document.documentId}`,
      title: "会社の発表（架空の外部サイト）",
    });
  }
  return references.length === 0 ? [whole] : references;
}
