import { expect, test } from "vitest";
import { readListedDocument } from "@/lib/text/format/free-lists";
import { lookupOptions } from "./options";

const origin = "https://hiraku.example";
const match = (security_code: string) => ({
  issuer: { security_code, name: "海鳴精機株式会社", name_en: null, name_kana: null },
  nameRange: null,
  nameEnRange: null,
});
const kinds = (text: string, codes: string[] = []) =>
  lookupOptions(text, codes.map(match), origin).map((option) => `${option.kind} ${option.href}`);

test("a pasted id offers its document and no full-text search", () => {
  expect(kinds("S100ZX4K")).toEqual(["target /documents/S100ZX4K"]);
});

test("a code offers its issuer once, named where the name is known", () => {
  expect(kinds("971a0")).toEqual(["target /issuers/971A", "search /ask?q=971a0"]);
  expect(kinds("971A", ["971A"])).toEqual(["issuer /issuers/971A", "search /ask?q=971A"]);
});

test("a name offers issuers, then the full-text search, which spends nothing by being opened", () => {
  expect(kinds("海鳴", ["971A"])).toEqual(["issuer /issuers/971A", `search /ask?q=${encodeURIComponent("海鳴")}`]);
  expect(kinds("  ")).toEqual([]);
});

test("documents of the named issuer come first, then its whole list, then the issuer itself", () => {
  const { issuer } = match("971A");
  const [document] = readListedDocument({ document_id: "S100ZX4K", title: "有価証券報告書" });
  if (document === undefined) throw new Error("a record with an id is read");
  const found = { issuer, documents: [document], filters: { types: ["earnings_summary"], from: null, to: null } };
  const options = lookupOptions("海鳴 短信", [], origin, found);
  expect(options.map((option) => `${option.kind} ${option.href}`)).toEqual([
    "document /documents/S100ZX4K",
    "list /issuers/971A?type=earnings_summary",
    "issuer /issuers/971A",
    `search /ask?q=${encodeURIComponent("海鳴 短信").replace("%20", "+")}`,
  ]);
});
