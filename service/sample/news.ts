import type { NewsPublication, Publication } from "../domain/publishing/publication.ts";
import { addDays, at, businessDay } from "./calendar.ts";
import type { SampleIssuer } from "./issuers.ts";
import type { Span } from "./plan.ts";
import { type Random, randomOf } from "./random.ts";
import { contextOf } from "./text/context.ts";

type Reference = NewsPublication["references"][number];

/** The news statements about one issuer, each with its primary sources. */
export function newsOf(issuer: SampleIssuer, documents: readonly Publication[], span: Span): NewsPublication[] {
  const random = randomOf(span.seed, "news", issuer.index);
  const latestMs = at(span.anchorDay, 8, 59);
  const news: NewsPublication[] = [];
  for (const document of documents) {
    if (!random.chance(worth[document.type] ?? 0.05)) continue;
    const observedAtMs = document.timelineAtMs + random.int(4, 220) * 60_000;
    if (observedAtMs > latestMs) continue;
    const ordinal = news.length + 1;
    news.push({
      newsId: `N${issuer.securityCode}-${document.documentId}`,
      title: random.chance(0.15) ? null : headline(issuer, document, random),
      statement: statement(span.seed, issuer, document, random),
      observedAtMs: random.chance(0.12)
        ? at(addDays(businessDay(addDays(jstDay(observedAtMs), -1)), 1), 7, random.int(0, 59))
        : observedAtMs,
      securityCodes: [issuer.securityCode],
      references: referencesOf(document, ordinal, random),
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

function headline(issuer: SampleIssuer, document: Publication, random: Random): string {
  const words: Readonly<Record<string, string>> = {
    annual_securities_report: "有価証券報告書で設備投資と事業等のリスクを更新",
    earnings_summary: "決算を発表",
    forecast_revision: "業績予想を修正",
    share_buyback: "自己株式の取得を決議",
    management_change: "代表取締役が交代",
    acquisition_or_merger: "子会社を吸収合併",
    tender_offer_statement: "株式の公開買付けが開始",
    large_holding_report: "大量保有報告書が提出される",
  };
  return `${issuer.shortName}、${words[document.type] ?? random.pick(["開示を更新", "資料を公表"])}`;
}

function statement(seed: number, issuer: SampleIssuer, document: Publication, random: Random): string {
  const year = Number((document.periodStart ?? jstDay(document.timelineAtMs)).slice(0, 4));
  const c = contextOf(seed, issuer, document.periodStart === null ? year - 1 : year);
  const facts = [
    `${c.segment(0)}事業において${c.product(0)}の需要が${c.customer(0)}向けに${c.demand(0)}ことが示された。`,
    `${c.material(1)}価格の動向が利益に与える影響について、前回の開示から記述が改められている。`,
    `${c.site(1)}への投資と${c.theme(0)}の進捗が述べられている。`,
    `${c.theme(1)}に関する方針が新たに加えられた。`,
  ];
  return `${issuer.name}（${issuer.securityCode}）が「${document.title}」を公表した。${random.some(facts, 2).join("")}`;
}

/** One source, or several: a section, a page, and an address outside. */
function referencesOf(document: Publication, ordinal: number, random: Random): Reference[] {
  const whole: Reference = {
    documentId: document.documentId,
    sectionId: null,
    pageNumber: null,
    url: null,
    title: document.title,
  };
  const sections = document.sections.filter(({ level }) => level >= 2);
  const references: Reference[] = [];
  if (sections.length > 0 && document.status === "ready" && ordinal % 3 !== 0) {
    for (const section of random.some(sections, Math.min(2, ordinal % 2 === 0 ? 2 : 1))) {
      references.push({ ...whole, sectionId: section.sectionId, title: section.title });
    }
  }
  const listed = document.pages.filter((page) => page.listed);
  if (ordinal % 4 === 1 && listed.length > 0) references.push({ ...whole, pageNumber: random.pick(listed).pageNumber });
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
