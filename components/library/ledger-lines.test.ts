import { describe, expect, test } from "vitest";
import type { LedgerRow } from "@/lib/spending/wire";
import { creditsOf, ledgerLines } from "./ledger-lines.ts";

const row = (intent_id: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
  intent_id,
  at: "2026-11-22T10:00:00+09:00",
  opened_at: "2026-11-22T10:00:00+09:00",
  kind: "pages",
  document_id: "D1",
  document_title: null,
  security_code: null,
  issuer_name: null,
  issuer_name_en: null,
  subject: null,
  credits: 1,
  balance: null,
  label: null,
  state: "stored",
  credits_max: 1,
  section_id: null,
  page_number: null,
  original_id: null,
  input: null,
  hit_count: null,
  error_code: null,
  incomplete: false,
  agent: null,
  ...more,
});
const page = (page_number: number, balance: number, more: Partial<LedgerRow> = {}) =>
  row(`p${page_number}`, { page_number, balance, ...more });

describe("lines of the ledger", () => {
  test("a range is one line with the sum and the last balance, and opens in page order", () => {
    const rows = [page(4, 96), page(5, 97), page(3, 98), page(9, 99), row("s", { kind: "sections", balance: 100 })];
    const [range, section] = ledgerLines(rows);
    expect(range?.row.balance).toBe(96);
    expect(range?.pages.map((each) => each.page_number)).toEqual([3, 4, 5, 9]);
    expect(range === undefined ? null : creditsOf(range)).toBe(4);
    expect(section).toEqual({ row: rows[4], pages: [] });
  });

  test("what another document, moment, outcome or label parts stays apart, and so does what lies between", () => {
    const rows = [
      page(1, 90),
      page(2, 91, { document_id: "D2" }),
      page(3, 92, { opened_at: "2026-11-22T09:00:00+09:00" }),
      page(4, 93, { state: "failed", credits: 0 }),
      page(5, 94, { label: "client" }),
      row("q", { kind: "search_documents", document_id: null, balance: 95 }),
      page(6, 96, { label: "client" }),
    ];
    expect(ledgerLines(rows).map(({ pages }) => pages.length)).toEqual(rows.map(() => 0));
  });

  test("each balance is the one after its line, also of purchases that were on their way together", () => {
    const at = (second: number) => `2026-11-22T10:00:0${second}+09:00`;
    const search = (id: string, opened: number, charged: number, balance: number) =>
      row(id, { kind: "search_documents", document_id: null, opened_at: at(opened), at: at(charged), balance });
    // Three at once, each told what the others had reserved; before them one alone, and a grant of credits since.
    const rows = [search("c", 1, 5, 97), search("b", 1, 4, 97), search("a", 1, 3, 97), search("alone", 0, 0, 50)];
    expect(ledgerLines(rows).map((line) => line.row.balance)).toEqual([97, 98, 99, 50]);
  });

  test("a sum that isn't known is not told", () => {
    const [line] = ledgerLines([page(1, 9, { credits: null }), page(2, 10)]);
    expect(line === undefined ? 0 : creditsOf(line)).toBeNull();
  });
});
