import type { AnswerRun, Passage, QuestionPlan } from "../record.ts";

/** An answer as a run leaves it, for tests: two passages of two documents, one purchase, one figure. */
const hashes = ["a".repeat(64), "b".repeat(64)] as const;

export const samplePlan: QuestionPlan = {
  plan_id: "plan_sample",
  question: "三月鑿岩の2025年3月期の売上高はいくらか。",
  language: "ja",
  asks_for: "figure",
  budget: 5,
  issuers: [{ security_code: "99010", name: "三月鑿岩", named_as: null }],
  documents: [
    {
      document_id: "D1",
      title: "有価証券報告書 第45期",
      issuer_name: "三月鑿岩",
      security_code: "99010",
      period_end: "2025-03-31",
      whole_credits: 8,
    },
    {
      document_id: "D2",
      title: "決算短信",
      issuer_name: "三月鑿岩",
      security_code: "99010",
      period_end: "2025-03-31",
      whole_credits: 4,
    },
  ],
  steps: [
    {
      step_id: "step-1",
      kind: "owned_text",
      document_id: "D2",
      query: null,
      sections: [
        {
          section_id: "s1",
          title: "経営成績の概況",
          characters: 1800,
          why: { reason: "owned", words: ["売上高"] },
        },
      ],
      document_title: "決算短信",
      issuer_name: "三月鑿岩",
      credits: 0,
      owned: true,
    },
    {
      step_id: "step-2",
      kind: "sections",
      document_id: "D1",
      query: null,
      sections: [
        {
          section_id: "s2",
          title: "主要な経営指標等の推移",
          characters: 4200,
          why: { reason: "statutory_heading", words: ["主要な経営指標等の推移"] },
        },
      ],
      document_title: "有価証券報告書 第45期",
      issuer_name: "三月鑿岩",
      credits: 2,
      owned: false,
    },
    {
      step_id: "step-3",
      kind: "search",
      document_id: null,
      query: "三月鑿岩 売上高",
      sections: [],
      document_title: null,
      issuer_name: null,
      credits: 1,
      owned: false,
    },
    {
      step_id: "step-4",
      kind: "sections",
      document_id: "D1",
      query: null,
      sections: [
        {
          section_id: "s3",
          title: "連結財務諸表",
          characters: 52_000,
          why: { reason: "heading_words", words: ["財務"] },
        },
      ],
      document_title: "有価証券報告書 第45期",
      issuer_name: "三月鑿岩",
      credits: 8,
      owned: false,
    },
  ],
  stops_at: 3,
  most: 3,
  total_if_all: 11,
  planned_at: "2026-11-22T10:00:00+09:00",
};

const passages: readonly Passage[] = [
  {
    document_id: "D1",
    document_title: "有価証券報告書 第45期",
    issuer_name: "三月鑿岩",
    section_id: "s2",
    heading: "主要な経営指標等の推移",
    page: 2,
    text: "| 売上高 (百万円) | 11,400 | 12,345 |",
    offsets: { start: 40, end: 69 },
    receipt_id: "receipt-1",
    sha256: hashes[0],
    score: 0.93,
    amended_by_document_id: null,
    superseded_by_document_id: null,
  },
  {
    document_id: "D2",
    document_title: "決算短信",
    issuer_name: "三月鑿岩",
    section_id: "s1",
    heading: "経営成績の概況",
    page: null,
    text: "売上高は12,345百万円となり、前期比8.3％増加した。",
    offsets: { start: 12, end: 41 },
    receipt_id: "receipt-2",
    sha256: hashes[1],
    score: 0.71,
    amended_by_document_id: "D3",
    superseded_by_document_id: null,
  },
];

const [owned, bought, search] = samplePlan.steps;
if (owned === undefined || bought === undefined || search === undefined) throw new Error("no steps");

export const sampleRun: AnswerRun = {
  answer_id: "answer_sample",
  state: "done",
  plan: samplePlan,
  budget: 3,
  spent: 2,
  task_id: "task_sample",
  steps: [
    { ...owned, outcome: "read", purchase_id: null, ledger: [], error_code: null },
    {
      ...bought,
      outcome: "bought",
      purchase_id: "purchase-1",
      ledger: [
        {
          intent_id: "intent-1",
          state: "stored",
          credits: 2,
          credits_max: 2,
          at: "2026-11-22T10:01:00+09:00",
        },
      ],
      error_code: null,
    },
  ],
  other_ledger: [],
  passages: [...passages],
  figures: [
    {
      document_id: "D1",
      section_id: "s2",
      passage: 0,
      row: "売上高",
      column: "2025年3月",
      value: "12,345",
      unit: "百万円",
      score: 0.93,
    },
  ],
  holds: true,
  not_looked_at: [
    {
      document_id: "D1",
      document_title: "有価証券報告書 第45期",
      sections: [{ section_id: "s3", title: "連結財務諸表" }],
      credits: 8,
    },
  ],
  stopped_because: "evidence",
  asked_at: "2026-11-22T10:00:30+09:00",
  ended_at: "2026-11-22T10:01:02+09:00",
  wording: {
    sentences: [
      {
        text: "売上高は12,345百万円で、8.3％増加した。",
        quotes: [{ passage: 1, quote: "売上高は12,345百万円となり、前期比8.3％増加した。" }],
        struck: false,
      },
      { text: "翌期は20,000百万円を見込む。", quotes: [], struck: true, why: "no_quote" },
    ],
  },
};
