import type { EndpointName } from "./endpoints.ts";
import { defaultContentTiers } from "./prices.ts";

/** Examples for the OpenAPI document. The issuer and its disclosures are invented; a test parses each by its schema. */
const document = {
  document_id: "S100HK01",
  document_family: "edinet_filing",
  document_type: "annual_securities_report",
  title: "有価証券報告書－第42期",
  security_code: "0A1B",
  issuer_name: "株式会社あけぼの精工",
  issuer_name_en: "Akebono Seiko Co., Ltd.",
  timeline_at: "2025-06-26T15:30:00+09:00",
  period_start: "2024-04-01",
  period_end: "2025-03-31",
  fiscal_period: "2024FY",
  content_status: "ready",
  image_available: true,
  page_count: 128,
  character_count: 143_659,
  language: "ja",
  amends_document_id: null,
  amended_by_document_id: null,
  missing_parts: [],
  superseded_by_document_id: null,
  source_url: null,
  source_attribution: null,
};

const news = {
  news_id: "news-20250626-01",
  title: "あけぼの精工、配当予想を修正",
  statement: "株式会社あけぼの精工は2025年3月期の期末配当予想を1株当たり24円に修正した。",
  observed_at: "2025-06-26T15:45:00+09:00",
  security_codes: ["0A1B"],
  references: [{ document_id: "S100HK01", section_id: "s-4-3", page_number: 61, url: null, title: "配当政策" }],
};

const standing = { phrase_id: "ph-3kq9x2", phrase: "財務制限条項", created_at: "2025-06-26T09:00:00+09:00" };

export const requestExamples: Readonly<Partial<Record<EndpointName, unknown>>> = {
  searchDocuments: {
    query: "為替の変動は業績にどのような影響を与えるか",
    security_codes: ["0A1B"],
    include_snippet: true,
  },
  searchNews: { query: "配当予想", match_type: "lexical" },
  verifyQuote: {
    document_id: "S100HK01",
    quote: "為替が1円円高になると、当社グループの連結営業利益は、年間で約2億円減少すると見込んでおります。",
  },
  standPhrase: { phrase: "財務制限条項" },
};

export const responseExamples: Readonly<Partial<Record<EndpointName, unknown>>> = {
  health: { status: "ok", version: "1.0.0" },
  ready: {
    status: "ok",
    version: "1.0.0",
    checks: { store: "ok", migrations: "ok" },
    market: {
      up_to: "2026-06-26T15:42:10+09:00",
      stale: false,
      missing: [{ from: "2026-06-03", to: "2026-06-05" }],
      waiting: 12,
    },
  },
  searchIssuers: {
    issuers: [
      {
        security_code: "0A1B",
        name: "株式会社あけぼの精工",
        name_en: "Akebono Seiko Co., Ltd.",
        name_kana: "アケボノセイコウ",
        market: "プライム",
        sector: "精密機器",
        edinet_code: "E90001",
        corporate_number: "9000000000001",
      },
    ],
  },
  listDocuments: { documents: [document], next_cursor: null },
  getDocument: document,
  getToc: {
    document_id: "S100HK01",
    content_tiers: [...defaultContentTiers],
    toc: [
      {
        section_id: "s-2",
        title: "第2【事業の状況】",
        title_en: "Business",
        level: 1,
        parent_section_id: null,
        character_count: 28_120,
        page_number: 14,
        page_confidence: 1,
        page_breaks: [{ page_number: 15, characters: 1_204 }],
        content_tag: "1-5e3fa09c.mJ8p0Zy4hX2sQm1c7b3LkA",
        own_content_tag: "1-5e3fa09c.Yq0T7mWc2n4PzR8bD1vKxg",
      },
      {
        section_id: "s-2-3",
        title: "３【事業等のリスク】",
        title_en: null,
        level: 2,
        parent_section_id: "s-2",
        character_count: 9_480,
        page_number: 21,
        page_confidence: 0.95,
        page_breaks: [],
        content_tag: "1-5e3fa09c.0Vf1wq9d2K6yT3nPzE8a5g",
        own_content_tag: "1-5e3fa09c.uH6sLq9kT2yBv5JmN3eXwA",
      },
    ],
    missing_parts: [],
    moved_sections: [],
  },
  listPageImages: {
    document_id: "S100HK01",
    page_count: 128,
    pages: [{ page_number: 1, width: 1240, height: 1755, byte_size: null }],
  },
  listOriginals: {
    document_id: "S100HK01",
    originals: [{ original_id: "pdf", media_type: "application/pdf", file_name: "S100HK01.pdf", byte_size: 2_480_113 }],
  },
  listNews: { news: [news], next_cursor: null },
  getNews: news,
  searchDocuments: {
    match_type: "semantic",
    hits: [
      {
        document,
        section_id: "s-2-3",
        section_title: "３【事業等のリスク】",
        section_path: ["第2【事業の状況】", "３【事業等のリスク】"],
        score: 11.4,
        snippet: { text: "為替が1円円高になると、営業利益は約2億円減少する。", highlights: [[0, 2]] },
      },
    ],
  },
  searchNews: { match_type: "lexical", hits: [{ news, score: 6.2 }] },
  getContent: {
    document_id: "S100HK01",
    content_format: "markdown",
    content: "### ３【事業等のリスク】\n\n為替が1円円高になると、営業利益は約2億円減少する。\n",
    sections_returned: ["s-2-3"],
    content_sections: [
      {
        section_id: "s-2-3",
        title: "３【事業等のリスク】",
        content: "### ３【事業等のリスク】\n\n為替が1円円高になると、営業利益は約2億円減少する。\n",
      },
    ],
    content_figures: [],
  },
  verifyQuote: {
    document_id: "S100HK01",
    left_out: [],
    verdict: "found",
    ellipsis: false,
    rule: "whole_sentences",
    failures_left: 10,
  },
  standPhrase: standing,
  listStanding: {
    phrases: [standing],
    new_left_today: 4,
    matches: [
      {
        phrase_id: "ph-3kq9x2",
        matched_at: "2025-06-26T15:46:10+09:00",
        passages: 2,
        document,
        sections: [{ section_id: "s-2-3", title: "３【事業等のリスク】", character_count: 9_480, passages: 2 }],
      },
    ],
    next_cursor: null,
  },
  endStanding: { phrase_id: "ph-3kq9x2" },
};
