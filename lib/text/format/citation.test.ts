import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CitedDocument, cite, citeQuote } from "./citation.ts";

const hostileCharacter = fc.constantFrom(..."[](){}<>\\`*_|~#$%&\n\r\u2028\"'あ𠮷 ");

describe("citations", () => {
  const filing: CitedDocument = {
    document_id: "S100ZX4K",
    document_family: "edinet_filing",
    title: "有価証券報告書－第78期",
    issuer_name: "海鳴精機株式会社",
    security_code: "971A",
    period_start: "2025-04-01",
    period_end: "2026-03-31",
    timeline_at: "2026-06-26T10:32:00+09:00",
    source_url: null,
    source_attribution: "EDINET閲覧（提出）サイト（加工して表示）",
  };
  const url = "https://hiraku.example/documents/S100ZX4K";

  test("plain Japanese reads as a Japanese note", () => {
    expect(cite(filing, { url }, "plain", "ja")).toBe(
      `海鳴精機株式会社（971A）「有価証券報告書－第78期」、対象期間2025-04-01～2026-03-31、2026年6月26日提出。出典：EDINET閲覧（提出）サイト（加工して表示） ${url}`,
    );
  });

  test("Markdown links the title and names section and page", () => {
    expect(cite(filing, { url, sectionTitle: "第3 設備の状況", page: 34 }, "markdown", "en")).toBe(
      `海鳴精機株式会社 (971A), [有価証券報告書－第78期](<${url}>), 第3 設備の状況, p. 34, 2025-04-01 to 2026-03-31, filed 2026-06-26. Source: EDINET閲覧（提出）サイト（加工して表示）.`,
    );
  });

  test("a passage that runs on to another page names both", () => {
    const place = { url, page: 14, lastPage: 15 };
    expect(cite(filing, place, "plain", "en")).toContain("有価証券報告書－第78期, pp. 14–15, ");
    expect(cite(filing, place, "plain", "ja")).toContain("」14～15ページ、");
    expect(cite(filing, place, "bibtex", "en")).toContain("pages = {14--15},");
    expect(cite(filing, { ...place, lastPage: 14 }, "plain", "en")).toContain(", p. 14, ");
  });

  test("a quote stands before its citation, in the form of each", () => {
    const quote = "売上高は*増加*した。\n利益も増えた。";
    const citation = (form: "plain" | "markdown" | "bibtex") => cite(filing, { url }, form, "ja");
    expect(citeQuote(quote, filing, { url }, "plain", "ja")).toBe(`「${quote}」\n${citation("plain")}`);
    expect(citeQuote(quote, filing, { url }, "plain", "en")).toMatch(/^“売上高[^”]+”\n海鳴精機/u);
    expect(citeQuote(quote, filing, { url }, "markdown", "ja")).toBe(
      `> 売上高は\\*増加\\*した。\n>\n> 利益も増えた。\n\n${citation("markdown")}`,
    );
    expect(citeQuote(quote, filing, { url }, "bibtex", "ja")).toBe(`${quote}\n\n${citation("bibtex")}`);
  });

  test("a quote's citation carries the address of its receipt", () => {
    const receipt = "https://hiraku.example/check/abc_1";
    const of = (form: "plain" | "markdown" | "bibtex", language: "en" | "ja") =>
      citeQuote("言葉", filing, { url, receipt }, form, language);
    expect(of("plain", "ja")).toMatch(/\n引用の証明：https:\/\/hiraku\.example\/check\/abc_1$/u);
    expect(of("plain", "en")).toMatch(/\nProof: https:\/\/hiraku\.example\/check\/abc_1$/u);
    expect(of("markdown", "en")).toMatch(/ \[Proof\]\(<https:\/\/hiraku\.example\/check\/abc_1>\)$/u);
    expect(of("bibtex", "en")).toContain("receipt https://hiraku.example/check/abc\\_1");
    expect(citeQuote("言葉", filing, { url }, "plain", "en")).not.toContain("Proof");
  });

  test("timely disclosures and IR materials were published, filings were filed", () => {
    for (const document_family of ["timely_disclosure", "ir_material"]) {
      const notice = { ...filing, document_family };
      expect(cite(notice, { url }, "plain", "ja")).toContain("2026年6月26日公表。");
      expect(cite(notice, { url }, "plain", "en")).toContain("published 2026-06-26.");
      expect(cite(notice, { url }, "bibtex", "en")).toContain("published 2026-06-26");
    }
    for (const document_family of ["edinet_filing", null]) {
      expect(cite({ ...filing, document_family }, { url }, "plain", "ja")).toContain("2026年6月26日提出。");
      expect(cite({ ...filing, document_family }, { url }, "plain", "en")).toContain("filed 2026-06-26.");
    }
  });

  test("BibTeX has a key, one line for each field, and no unknown fields", () => {
    const text = cite({ ...filing, period_start: null, period_end: null, issuer_name: null }, { url }, "bibtex", "en");
    expect(text.split("\n")[0]).toBe("@techreport{971A-2026-S100ZX4K,");
    expect(text).toContain("  title = {{有価証券報告書－第78期}},");
    expect(text).not.toMatch(/author|chapter|pages|null|undefined/);
  });

  test("no character in a title breaks the Markdown or BibTeX around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: hostileCharacter, maxLength: 12 }), (title) => {
        const hostile = { ...filing, title: `${title}](http://x) }, url={y}` };
        const markup = cite(hostile, { url }, "markdown", "en").replace(/\\./g, "");
        expect(markup.split("](")).toHaveLength(2);
        const bib = cite(hostile, { url }, "bibtex", "en");
        const bare = bib.replace(/\\[{}]/g, "");
        expect(bare.split("{").length).toBe(bare.split("}").length);
        expect(cite(hostile, { url }, "markdown", "ja")).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
