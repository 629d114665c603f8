import { tellsChanges } from "@/components/changes-row";
import { standingHtml } from "@/components/standing";
import { type RowWords, readingCost, readingCostHtml } from "@/components/ui/reading-cost";
import type { Tier } from "@/lib/contract/prices";
import { moment, weekdayName } from "@/lib/format/clock";
import { eraDate } from "@/lib/format/era";
import type { ListedDocument } from "@/lib/format/free-lists";
import { type Html, html } from "@/lib/format/html";
import { keeping } from "@/lib/format/kept-html";
import { familyShort, rowNotes } from "@/lib/i18n/document-words";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { routes } from "@/lib/routes";
import { rowLook } from "./row-look.ts";

/** A document's row in a timeline: its day where it is the first of it, and what the document is. */
export interface DocumentInList {
  readonly document: ListedDocument;
  readonly day: string;
  readonly first: boolean;
  /** An amendment stands directly beneath what it amends, joined to it by a line. */
  readonly stacked: boolean;
  /** Shows the issuer, as the list of the whole market does. */
  readonly withIssuer: boolean;
  readonly owned: OwnedDocument | undefined;
  readonly tiers: readonly Tier[];
  readonly position: number;
  readonly total: number;
}

export interface DocumentRowHtml {
  readonly html: string;
  /** All of it but what follows, which alone changes while the same document is shown. */
  readonly fixed: FixedHtml;
  /** Text. */
  readonly notes: string;
  /** HTML. */
  readonly cost: string;
  readonly position: number;
  readonly total: number;
}

interface FixedHtml {
  readonly start: string;
  /** Up to the notes. */
  readonly head: string;
  /** Text, as it is where nothing of it is owned. */
  readonly notes: string;
  /** From the notes to the price. */
  readonly rest: string;
}

/** Stands before the notes. No element, since Japanese lines break by phrases, which end where an element begins. */
export const notesComment = "notes";
const notesMark = `<!--${notesComment}-->`;

const keptParts = keeping<FixedHtml>();

/**
 * Time, family, title, type, length, and the cost of reading it. What the document itself says is kept with its record,
 * which is the same one for as long as the service's answer is.
 */
export function documentRow(row: DocumentInList, words: RowWords): DocumentRowHtml {
  const { document, owned, stacked, position, total } = row;
  const form = [words.locale, row.first, stacked, row.withIssuer].join(" ");
  const fixed = keptParts(document, form, () => fixedHtml(row, words));
  const isPart = owned !== undefined && owned.sections.length + owned.pages.length > 0;
  const notes = isPart ? notesOf(row, words) : fixed.notes;
  const cost = readingCostHtml(readingCost(document, owned, row.tiers), words).text;
  const whole = `${fixed.start}<article class="${stacked ? "timeline-row" : "timeline-row pt-2"}" data-row="true" aria-posinset="${position}" aria-setsize="${total}">${fixed.head}${notesMark}${html`${notes}`.text}${fixed.rest}<span class="${rowLook.cost}" data-cost="">${cost}</span></article></div>`;
  return { html: whole, fixed, notes, cost, position, total };
}

function notesOf({ document, stacked, owned }: DocumentInList, { t, locale }: RowWords): string {
  return rowNotes(document, { stacked, owned, t, locale });
}

function fixedHtml(row: DocumentInList, words: RowWords): FixedHtml {
  const { document, stacked } = row;
  const { t, locale } = words;
  const at = moment(document.timeline_at);
  const time = at === undefined ? "" : stacked ? at.date.slice(5) : (at.time ?? "");
  const shownAt = at === undefined ? "" : `${eraDate(at.date, locale)}${at.time === null ? "" : ` ${at.time} JST`}`;
  const title = shownAt === "" ? undefined : html` title="${shownAt}"`;
  const dateTime = document.timeline_at === null ? undefined : html` dateTime="${document.timeline_at}"`;
  const link = html`<a data-soft="" lang="${document.language ?? "ja"}" href="${routes.document(document.document_id)}">${document.title ?? document.document_id}</a>`;
  const what = html`${row.withIssuer ? issuerHtml(document, words) : undefined}${standingHtml(document, words, stacked ? ["amended"] : [])}`;
  const volume = document.page_count === null ? "" : t("pages", { n: document.page_count });
  return {
    start: dayHtml(row, words).text,
    head: html`<span class="${rowLook.time}"><time${dateTime}${title}>${time}</time></span><span class="${rowLook.family}">${familyShort(document.document_family, t)}</span><span class="${stacked ? `${rowLook.what} ${rowLook.joined}` : rowLook.what}">${link}<span>${what}`
      .text,
    notes: notesOf({ ...row, owned: undefined }, words),
    rest: html`${tellsChanges(document) ? html`<span data-row-changes=""></span>` : undefined}</span></span><span class="${rowLook.volume}">${volume}</span>`
      .text,
  };
}

/** The first row of a day shows the date, the others leave that column empty; ends within the row's own column. */
function dayHtml({ day, first, stacked }: DocumentInList, { t, locale }: RowWords): Html {
  if (!first)
    return html`<span class="max-md:hidden"></span><div${stacked ? undefined : html` class="border-t border-line"`}>`;
  if (day === "") return html`<h3 class="${rowLook.day}">${t("noDate")}</h3><div>`;
  return html`<h3 class="${rowLook.day}" title="${eraDate(day, locale)}">${day.slice(5)}<span class="${rowLook.underDay}">${weekdayName(day, locale)}</span></h3><div>`;
}

function issuerHtml(document: ListedDocument, { locale }: RowWords): Html | undefined {
  const { security_code: code, issuer_name_en: nameEn } = document;
  if (code === null) return undefined;
  const gloss =
    locale !== "en" || nameEn === null ? undefined : html`<span class="text-muted" lang="en"> ${nameEn}</span>`;
  return html`<a data-soft="" href="${routes.issuer(code)}"><span lang="ja">${document.issuer_name ?? undefined}</span> ${code}${gloss}</a>${locale === "ja" ? "・" : " · "}`;
}
