import { expect, test } from "vitest";
import { cite, citeQuote } from "@/lib/text/format/citation";
import { readMemo } from "./read-memo";

const document = {
  document_id: "S100ABCD",
  document_family: "edinet_filing",
  title: "有価証券報告書「第3期」",
  issuer_name: "海鳴精機",
  security_code: "7001",
  period_start: null,
  period_end: null,
  timeline_at: "2026-06-25T15:00:00+09:00",
  source_url: null,
  source_attribution: "EDINET",
};
const url = "http://127.0.0.1:3000/documents/S100ABCD/sections/s1#q=s1~0-4~売上~増加";

test("quotes with their citations are read as they were copied, in each form", () => {
  const quote = "売上高は増加した。\n1_000*";
  const plain = `「${quote}」\n${cite(document, { url }, "plain", "ja")}`;
  const marked = `> 売上高は増加した。\n>\n> 1\\_000\\*\n\n${cite(document, { url }, "markdown", "en")}`;
  const bibtex = `${quote}\n\n${cite(document, { url }, "bibtex", "en")}`;
  const found = readMemo([plain, marked, bibtex].join("\n\n\n"));
  expect(found.map(({ documentId }) => documentId)).toEqual(["S100ABCD", "S100ABCD", "S100ABCD"]);
  expect(found.map((each) => each.quote.replaceAll(/\s+/g, ""))).toEqual(Array(3).fill("売上高は増加した。1_000*"));
});

test("citations with a receipt name the document, and the receipt is none of the words", () => {
  const receipt = "https://hiraku.example/check/abc";
  const quote = "売上高は増加した。";
  const memo = (["plain", "markdown", "bibtex"] as const).map((form) =>
    citeQuote(quote, document, { url, receipt }, form, form === "plain" ? "ja" : "en"),
  );
  const found = readMemo(memo.join("\n\n\n"));
  expect(found).toEqual(Array(3).fill({ quote, documentId: "S100ABCD" }));
});

test("paragraphs without a link have no document, and a quotation in the text is taken alone", () => {
  expect(
    readMemo("利益は減少した。\n\n「配当は据え置く」\n\n “A quote” https://x.example/documents/D%201 \n\n"),
  ).toEqual([
    { quote: "利益は減少した。", documentId: null },
    { quote: "配当は据え置く", documentId: null },
    { quote: "A quote", documentId: "D 1" },
  ]);
  expect(readMemo(" \n\n　\n")).toEqual([]);
});
