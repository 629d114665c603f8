import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { parseDocument } from "htmlparser2";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { WordsProvider } from "@/lib/next/provider";
import type { OwnedDocument } from "@/lib/spending/wire";
import { type ListedDocument, readListedDocument } from "@/lib/text/format/free-lists";
import { dayOf } from "@/lib/text/format/timeline";
import type { Locale } from "@/lib/text/i18n/words";
import cost from "@/messages/en/cost.json";
import documents from "@/messages/en/documents.json";
import standing from "@/messages/en/standing.json";
import costJa from "@/messages/ja/cost.json";
import documentsJa from "@/messages/ja/documents.json";
import standingJa from "@/messages/ja/standing.json";
import { TimelineDocument } from "./TimelineDocument.tsx";

const messagesIn = {
  en: { documents, standing, cost },
  ja: { documents: documentsJa, standing: standingJa, cost: costJa },
};

function listed(fields: Partial<ListedDocument> = {}): ListedDocument {
  const [document] = readListedDocument({
    document_id: "D-1",
    document_family: "edinet",
    document_type: "annual_securities_report",
    title: "有価証券報告書",
    security_code: "1301",
    issuer_name: "極洋",
    issuer_name_en: "Kyokuyo",
    timeline_at: "2025-06-20T15:00:00+09:00",
    content_status: "ready",
    character_count: 40_000,
    page_count: 120,
    ...fields,
  });
  if (document === undefined) throw new Error("no document");
  return document;
}

const owned = (fields: Partial<OwnedDocument> = {}): OwnedDocument => ({
  ...{ document_id: "D-1", whole: false, sections: [], pages: [], originals: [], without_lead: [] },
  ...{ pending: { sections: [], pages: [] } },
  ...fields,
});

const tiers = [
  { max_characters: 10_000, credits: 2 },
  { max_characters: null, credits: 8 },
];

type Given = Partial<ComponentProps<typeof TimelineDocument>>;
function rowOf(document: ListedDocument, given: Given = {}, locale: Locale = "en"): string {
  const usual = { document, day: dayOf(document), first: true, stacked: false, withIssuer: true, owned: undefined };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale={locale} messages={messagesIn[locale]}>
        <TimelineDocument {...usual} tiers={tiers} position={1} total={-1} {...given} />
      </WordsProvider>
    </QueryClientProvider>,
  );
}
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

describe("a document's row", () => {
  it("says what the document is in the language asked for", () => {
    const document = listed();
    const said = {
      en: "20 Jun Friday 15:00 edinet 有価証券報告書 極洋 1301 Kyokuyo · Annual securities report 120 pages 2–8 credits",
      ja: "6月20日 金曜日 15:00 edinet 有価証券報告書 極洋 1301 ・有価証券報告書 120ページ 2–8 クレジット",
    };
    expect([textOf(rowOf(document)), textOf(rowOf(document, {}, "ja")), textOf(rowOf(document))]).toEqual([
      said.en,
      said.ja,
      said.en,
    ]);
  });

  it("has its day in the first row of the day alone, and its issuer only where many are listed", () => {
    const document = listed();
    expect(textOf(rowOf(document, { first: false, withIssuer: false }))).toMatch(/^15:00 edinet 有価証券報告書 Annual/);
    expect(textOf(rowOf(document))).toMatch(/^20 Jun Friday .*Kyokuyo/);
    expect(rowOf(document, { stacked: true })).toContain("before:border-b");
  });

  it("never tells one reader what another owns", () => {
    const document = listed();
    const parts = rowOf(document, { owned: owned({ sections: ["a", "b"], pages: [4] }) });
    expect(textOf(parts)).toContain("2 sections owned · 1 page owned");
    expect(textOf(rowOf(document, { owned: owned({ whole: true }) }))).toMatch(/Owned$/);
    for (const given of [{}, { owned: owned() }]) {
      expect(textOf(rowOf(document, given))).not.toMatch(/owned/i);
      expect(textOf(rowOf(document, given))).toContain("2–8 credits");
    }
  });

  it("prices by the tiers of now, not by those it was first written with", () => {
    const document = listed();
    expect(textOf(rowOf(document))).toContain("2–8 credits");
    expect(textOf(rowOf(document, { tiers: [{ max_characters: null, credits: 3 }] }))).toContain(" 3 credits");
  });

  it.each(["pending_release", "unavailable", "withdrawn", "a_new_one"])("has no price where it is %s", (status) => {
    const text = textOf(rowOf(listed({ content_status: status })));
    expect(text).not.toContain("credits");
    expect(text.split("120 pages")[1]?.trim()).not.toBe("");
  });

  it("shows whatever a service sends as text, never as markup", () => {
    const evil = `"><img src=x onerror=alert(1)><script>x</script>'&amp;`;
    const document = listed({
      ...{ document_id: evil, title: evil, security_code: evil, issuer_name: evil, issuer_name_en: evil },
      ...{ document_family: evil, document_type: evil, fiscal_period: evil, language: evil, content_status: evil },
      ...{ amended_by_document_id: evil, superseded_by_document_id: evil, amends_document_id: evil },
    });
    const safe = listed({
      ...{ content_status: "other", document_type: "other", fiscal_period: "other" },
      ...{ amended_by_document_id: "D-2", superseded_by_document_id: "D-3", amends_document_id: "D-4" },
    });
    expect(rowOf(document)).not.toMatch(/<(?:img|script)/);
    expect(shapeOf(rowOf(document))).toEqual(shapeOf(rowOf(safe)));
  });
});

/** Its elements and the names of their attributes. */
function shapeOf(html: string): unknown {
  const nodes = (list: ReturnType<typeof parseDocument>["children"]): unknown[] =>
    list.flatMap((node) => ("attribs" in node ? [[node.name, Object.keys(node.attribs), nodes(node.children)]] : []));
  return nodes(parseDocument(html).children);
}
