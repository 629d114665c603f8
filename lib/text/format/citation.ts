/** From free data only, so that what was never bought can be cited too. */
import { moment } from "./clock.ts";
import { longDateJa } from "./era.ts";

export interface CitedDocument {
  readonly document_id: string;
  readonly document_family: string | null;
  readonly title: string | null;
  readonly issuer_name: string | null;
  readonly security_code: string | null;
  readonly period_start: string | null;
  readonly period_end: string | null;
  readonly timeline_at: string | null;
  readonly source_url: string | null;
  readonly source_attribution: string | null;
}

export interface CitedPlace {
  /** Absolute address of the cited view; null leaves it out. */
  readonly url: string | null;
  readonly sectionTitle?: string | null;
  readonly page?: number | null;
  /** The page on which the cited passage ends, where that is a later one. */
  readonly lastPage?: number | null;
  /** Absolute address of the signed receipt for the quoted words. */
  readonly receipt?: string | null;
}

export type CitationForm = "plain" | "markdown" | "bibtex";
export type CitationLanguage = "en" | "ja";

export function cite(
  document: CitedDocument,
  place: CitedPlace,
  form: CitationForm,
  language: CitationLanguage,
): string {
  if (form === "bibtex") return bibtex(document, place);
  return language === "ja" ? japanese(document, place, form) : english(document, place, form);
}

/** A quoted passage with its citation. In BibTeX it stands before the entry, where programs skip it. */
export function citeQuote(
  quote: string,
  document: CitedDocument,
  place: CitedPlace,
  form: CitationForm,
  language: CitationLanguage,
): string {
  const citation = cite(document, place, form, language);
  if (form === "bibtex") return `${quote}\n\n${citation}`;
  if (form === "plain") return `${language === "ja" ? `「${quote}」` : `“${quote}”`}\n${citation}`;
  const lines = quote.split("\n").map((line) => `> ${escapeMarkdown(line)}`);
  return `${lines.join("\n>\n")}\n\n${citation}`;
}

function japanese(document: CitedDocument, place: CitedPlace, form: CitationForm): string {
  const quoted = `「${titleOf(document)}」`;
  const who = document.issuer_name ?? "";
  const code = document.security_code === null ? "" : `（${document.security_code}）`;
  const where = [place.sectionTitle, pagesOf(place, "～", (pages) => `${pages}ページ`)].filter(isText).join("、");
  const period = periodOf(document);
  const filed = moment(document.timeline_at)?.date;
  const parts = [
    `${text(form, who + code)}${form === "markdown" ? link(quoted, place.url) : quoted}${text(form, where)}`,
    period === null ? null : text(form, `対象期間${period.join("～")}`),
    filed === undefined ? null : `${longDateJa(filed)}${isPublished(document) ? "公表" : "提出"}`,
  ];
  const source = sourceOf(document);
  const end = source === null ? "" : `出典：${text(form, withoutSourceWord(source))}`;
  return `${parts.filter(isText).join("、")}。${end}${addressOf(form, place)}${receiptOf(form, place, "引用の証明", "：")}`;
}

function english(document: CitedDocument, place: CitedPlace, form: CitationForm): string {
  const title = titleOf(document);
  const code = document.security_code === null ? "" : ` (${document.security_code})`;
  const period = periodOf(document);
  const filed = moment(document.timeline_at)?.date;
  const source = sourceOf(document);
  const parts = [
    document.issuer_name === null ? null : text(form, document.issuer_name + code),
    form === "markdown" ? link(title, place.url) : title,
    isText(place.sectionTitle) ? text(form, place.sectionTitle) : null,
    pagesOf(place, "–", (pages, several) => `${several ? "pp." : "p."} ${pages}`),
    period === null ? null : period.join(" to "),
    filed === undefined ? null : `${isPublished(document) ? "published" : "filed"} ${filed}`,
  ];
  const end = source === null ? "" : ` Source: ${text(form, withoutSourceWord(source))}.`;
  return `${parts.filter(isText).join(", ")}.${end}${addressOf(form, place)}${receiptOf(form, place, "Proof", ": ")}`;
}

function addressOf(form: CitationForm, { url }: CitedPlace): string {
  return form === "plain" && url !== null ? ` ${url}` : "";
}

/** A line of its own in plain text, where two addresses in one line read as one. */
function receiptOf(form: CitationForm, { receipt }: CitedPlace, word: string, colon: string): string {
  if (!isText(receipt)) return "";
  return form === "plain" ? `\n${word}${colon}${receipt}` : ` ${link(word, receipt)}`;
}

function bibtex(document: CitedDocument, place: CitedPlace): string {
  const filed = moment(document.timeline_at)?.date;
  const period = periodOf(document);
  const source = sourceOf(document);
  const note = [
    document.security_code === null ? null : `Security code ${document.security_code}`,
    period === null ? null : `period ${period.join(" to ")}`,
    filed === undefined ? null : `${isPublished(document) ? "published" : "filed"} ${filed}`,
    source,
    isText(place.receipt) ? `receipt ${place.receipt}` : null,
  ].filter(isText);
  const fields: [string, string | null | undefined][] = [
    // The second pair of braces keeps BibTeX from reading a company's name as a person's.
    ["author", document.issuer_name === null ? null : `{${escapeBibtex(document.issuer_name)}}`],
    ["title", `{${escapeBibtex(titleOf(document))}}`],
    ["year", filed?.slice(0, 4)],
    ["date", filed],
    ["chapter", isText(place.sectionTitle) ? escapeBibtex(place.sectionTitle) : null],
    ["pages", pagesOf(place, "--", (pages) => pages)],
    ["number", escapeBibtex(document.document_id)],
    ["note", note.length === 0 ? null : escapeBibtex(note.join("; "))],
    ["url", place.url?.replace(/[{}\\\s]/g, encodeURIComponent)],
  ];
  const lines = fields.filter(([, value]) => isText(value)).map(([name, value]) => `  ${name} = {${value}},`);
  return [`@techreport{${bibtexKey(document, place)},`, ...lines, "}"].join("\n");
}

function bibtexKey(document: CitedDocument, place: CitedPlace): string {
  const year = moment(document.timeline_at)?.date.slice(0, 4);
  const page = place.page == null ? "" : `p${place.page}`;
  return [document.security_code, year, document.document_id, page]
    .filter(isText)
    .join("-")
    .replace(/[^\w.:-]/g, "-");
}

function pagesOf(
  { page, lastPage }: CitedPlace,
  to: string,
  write: (pages: string, several: boolean) => string,
): string | null {
  if (page === null || page === undefined) return null;
  const several = lastPage !== null && lastPage !== undefined && lastPage > page;
  return write(several ? `${page}${to}${lastPage}` : String(page), several);
}

/** Filings are submitted to an authority; timely disclosures and IR materials are published. */
function isPublished({ document_family }: CitedDocument): boolean {
  return document_family === "timely_disclosure" || document_family === "ir_material";
}

function periodOf(document: CitedDocument): string[] | null {
  const days = [document.period_start, document.period_end].filter(isText);
  return days.length === 0 ? null : days;
}

function sourceOf(document: CitedDocument): string | null {
  if (isText(document.source_attribution)) return document.source_attribution;
  return isText(document.source_url) ? document.source_url : null;
}

/** An attribution as it stands beside the word "source". */
export function withoutSourceWord(source: string): string {
  return source.replace(/^出典[：:]\s*/u, "");
}

function titleOf(document: CitedDocument): string {
  return isText(document.title) ? document.title : document.document_id;
}

function isText(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== "";
}

function text(form: CitationForm, value: string): string {
  return form === "markdown" ? escapeMarkdown(value) : value;
}

function link(label: string, url: string | null): string {
  if (url === null) return escapeMarkdown(label);
  return `[${escapeMarkdown(label)}](<${url.replace(/[<>\n]/g, encodeURIComponent)}>)`;
}

/** In addresses only the characters that CommonMark would read as markup are escaped. */
function escapeMarkdown(value: string): string {
  return value.replace(/[\r\n\u2028\u2029]+/g, " ").replace(/[\\`*_[\]<>|~]/g, (mark) => `\\${mark}`);
}

function escapeBibtex(value: string): string {
  return value
    .replace(/[\r\n\u2028\u2029]+/g, " ")
    .replace(/[\\{}]/g, (mark) => (mark === "\\" ? "\\textbackslash " : `\\${mark}`))
    .replace(/[#$%&_]/g, (mark) => `\\${mark}`);
}
