import { hashText } from "../../../service/domain/publishing/fingerprint.ts";
import { divideAnew } from "../../../service/domain/publishing/former-sections.ts";
import { indexedDocument } from "../../../service/domain/publishing/indexing.ts";
import { measureSections } from "../../../service/domain/publishing/measure-sections.ts";
import { normaliseText } from "../../../service/domain/publishing/normalise-text.ts";
import { buildSections } from "../../../service/ingest/text/build-sections.ts";
import { readPage } from "../../../service/ingest/text/read-page.ts";
import { meaningsOf } from "../../../service/search/core/asked-meanings.ts";
import { daysIn } from "../../../service/search/core/days.ts";
import { isEnglish } from "../../../service/search/core/english.ts";
import { latinWords } from "../../../service/search/core/issuer-aliases.ts";
import { IssuerNames } from "../../../service/search/core/issuer-names.ts";
import { cutAfter, passages, sentences } from "../../../service/search/core/passages.ts";
import { scopeOfPath } from "../../../service/search/core/question.ts";
import { bestSentence, bestSentenceOf, TokenWeights } from "../../../service/search/core/sentence-scores.ts";
import { highlightRanges, snippet } from "../../../service/search/core/snippet.ts";
import { tablesOf } from "../../../service/search/core/table-rows.ts";
import { evidenceTokens, fieldTokens } from "../../../service/search/core/tokens.ts";
import { saidIn } from "../../../service/search/core/weighed-meanings.ts";
import { prepareDocument } from "../../../service/search/prepare.ts";
import type { KnownDocument } from "../../../service/storage/ports.ts";
import { countTags } from "../../evidence/figures/reading/read-inline.ts";
import { Refusal } from "../../kit/archives/refusal.ts";
import { pagesOfText } from "../../spending/programs/answer.ts";
import { correctionsIn } from "../../text/changes/notice.ts";
import { withoutAlignment } from "../../text/format/aligned-lines.ts";
import { countCharacters } from "../../text/format/count-characters.ts";
import { enclosed } from "../../text/format/enclosed.ts";
import { fold, foldText } from "../../text/format/fold.ts";
import { nfkc } from "../../text/format/nfkc.ts";
import { plainText } from "../../text/format/plain-text.ts";
import { plainWidths } from "../../text/format/plain-widths.ts";
import { isSentence } from "../../text/format/query-words.ts";
import { anchorOf, anchorOfSnippet, resolveQuote } from "../../text/format/quote-anchor.ts";
import { segmentsOf } from "../../text/format/snippet.ts";
import { normaliseWhiteSpace } from "../../text/format/white-space.ts";
import { findPassage, indexedWords } from "../../text/library-words.ts";
import * as figures from "../../text/markdown/figures.ts";
import { isTooDeep } from "../../text/markdown/limits.ts";
import { splitTables } from "../../text/markdown/pipe-tables.ts";
import { renderMarkdown, renderPlain } from "../../text/markdown/render.ts";
import { figureName } from "../../text/markdown/sanitise.ts";
import { tagsIn } from "../../text/markdown/tags.ts";
import { testOptions } from "../../text/markdown/testing.ts";
import { halfWidths } from "../../text/markdown/widths.ts";
import { labelsByItem, labelsIn } from "../../text/passages/english-labels.ts";
import { figuresIn } from "../../text/passages/find-figures.ts";
import { passagesIn } from "../../text/passages/find-passages.ts";
import { readQuestion, yearsIn } from "../../text/passages/read-question.ts";
import { readHolders } from "../../text/passages/read-holders.ts";
import { tablesIn } from "../../text/passages/read-tables.ts";
import { contained, pairsOf } from "../../text/passages/similarity.ts";
import { tableRowsOf } from "../../text/passages/table-passages.ts";
import { endsNoSentence } from "../../text/quotes/abbreviations.ts";
import { QuotedText } from "../../text/quotes/find-quote.ts";
import { foldQuote } from "../../text/quotes/fold-quote.ts";
import { whatIsIn } from "../../text/quotes/left-out.ts";
import { splitsNumber } from "../../text/quotes/numbers.ts";
import { holdsQuote, prepareText, wholeOnly } from "../../text/quotes/prepared-text.ts";
import { ellipticQuote, formFault, quoteParts } from "../../text/quotes/quote-parts.ts";
import { blocksOf, shownText } from "../../text/redline/blocks.ts";
import { redlineHtml } from "../../text/redline/html.ts";
import { pairColumns } from "../../text/redline/pair-columns.ts";
import { redlineOf } from "../../text/redline/redline.ts";
import { redlineView } from "../../text/redline/testing.ts";
import { cellsOf, tokensOf, unitsOf } from "../../text/redline/units.ts";
import { cutSection, splitSections } from "../../text/toc/cut.ts";
import { pageStarts } from "../../text/toc/pages.ts";
import { sectionTree } from "../../text/toc/section-tree.ts";
import { cutVisible, visibleWords } from "../../text/toc/visible-words.ts";
import { ofFeatures } from "../of-features.ts";

const question = readQuestion("2026年3月期の連結売上高はいくらですか。事業等のリスクは何ですか。");
const toc = Array.from({ length: 50 }, (_, at) => ({
  section_id: `s${at}`,
  title: at % 2 === 0 ? "事業等のリスク" : "(1) 見出し",
  level: 1,
  parent_section_id: null,
  character_count: null,
}));
const tree = sectionTree(toc);
const weights = new TokenWeights(new Map(evidenceTokens("売上高は増加した").map((token) => [token, 1])));
const quote = "当社グループの売上高は前年に比べて増加しました。";
const sectionOf = (markdown: string) => ({
  sectionId: "s",
  title: "見出し",
  level: 1,
  parentSectionId: null,
  markdown,
});
const document: KnownDocument = {
  documentId: "S1",
  fingerprint: "",
  family: "edinet_filing",
  type: "annual_report",
  title: "報告書",
  securityCode: null,
  issuerName: "甲社",
  timelineAtMs: 0,
  status: "ready",
  supersededBy: null,
  hasSections: true,
  periodEnd: null,
  amendsDocumentId: null,
};
/** One text in two that differ: at the beginning, here and there, and at the end. */
export const edited = (text: string) =>
  `序文。\n${text.slice(0, text.length / 2).replaceAll("1", "2")}改めた。${text.slice(text.length / 2)}\n結び。`;

/**
 * Every function that takes delivered text, by its file and name; `scripts/hostile-texts.test.ts` looks for others in the
 * folders that are made of such functions.
 */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.assign(
    {},
    ...(await ofFeatures<{ textReaders: object }>("testing/text-readers.ts")).map((each) => each.textReaders),
  ),
  "agents/mcp/answer pagesOfText": pagesOfText,
  "answers/english-labels labelsByItem": labelsByItem,
  "answers/english-labels labelsIn": labelsIn,
  "answers/figures-of-words plainWidths": plainWidths,
  "answers/similarity contained": (text) => contained(text, new Set(["売上"])),
  "answers/similarity pairsOf": pairsOf,
  "answers/find-figures figuresIn": (text) => figuresIn(question, text, { periodEnd: "2026-03-31", scopeFits: true }),
  "answers/find-passages passagesIn": (text) => passagesIn(question, [{ text, statutory: true, headings: "" }]),
  "answers/read-question yearsIn": yearsIn,
  "answers/read-tables tablesIn": tablesIn,
  "passages/read-holders readHolders": (text) => readHolders([{ sectionId: "s", text }]),
  "passages/table-passages tableRowsOf": (text) => tableRowsOf(text, pairsOf("売上高の内訳"), 5),
  "changes/notice correctionsIn": correctionsIn,
  "figures/read-inline countTags": countTags,
  "format/aligned-lines withoutAlignment": withoutAlignment,
  "format/count-characters countCharacters": countCharacters,
  "format/enclosed enclosed": (text) => [...enclosed(text, /<td\b[^<>]*>/gu, /<\/td>/gu)],
  "format/nfkc nfkc": nfkc,
  "format/fold fold": fold,
  "format/fold foldText": foldText,
  "format/quote-anchor anchorOf": (text) => anchorOf("s", text, 0, text.length),
  "format/quote-anchor anchorOfSnippet": (text) => anchorOfSnippet("s", text, [1, 3]),
  "format/query-words isSentence": isSentence,
  "format/quote-anchor resolveQuote": (text) =>
    resolveQuote(text, { sectionId: "s", start: 2, end: 5, head: text.slice(0, 3), tail: "ない文" }),
  "format/snippet segmentsOf": (text) => segmentsOf({ text, highlights: [[1, 3]] }),
  "format/white-space normaliseWhiteSpace": normaliseWhiteSpace,
  "markdown/render renderMarkdown": (text) => renderMarkdown(text, testOptions),
  "markdown/render renderPlain": renderPlain,
  "markdown/figures plainFigure": figures.plainFigure,
  "markdown/figures isBlank": figures.isBlank,
  "markdown/figures isFigure": figures.isFigure,
  "markdown/figures isAbsent": figures.isAbsent,
  "markdown/figures isUnit": figures.isUnit,
  "markdown/figures isDayOf": figures.isDayOf,
  "markdown/limits isTooDeep": isTooDeep,
  "markdown/pipe-tables splitTables": (text) => isTooDeep(text) || splitTables(text),
  "markdown/sanitise figureName": figureName,
  "markdown/tags tagsIn": (text) => [...tagsIn(text)],
  "markdown/widths halfWidths": halfWidths,
  "quotes/abbreviations endsNoSentence": (text) => endsNoSentence(text, Math.floor(text.length / 2)),
  "quotes/find-quote QuotedText": (text) => {
    const quoted = new QuotedText(text);
    quoted.find(quote);
    quoted.find(`${text.slice(0, 4)}…${text.slice(0, 5)}…売上高`);
    return quoted.placesAfter("", text.slice(0, 2));
  },
  "quotes/left-out whatIsIn": whatIsIn,
  "quotes/numbers splitsNumber": (text) => splitsNumber(text, text.length / 2, false),
  "quotes/quote-parts ellipticQuote": ellipticQuote,
  "quotes/fold-quote foldQuote": foldQuote,
  "quotes/prepared-text prepareText": (text) => {
    const prepared = prepareText([text, text.slice(0, 10)]);
    return holdsQuote(prepared, quote, wholeOnly(prepared));
  },
  "quotes/quote-parts quoteParts": quoteParts,
  "quotes/quote-parts formFault": formFault,
  "redline/units unitsOf": unitsOf,
  "redline/units tokensOf": tokensOf,
  "redline/units cellsOf": cellsOf,
  "redline/blocks shownText": shownText,
  "redline/html redlineHtml": (text) =>
    redlineHtml(blocksOf(redlineOf(text, edited(text))), { ...redlineView, isSideBySide: true }),
  "redline/pair-columns pairColumns": (text) => pairColumns(text, edited(text)),
  "redline/redline redlineOf": (text) => redlineOf(text, edited(text)),
  "redline/redline redlineOf of another text": (text) => redlineOf(text, "別の文。".repeat(text.length / 4)),
  "redline/blocks blocksOf": (text) => blocksOf([{ kind: "changed", unit: "row", parts: [{ kind: "deleted", text }] }]),
  "store/library-words findPassage": (text) => findPassage(text, "売上高 増加"),
  "store/library-words indexedWords": indexedWords,
  "toc/cut splitSections": (text) => splitSections(text, tree.nodes),
  "toc/cut cutSection": (text) => cutSection(text, tree, null, "s20"),
  "toc/pages pageStarts": (text) =>
    pageStarts(
      { section_id: "s", page_number: 1, page_breaks: [{ page_number: 2, characters: text.length - 1 }] },
      text,
    ),
  "toc/visible-words visibleWords": visibleWords,
  "toc/visible-words cutVisible": (text) => cutVisible(text, 5, text.length),
  "service domain/publishing divideAnew": (text) => divideAnew([sectionOf(text)], [sectionOf(`と${text}`)], null),
  "service domain/publishing measureSections": (text) => measureSections([sectionOf(text)]),
  "service domain/publishing indexedDocument": (text) => indexedDocument(document, [sectionOf(text)], null),
  "service domain/publishing normaliseText": normaliseText,
  "service domain/publishing hashText": hashText,
  "service ingest/text readPage": (text) => {
    try {
      const { blocks } = readPage(`<html><body><h2>第１【企業の概況】</h2>${text}</body></html>`);
      return buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
    } catch (error) {
      if (error instanceof Refusal) return error.reason;
      throw error;
    }
  },
  "service search/prepare prepareDocument": (text) =>
    prepareDocument({
      issuerName: "甲社",
      title: "報告書",
      sections: [{ sectionId: "s", title: "見出し", path: ["見出し"], markdown: text }],
    }),
  "service search/core plainText": plainText,
  "service search/core tablesOf": tablesOf,
  "service search/core passages": passages,
  "service search/core snippet": (text) => snippet(text, [0, Math.min(text.length, 5)], ["売上高"]),
  "service search/core sentences": sentences,
  "service search/core cutAfter": cutAfter,
  "service search/core highlightRanges": (text) => highlightRanges(text, ["売上高", "1"]),
  "service search/core bestSentenceOf": (text) => bestSentenceOf(text, weights),
  "service search/core bestSentence": (text) => bestSentence(text, weights),
  "service search/core evidenceTokens": evidenceTokens,
  "service search/core fieldTokens": fieldTokens,
  "service search/core daysIn": daysIn,
  "service search/core scopeOfPath": scopeOfPath,
  "service search/core isEnglish": isEnglish,
  "service search/core meaningsOf": (text) => meaningsOf(text, undefined, []),
  "service search/core saidIn": (text) =>
    saidIn(text, [{ weight: 1, sayings: [{ folded: "配当", share: 1, tokens: [] }] }]),
  "service search/core latinWords": latinWords,
  "service search/core IssuerNames": (text) => {
    const names = new IssuerNames();
    names.add(0, ["株式会社ランド", "LAND Co.,Ltd.", text], ["8918"]);
    return names.find(text);
  },
};
