import type { HitGroup } from "@/components/search/hits";
import {
  defaultContentTiers,
  exactly,
  interfaceContentCredits,
  pagePrice,
  unknownContentPrice,
} from "@/lib/contract/prices";
import type {
  AppProblem,
  CreditsView,
  IntentView,
  OwnedDocument,
  PurchaseAction,
  PurchaseView,
  Quote,
} from "@/lib/spending/wire";
import type { ListedDocument } from "@/lib/text/format/free-lists";

/** Invented records for the examples. */

export const action: PurchaseAction = { kind: "content", document_id: "LOOK-1" };
const [lowest, middle, highest] = interfaceContentCredits;
export const price = exactly(middle);
export const prices = { range: unknownContentPrice, highest: exactly(highest) } as const;

export const credits: CreditsView = {
  ...{ balance: 480, spent_today: 36, spent_month: 210, daily_cap: 120, monthly_cap: null, confirm_at: 8 },
  ...{ rate_limited_until: null, unknown_count: 0, basket_count: 0, unknown_max: 0, recent: [] },
};

export const quote: Quote = {
  ...{ token: "look", action, price, requests: 1, owned: false, balance: 480, balance_after: 476 },
  ...{ needs_confirmation: true, blocker: null, expires_at: "2026-06-01T12:00:00+09:00", retry_at: null },
  ...{ spent_today: 36, daily_cap: 120, monthly_cap: null },
  alternatives: [
    { action: { kind: "sections", document_id: "LOOK-1", sections: ["s1", "s2"] }, price: exactly(lowest) },
    { action: { kind: "pages", document_id: "LOOK-1", pages: [1, 2, 3] }, price: pagePrice, owned_parts: 2 },
  ],
};

export const refusal: AppProblem = {
  ...{ status: 503, code: "service_unavailable", detail: "", instance: "b1f0c2d4", retry_after_seconds: null },
};

export function purchase(state: IntentView["state"], error: AppProblem | null = null): PurchaseView {
  const credited = state === "stored" ? middle : null;
  const intent: IntentView = { intent_id: `look-${state}`, state, credits: credited, credits_max: middle, error };
  return {
    ...{ purchase_id: `look-${state}`, action, done: true, intents: [intent] },
    ...{ credits_charged: credited ?? 0, balance: 476 },
  };
}

/** Several pages, some of which have loaded. */
export const halfway: PurchaseView = {
  ...purchase("sent"),
  action: { kind: "pages", document_id: "LOOK-1", pages: [1, 2, 3] },
  done: false,
  intents: [
    { intent_id: "p1", state: "stored", credits: pagePrice.max, credits_max: 1, error: null },
    { intent_id: "p2", state: "sent", credits: null, credits_max: 1, error: null },
    { intent_id: "p3", state: "intent", credits: null, credits_max: 1, error: null },
  ],
};

const listed: ListedDocument = {
  ...{ document_id: "LOOK-1", document_family: "edinet_filing", document_type: "annual_securities_report" },
  ...{
    title: "有価証券報告書－第109期",
    security_code: "978A",
    issuer_name: "時雨塚設備株式会社",
    issuer_name_en: "Shigurezuka Setsubi Co., Ltd.",
  },
  ...{ timeline_at: "2026-06-26T15:30:00+09:00", fiscal_period: "2026-03", content_status: "ready" },
  ...{ image_available: true, page_count: 142, character_count: 86_000, language: "ja" },
  ...{ amends_document_id: null, amended_by_document_id: null },
  ...{ superseded_by_document_id: null, missing_parts: [] },
};

/** A row in each state that affects its cost. */
export const rows: readonly ListedDocument[] = [
  listed,
  { ...listed, document_id: "LOOK-2", title: "決算短信〔日本基準〕（連結）", character_count: 9_000, page_count: 18 },
  { ...listed, document_id: "LOOK-3", title: "四半期報告書", content_status: "pending_release", character_count: null },
  { ...listed, document_id: "LOOK-4", title: "決算説明資料", content_status: "unavailable", character_count: null },
  {
    ...listed,
    document_id: "LOOK-5",
    title: "訂正有価証券報告書",
    content_status: "withdrawn",
    image_available: false,
  },
];

export const owned: OwnedDocument = {
  ...{ document_id: "LOOK-2", whole: true, sections: [], pages: [], originals: [], without_lead: [] },
  pending: { sections: [], pages: [] },
};

export const sizes = {
  tiers: defaultContentTiers,
  sections: { s1: 4_200, s2: 18_000 },
} as const;

const document = { ...listed, amended_by_document_id: null };
export const hits: HitGroup = {
  document,
  hits: [
    {
      ...{
        document,
        section_id: "s1",
        section_title: "配当政策",
        section_title_en: "Dividend policy",
        section_path: ["第4 提出会社の状況", "3 配当政策"],
      },
      also_in: [
        {
          document_id: "LOOK-4",
          section_id: "s1",
          title: "訂正有価証券報告書",
          issuer_name: null,
          issuer_name_en: null,
          timeline_at: null,
        },
        {
          document_id: "LOOK-5",
          section_id: null,
          title: null,
          issuer_name: null,
          issuer_name_en: null,
          timeline_at: null,
        },
      ],
      snippet: { text: "当社は、年2回の剰余金の配当を行うことを基本方針としております。", highlights: [[10, 16]] },
    },
    {
      ...{
        document,
        section_id: "s2",
        section_title: "事業等のリスク",
        section_title_en: null,
        section_path: ["第2 事業の状況", "3 事業等のリスク"],
      },
      ...{ snippet: null, also_in: [] },
    },
  ],
};
