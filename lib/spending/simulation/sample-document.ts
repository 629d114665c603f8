import { DocumentId, OriginalId, SectionId, SecurityCode } from "../../contract/ids.ts";
import type { Tier } from "../../contract/prices.ts";
import { creditsFor } from "../../contract/prices.ts";
import type { DocumentSummary, DocumentTocResponse, Issuer, TocEntry } from "../../contract/resources.ts";
import { countCharacters } from "../../text/format/count-characters.ts";

/**
 * The document that the simulated service sells: two chapters with parts, a section without parts, five pages and a
 * file.
 */
interface Part {
  readonly id: string;
  readonly parent: string | null;
  readonly text: string;
}

const parts: readonly Part[] = [
  part("s1", null, "# 第1 企業の概況\n\n", 0),
  part("s1-1", "s1", "## 1 主要な経営指標\n\n", 400),
  part("s1-2", "s1", "## 2 沿革\n\n", 700),
  part("s2", null, "# 第2 事業の状況\n\n", 30),
  part("s2-1", "s2", "## 1 経営方針\n\n", 900),
  part("s2-2", "s2", "## 2 リスク\n\n", 1_200),
  part("s3", null, "# 第3 設備の状況\n\n", 500),
];

function part(id: string, parent: string | null, heading: string, fill: number): Part {
  return { id, parent, text: heading + "本文".repeat(fill / 2) + (fill > 0 ? "\n\n" : "") };
}

export const pageCount = 5;
export const sectionIds = parts.map((each) => each.id);
export const originalId = OriginalId.parse("pdf");

export function withDescendants(id: string): string[] {
  return parts.filter((each) => each.id === id || each.parent === id).map((each) => each.id);
}

function textOf(id: string): string {
  const inside = new Set(withDescendants(id));
  return parts
    .filter((each) => inside.has(each.id))
    .map((each) => each.text)
    .join("");
}

/** Who filed it, as a list of issuers names it. */
export const sampleIssuer: Issuer = {
  ...{ security_code: SecurityCode.parse("7001"), name: "海鳴精機", name_en: null, name_kana: null },
  ...{ market: null, sector: null, edinet_code: null, corporate_number: null },
};

/** A tenth of the usual tiers for a tenth of the usual text, to save time over a hundred thousand histories. */
const tiers: readonly Tier[] = [
  { max_characters: 1_000, credits: 2 },
  { max_characters: 3_000, credits: 4 },
  { max_characters: null, credits: 8 },
];

const toc: TocEntry[] = parts.map((each) => ({
  section_id: SectionId.parse(each.id),
  title: headingOf(each),
  title_en: null,
  level: each.parent === null ? 1 : 2,
  parent_section_id: each.parent === null ? null : SectionId.parse(each.parent),
  character_count: countCharacters(textOf(each.id)),
  page_number: null,
  content_tag: null,
}));

/** A document that lacks a part that it announces. */
export const lackingId = "LACKING";

export function tocOf(documentId: string, withSizes: boolean): DocumentTocResponse {
  return {
    document_id: DocumentId.parse(documentId),
    content_tiers: withSizes ? [...tiers] : [],
    toc: withSizes ? toc : toc.map((each) => ({ ...each, character_count: null })),
    missing_parts: [],
    moved_sections: [],
  };
}

export function summaryOf(documentId: string, withSizes: boolean): DocumentSummary {
  return {
    document_id: DocumentId.parse(documentId),
    document_family: "edinet_filing",
    document_type: "annual_securities_report",
    title: "有価証券報告書",
    security_code: SecurityCode.parse(documentId === "D2" ? "7002" : "7001"),
    issuer_name: "海鳴精機",
    issuer_name_en: "Uminari Seiki Co., Ltd.",
    timeline_at: "2026-06-25T15:00:00+09:00",
    period_start: null,
    period_end: null,
    fiscal_period: null,
    content_status: "ready",
    image_available: true,
    page_count: pageCount,
    character_count: withSizes ? countCharacters(contentText(undefined)) : null,
    language: "ja",
    amends_document_id: null,
    amended_by_document_id: null,
    superseded_by_document_id: null,
    source_url: null,
    source_attribution: null,
    missing_parts: documentId === lackingId ? ["第一部"] : [],
  };
}

function contentText(sections: readonly string[] | undefined): string {
  return sections === undefined ? parts.map((each) => each.text).join("") : sections.map(textOf).join("");
}

export interface Delivered {
  readonly body: Uint8Array;
  readonly mediaType: string;
  readonly credits: number;
  /** What the buyer has received, to count what was sold twice. */
  readonly pieces: readonly string[];
}

/** The answer to a request of the interface; undefined where there is nothing at the address. */
export function answerFor(target: string, body: string | undefined): Delivered | undefined {
  const url = new URL(target, "http://service");
  const document = /^\/v1\/documents\/([^/]+)\/(.+)$/.exec(url.pathname);
  if (document === null) return questionAnswer(url.pathname, body ?? url.search);
  const [, documentId = "", rest = ""] = document;
  if (rest === "content") return contentAnswer(documentId, url.searchParams.getAll("sections"));
  const page = /^pages\/(\d+)\/image$/.exec(rest)?.[1];
  if (page !== undefined) return Number(page) <= pageCount ? imageAnswer(documentId, Number(page)) : undefined;
  if (rest !== `originals/${originalId}`) return undefined;
  const file = Buffer.from(`%PDF-1.7 ${documentId} ${"x".repeat(500)} %%EOF`);
  return { body: file, mediaType: "application/pdf", credits: 8, pieces: [`${documentId}/original`] };
}

/** The image that comes with each text: one pixel. */
export const imageName = "chart.png";
const imageData = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

function contentAnswer(documentId: string, sections: string[]): Delivered | undefined {
  if (!sections.every((id) => sectionIds.includes(id))) return undefined;
  const wanted = sections.length === 0 ? undefined : sections;
  const content = contentText(wanted);
  const answer = {
    document_id: documentId,
    content_format: "markdown",
    content,
    ...(wanted === undefined
      ? {}
      : {
          sections_returned: wanted,
          content_sections: wanted.map((id) => ({ section_id: id, title: null, content: textOf(id) })),
        }),
    content_figures: [
      { figure_id: imageName, section_id: wanted?.[0] ?? sectionIds[0], media_type: "image/png", data: imageData },
      { figure_id: "no-room.png", section_id: null, media_type: null, data: null },
    ],
  };
  const pieces = (wanted ?? sectionIds).flatMap(withDescendants).map((id) => `${documentId}/${id}`);
  return {
    ...json(answer),
    credits: creditsFor(tiers, countCharacters(content)),
    pieces: [...new Set(pieces)],
  };
}

function imageAnswer(documentId: string, page: number): Delivered {
  const body = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.from(`${documentId} page ${page}`),
    Buffer.from([0xff, 0xd9]),
  ]);
  return { body, mediaType: "image/jpeg", credits: 1, pieces: [`${documentId}/page ${page}`] };
}

function questionAnswer(path: string, asked: string): Delivered | undefined {
  if (path === "/v1/news") return { ...json({ news: [], next_cursor: null }), credits: 1, pieces: [] };
  if (!path.startsWith("/v1/search/")) return undefined;
  return { ...json({ match_type: "lexical", hits: hitsOf(asked), asked }), credits: 1, pieces: [] };
}

/** The parts whose heading has the words of the question. */
function hitsOf(asked: string) {
  const query = /"query":"([^"]+)"/.exec(asked)?.[1];
  const found = parts.filter((each) => query !== undefined && headingOf(each).includes(query));
  return found.map((each) => {
    const at = headingOf(each).indexOf(query ?? "");
    return {
      document: summaryOf("D1", true),
      section_id: each.id,
      section_title: headingOf(each),
      section_path: [headingOf(each)],
      score: 1,
      snippet: { text: headingOf(each), highlights: [[at, at + (query ?? "").length]] },
    };
  });
}

function headingOf(each: Part): string {
  return each.text.split("\n")[0]?.replace(/^#+ /, "") ?? "";
}

function json(value: unknown): { body: Uint8Array; mediaType: string } {
  return { body: Buffer.from(JSON.stringify(value)), mediaType: "application/json" };
}
