import { contentPrice, type PriceRange, type Tier } from "../../../contract/prices.ts";
import { type MailedUpdate, unmailedUpdates } from "../../../store/daily-mails.ts";
import { listSavedFilters } from "../../../store/saved-filters.ts";
import { foundSections, listStandingWords } from "../../../store/standing-words.ts";
import type { Store } from "../../../store/store.ts";
import { listWatches } from "../../../store/watches.ts";
import type { ListedDocument } from "../../../text/format/free-lists.ts";
import {
  citedSource,
  filterSource,
  parseUpdateSource,
  type UpdateKind,
  updateKind,
  watchSource,
  wordsSource,
} from "../../../text/format/update-source.ts";
import { readStoredDocument } from "../stored-document.ts";

/** Why a document stands where it does, in the order in which a mail has them. */
export const mailGroups = ["sections", "forecasts", "amended", "withdrawn", "words", "cited", "others"] as const;
export type MailGroup = (typeof mailGroups)[number];

export interface MailItem {
  readonly group: MailGroup;
  readonly document: ListedDocument;
  readonly kind: UpdateKind;
  /** Of the whole text; undefined where it can't be bought. */
  readonly price: PriceRange | undefined;
  readonly changedSections: number | undefined;
  /** The words that were found in it, each once. */
  readonly phrases: readonly string[];
  readonly sections: readonly MailSection[];
}

export interface MailSection {
  readonly id: string;
  readonly title: string | null;
  readonly passages: number;
  readonly price: PriceRange;
}

export interface MailContent {
  readonly items: readonly MailItem[];
  /** How many more there are, in Today. */
  readonly more: number;
  /** The last row of the news that this content covers; 0 where there are none. */
  readonly throughSeq: number;
}

interface ItemDeps {
  readonly store: Store;
  readonly tiers: () => Promise<readonly Tier[]>;
  readonly countChanged: (documentId: string) => Promise<number | undefined>;
}

const rowsMax = 1_000;
const itemsMax = 40;
/** Each asks the service for free tables of contents. */
const comparedMax = 8;
const sectionsShown = 3;
const comparedTypes: ReadonlySet<string | null> = new Set([
  "annual_securities_report",
  "semiannual_report",
  "quarterly_report",
]);

/** The news of everything that an owner follows now, neither seen in Today nor sent by an earlier mail. */
export async function mailContent(deps: ItemDeps, ownerId: string, throughSeq: number): Promise<MailContent> {
  const { store } = deps;
  const rows = await unmailedUpdates(store, ownerId, throughSeq, rowsMax);
  const followed = await followedNow(store, ownerId);
  const told = mergedByUpdate(rows.filter(({ source }) => followed.has(source)));
  const tiers = told.length === 0 ? [] : await deps.tiers();
  const items: MailItem[] = [];
  for (const each of told) items.push(await itemOf(each, { store, ownerId, tiers }));
  const compared = await withChangedSections(items, deps.countChanged);
  const ordered = mailGroups.flatMap((group) => compared.filter((item) => item.group === group));
  return {
    items: ordered.slice(0, itemsMax),
    more: Math.max(0, ordered.length - itemsMax),
    throughSeq: rows[0]?.seq ?? 0,
  };
}

async function followedNow(store: Store, ownerId: string): Promise<ReadonlySet<string>> {
  const [watches, filters, words] = await Promise.all([
    listWatches(store, ownerId),
    listSavedFilters(store, ownerId),
    listStandingWords(store, ownerId),
  ]);
  return new Set([
    citedSource,
    ...watches.map(({ security_code }) => watchSource(security_code)),
    ...filters.map(({ filter_id }) => filterSource(filter_id)),
    ...words.map(({ phrase_id }) => wordsSource(phrase_id)),
  ]);
}

interface Told {
  readonly update: MailedUpdate;
  readonly sources: readonly string[];
  readonly document: ListedDocument;
}

/** A document that several sources list is told once. */
function mergedByUpdate(rows: readonly MailedUpdate[]): Told[] {
  const merged = new Map<string, Told>();
  for (const update of rows) {
    const name = `${update.document_id} ${update.event}`;
    const before = merged.get(name);
    const document = before?.document ?? readStoredDocument(update.document);
    if (document === undefined) continue;
    merged.set(name, { update, document, sources: [...(before?.sources ?? []), update.source] });
  }
  return [...merged.values()];
}

async function itemOf(
  { update, document, sources }: Told,
  deps: { readonly store: Store; readonly ownerId: string; readonly tiers: readonly Tier[] },
): Promise<MailItem> {
  const kind = updateKind({ event: update.event, amends: document.amends_document_id });
  const { phrases, sections } = await wordsIn(document.document_id, sources, deps);
  const isReady = document.content_status === "ready" && kind !== "withdrawal";
  return {
    document,
    kind,
    phrases,
    sections,
    group: groupOf(document, kind, sources),
    price: isReady ? contentPrice(deps.tiers, document.character_count) : undefined,
    changedSections: undefined,
  };
}

function groupOf(document: ListedDocument, kind: UpdateKind, sources: readonly string[]): MailGroup {
  if (sources.includes(citedSource)) return "cited";
  if (kind === "withdrawal") return "withdrawn";
  if (document.document_type === "forecast_revision") return "forecasts";
  if (kind === "amendment") return "amended";
  return sources.some((source) => parseUpdateSource(source)?.kind === "words") ? "words" : "others";
}

async function wordsIn(
  documentId: string,
  sources: readonly string[],
  deps: { readonly store: Store; readonly ownerId: string; readonly tiers: readonly Tier[] },
): Promise<Pick<MailItem, "phrases" | "sections">> {
  const phraseIds = sources.flatMap((source) => {
    const parsed = parseUpdateSource(source);
    return parsed?.kind === "words" ? [parsed.phraseId] : [];
  });
  if (phraseIds.length === 0) return { phrases: [], sections: [] };
  const standing = await listStandingWords(deps.store, deps.ownerId);
  const sections = new Map<string, MailSection>();
  for (const phraseId of phraseIds) {
    for (const found of (await foundSections(deps.store, deps.ownerId, phraseId)).get(documentId) ?? []) {
      const { section_id: id, title, passages, character_count } = found;
      const before = sections.get(id);
      const price = contentPrice(deps.tiers, character_count);
      sections.set(id, { id, title, price, passages: passages + (before?.passages ?? 0) });
    }
  }
  return {
    phrases: standing.filter(({ phrase_id }) => phraseIds.includes(phrase_id)).map(({ phrase }) => phrase),
    sections: [...sections.values()].slice(0, sectionsShown),
  };
}

/** Of the newest reports that are compared with the one before. */
async function withChangedSections(
  items: readonly MailItem[],
  countChanged: ItemDeps["countChanged"],
): Promise<MailItem[]> {
  const compared: MailItem[] = [];
  let left = comparedMax;
  for (const item of items) {
    const isCompared = item.group !== "withdrawn" && comparedTypes.has(item.document.document_type);
    if (!isCompared || left === 0) {
      compared.push(item);
      continue;
    }
    left -= 1;
    const changedSections = await countChanged(item.document.document_id).catch(() => undefined);
    const isMore = item.group === "others" || item.group === "words";
    const group = isMore && (changedSections ?? 0) > 0 ? "sections" : item.group;
    compared.push({ ...item, changedSections, group });
  }
  return compared;
}
