import { createHash } from "node:crypto";
import { jstDayStartMs } from "../../lib/contract/dates.ts";
import type {
  IssuerPublication,
  NewsPublication,
  Publication,
  PublicationSection,
} from "../domain/publishing/publication.ts";

/**
 * A small market for tests, with every state that an endpoint must distinguish. Can be published through any engine.
 */

export const hourMs = 3_600_000;
export const at = (day: string, hours: number): number => jstDayStartMs(day) + hours * hourMs;

export const pdfBytes = new TextEncoder().encode(`%PDF-1.7 ${"株式会社".repeat(30_000)}`);
export const jpegBytes = new TextEncoder().encode(`JPEG ${"x".repeat(5_000)}`);
export const blobOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const section = (
  sectionId: string,
  markdown: string,
  level = 1,
  parentSectionId: string | null = null,
): PublicationSection => ({ sectionId, title: `表題 ${sectionId}`, level, parentSectionId, markdown });

/** Markdown of an exact number of characters. */
const filled = (characters: number, text = "あ"): string => `# 見出し\n\n${text}`.padEnd(characters, text.at(-1));

const base = {
  family: "edinet_filing",
  type: "annual_securities_report",
  securityCode: "9A01",
  issuerName: "株式会社あけぼの精工",
  periodStart: "2024-04-01",
  periodEnd: "2025-03-31",
  fiscalPeriod: "2024FY",
  language: "ja",
  amendsDocumentId: null,
  sourceUrl: null,
  sourceAttribution: null,
  status: "ready",
  releaseAtMs: null,
  pages: [],
  originals: [],
  images: [],
} as const satisfies Partial<Publication>;

const pdf = (deliverable = true) => ({
  originalId: "pdf",
  mediaType: "application/pdf",
  fileName: '有価証券報告書 "第42期".pdf',
  source: { blob: blobOf(pdfBytes), byteSize: pdfBytes.byteLength },
  deliverable,
});

const page = (pageNumber: number, listed = true) => ({ pageNumber, width: 595, height: 842, listed });

export const releaseAtMs = at("2025-07-01", 15);

export const documents: readonly Publication[] = [
  {
    ...base,
    documentId: "READY1",
    title: "有価証券報告書－第42期",
    timelineAtMs: at("2025-06-26", 15),
    sections: [
      section("cover", "表紙の文字 𠮷野家と𩸽\n\n"),
      section("part1", "# 第一部\n\n"),
      section("part1-1", "## 第1 企業の概況\n\n沿革。\n\n", 2, "part1"),
      section("part1-1-1", "### １ 主要な経営指標\n\n△12百万円。\n\n", 3, "part1-1"),
      section("part1-2", "## 第2 事業の状況\n\nリスク。\n\n", 2, "part1"),
      section("part2", "# 第二部\n\n保証会社なし。\n"),
    ],
    pages: [page(1), page(2, false), page(3)],
    originals: [pdf(), { ...pdf(false), originalId: "zip", mediaType: "application/zip", fileName: "READY1.zip" }],
  },
  {
    ...base,
    documentId: "TEN-K",
    title: "一万字",
    timelineAtMs: at("2025-06-20", 8.5),
    sections: [section("a", filled(10_000))],
  },
  {
    ...base,
    documentId: "TEN-K-1",
    title: "一万一字",
    timelineAtMs: at("2025-06-20", 8.5),
    sections: [section("a", filled(10_000)), section("b", "𠮷")],
  },
  {
    ...base,
    documentId: "LONG",
    title: "長い本文",
    timelineAtMs: at("2025-06-19", 0),
    sections: [section("a", filled(9_000)), section("b", filled(30_000)), section("c", filled(20_000))],
  },
  {
    ...base,
    documentId: "PENDING",
    title: "公表前",
    status: "pending_release",
    releaseAtMs,
    timelineAtMs: at("2025-06-25", 15),
    sections: [section("a", "# 公表前\n")],
    pages: [page(1)],
    originals: [pdf()],
  },
  {
    ...base,
    documentId: "PENDING-UNKNOWN",
    title: "公表前、時刻不明",
    status: "pending_release",
    timelineAtMs: at("2025-06-25", 14),
    sections: [section("a", "# 公表前\n")],
    originals: [pdf()],
  },
  {
    ...base,
    documentId: "IMAGES",
    family: "ir_material",
    type: "ir_presentation",
    title: "決算説明資料",
    status: "unavailable",
    securityCode: "9A02",
    issuerName: "ひなた電機株式会社",
    timelineAtMs: at("2025-05-15", 16),
    sections: [],
    pages: [page(1), page(2)],
    originals: [pdf(false)],
  },
  {
    ...base,
    documentId: "WITHDRAWN",
    title: "取下げ",
    timelineAtMs: at("2025-06-01", 10),
    sections: [section("a", "# 取下げ\n")],
    pages: [page(1)],
    originals: [pdf()],
  },
  ...Array.from({ length: 30 }, (_, index) => ({
    ...base,
    documentId: `TIMELY-${String(index).padStart(2, "0")}`,
    family: "timely_disclosure" as const,
    type: "earnings_summary" as const,
    securityCode: index % 2 === 0 ? "9A03" : "9A02",
    issuerName: index % 2 === 0 ? "みなと化学株式会社" : "ひなた電機株式会社",
    title: `決算短信 ${index}`,
    // Every third shares its instant with the one before.
    timelineAtMs: at("2025-04-01", Math.floor(index / 3) * 12),
    fiscalPeriod: `${2000 + index}Q1`,
    sections: [section("a", `# 短信 ${index}\n`)],
  })),
];

export const withdrawn = "WITHDRAWN";

export const issuers: readonly IssuerPublication[] = [
  issuer("9A01", "株式会社あけぼの精工", "Akebono Seiko Co., Ltd."),
  issuer("9A02", "ひなた電機株式会社", "Hinata Electric Corporation"),
  issuer("9A03", "みなと化学株式会社", "Minato Chemical Co., Ltd."),
];

function issuer(securityCode: string, name: string, nameEn: string): IssuerPublication {
  return {
    securityCode,
    name,
    nameEn,
    nameKana: null,
    market: "プライム",
    sector: "機械",
    edinetCode: null,
    corporateNumber: null,
  };
}

export const news: readonly NewsPublication[] = Array.from({ length: 25 }, (_, index) => ({
  newsId: `NEWS-${String(index).padStart(2, "0")}`,
  title: index === 0 ? null : `見出し ${index}`,
  statement: `みなと化学は第${index}報を公表した。`,
  observedAtMs: at("2025-04-01", Math.floor(index / 2) * 7),
  securityCodes: index % 5 === 0 ? ["9A03", "9A01"] : ["9A03"],
  references: [
    { documentId: "READY1", sectionId: "part1-2", pageNumber: null, url: null, title: "事業の状況" },
    { documentId: null, sectionId: null, pageNumber: null, url: "https://example.com/ir", title: null },
  ],
}));
