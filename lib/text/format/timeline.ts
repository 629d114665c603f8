/** Older pages only add rows at the end, so that nothing moves while the user reads. */
import { moment } from "./clock.ts";

export interface TimelineDocument {
  readonly document_id: string;
  readonly timeline_at: string | null;
  readonly amends_document_id: string | null;
}

/** News of a period: listed (bought) with its statements, or not listed yet. */
export interface NewsBlock<N> {
  readonly since: string;
  readonly until: string;
  readonly statements: readonly N[] | null;
  /** The cursor of the next page, where a listed period has one. */
  readonly more?: string | null;
}

export type TimelineRow<D, N> =
  | {
      readonly kind: "year";
      readonly key: string;
      readonly year: string;
      readonly from: string;
      readonly to: string;
      readonly documents: number;
    }
  | {
      readonly kind: "document";
      readonly key: string;
      readonly day: string;
      readonly first: boolean;
      readonly stacked: boolean;
      readonly document: D;
    }
  | { readonly kind: "lane"; readonly key: string; readonly block: NewsBlock<N> }
  | {
      readonly kind: "news";
      readonly key: string;
      readonly first: boolean;
      readonly block: NewsBlock<N>;
      readonly statement: N;
    };

interface Placed<D> {
  readonly document: D;
  readonly day: string;
  readonly stacked: boolean;
}

/** Documents without an instant are placed under a separate day. */
const unknownDay = "";

const knownDays = new WeakMap<TimelineDocument, string>();

/** The day of a document in Japan, or an empty text. Kept, since a long list asks for each at every change. */
export function dayOf(document: TimelineDocument): string {
  const known = knownDays.get(document);
  if (known !== undefined) return known;
  const day = moment(document.timeline_at)?.date ?? unknownDay;
  knownDays.set(document, day);
  return day;
}

/** Only within one loaded page: moving an original up from a later one would shift the text being read. */
export function stackAmendments<D extends TimelineDocument>(page: readonly D[]): Placed<D>[] {
  const byId = new Map(page.map((each) => [each.document_id, each]));
  const families = new Map<string, D[]>();
  for (const document of page) {
    const root = rootOf(byId, document);
    families.set(root, [...(families.get(root) ?? []), document]);
  }
  return page.flatMap((document): Placed<D>[] => {
    const family = families.get(rootOf(byId, document)) ?? [document];
    const head = family[0];
    const day = dayOf(document);
    // An original listed before its amendment keeps its place.
    if (head === undefined || head.document_id === rootOf(byId, head)) return [{ document, day, stacked: false }];
    return document === head ? family.map((each) => ({ document: each, day, stacked: each !== head })) : [];
  });
}

/** The original at the end of a chain of amendments within the page; a circular chain has none. */
function rootOf<D extends TimelineDocument>(byId: ReadonlyMap<string, D>, from: D): string {
  const seen = new Set<string>();
  for (let at = from; ; ) {
    if (seen.has(at.document_id)) return from.document_id;
    seen.add(at.document_id);
    const next = at.amends_document_id === null ? undefined : byId.get(at.amends_document_id);
    if (next === undefined) return at.document_id;
    at = next;
  }
}

/** All rows of a timeline. Takes pages as they were loaded, newest first, and blocks of news in any order. */
export function timelineRows<D extends TimelineDocument, N extends { readonly news_id: string }>(
  pages: readonly (readonly D[])[],
  blocks: readonly NewsBlock<N>[] = [],
): TimelineRow<D, N>[] {
  const placed = withoutRepeats(pages).flatMap(stackAmendments);
  const waiting = [...blocks].sort((a, b) => (a.until < b.until ? 1 : -1));
  const rows: TimelineRow<D, N>[] = [];
  const years = yearSpans(placed);
  let year: string | undefined;
  let day: string | undefined;
  const enterYear = (of: string) => {
    if (of === year) return;
    year = of;
    day = undefined;
    rows.push({ kind: "year", key: `year-${of}`, year: of, ...(years.get(of) ?? nowhere) });
  };
  const addNews = (block: NewsBlock<N>) => {
    // A block that ends in this year stays here even if it began in an older one, so that years only descend.
    const ends = block.until.slice(0, 4);
    enterYear(year === undefined || ends < year ? ends : year);
    rows.push(...newsRows(block));
    day = undefined;
  };
  for (const { document, day: own, stacked } of placed) {
    // A block is placed beneath the last document of its last day.
    for (let next = waiting[0]; next !== undefined && own < next.until && own !== unknownDay; next = waiting[0]) {
      waiting.shift();
      addNews(next);
    }
    enterYear(own.slice(0, 4));
    rows.push({ kind: "document", key: document.document_id, day: own, first: own !== day, stacked, document });
    day = own;
  }
  waiting.forEach(addNews);
  return rows;
}

const nowhere = { from: "", to: "", documents: 0 };

function yearSpans<D>(placed: readonly Placed<D>[]): Map<string, { from: string; to: string; documents: number }> {
  const spans = new Map<string, { from: string; to: string; documents: number }>();
  for (const { day } of placed) {
    const year = day.slice(0, 4);
    const span = spans.get(year);
    spans.set(year, { from: day, to: span?.to ?? day, documents: (span?.documents ?? 0) + 1 });
  }
  return spans;
}

function newsRows<N extends { readonly news_id: string }>(block: NewsBlock<N>): TimelineRow<never, N>[] {
  const key = `news-${block.since}-${block.until}`;
  if (block.statements === null || block.statements.length === 0) return [{ kind: "lane", key, block }];
  const rows = block.statements.map(
    (statement, index): TimelineRow<never, N> => ({
      kind: "news",
      key: `${key}-${statement.news_id}`,
      first: index === 0,
      block,
      statement,
    }),
  );
  return block.more == null ? rows : [...rows, { kind: "lane", key: `${key}-more`, block }];
}

/** Pages of a service may overlap; a document is still shown once. */
function withoutRepeats<D extends TimelineDocument>(pages: readonly (readonly D[])[]): D[][] {
  const seen = new Set<string>();
  return pages.map((page) =>
    page.filter((each) => {
      if (seen.has(each.document_id)) return false;
      seen.add(each.document_id);
      return true;
    }),
  );
}
