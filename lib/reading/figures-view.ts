import type { Route } from "next";
import type { DocumentId } from "../contract/ids.ts";
import { writePrice } from "../contract/prices.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import {
  type Figures,
  type Language,
  type ListedFigure,
  listedFigures,
  type Restated,
  restatements,
  type ShownFigure,
  type ShownTable,
  type StatementKind,
  shownTable,
  statementKinds,
  statementTables,
  writeStandard,
} from "../evidence/figures/index.ts";
import { type Owner, oncePerRequest } from "../owners/owner.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { partOrStored, valueOf } from "./document-parts.ts";
import { type FigurePlace, figurePlaces } from "./figure-places.ts";
import {
  type DocumentFigures,
  findFigures,
  laterThan,
  type OwnedFilings,
  ownedFilings,
  type UnreadPackage,
} from "./figures.ts";
import { findOwned } from "./reading-facts.ts";

export type FiguresView = Exclude<DocumentFigures, { state: "read" }> | ReadFiguresView;

export interface ReadFiguresView {
  readonly document: DocumentSummary;
  readonly state: "read";
  readonly originalId: string;
  readonly standard: string | null;
  readonly count: number;
  readonly unreadCount: number;
  /** Later packages of the issuer, whose restatements are not known. */
  readonly unreadLater: readonly UnreadPackage[];
  /** The years of the key figures, or of whatever goes back furthest. */
  readonly years: number;
  readonly kinds: readonly StatementKind[];
  readonly show: StatementKind | "all";
  readonly tables: readonly ShownTable[];
  readonly list: { readonly figures: readonly ListedFigure[]; readonly from: number; readonly total: number } | null;
  readonly placeOf: (figure: ShownFigure) => PlaceWords;
}

/** A place in words that a link can be given. */
export interface PlaceWords {
  readonly href: Route;
  readonly section: string | null;
  /** Null where it is owned. */
  readonly price: string | null;
}

export const listLength = 200;

export function findFiguresState(
  owner: Owner,
  documentId: DocumentId,
): Promise<DocumentFigures | { readonly problem: UpstreamProblem }> {
  return oncePerRequest(owner, `figures of ${documentId}`, () => findFigures(owner, documentId));
}

export async function loadFiguresView(
  owner: Owner,
  found: DocumentFigures,
  asked: { readonly show: string | undefined; readonly from: number; readonly lang: Language },
): Promise<FiguresView> {
  if (found.state !== "read") return found;
  const { document, figures, originalId } = found;
  const { lang } = asked;
  const later = await laterFilings(owner, document);
  const restated = restatements(figures, later.filings);
  const tables = statementTables(figures);
  const kinds = statementKinds.filter((kind) => tables.some((table) => table.kind === kind));
  const show = kinds.find((kind) => kind === asked.show) ?? (asked.show === "all" ? "all" : (kinds[0] ?? "all"));
  return {
    document,
    state: "read",
    originalId,
    standard: writeStandard(figures.standard, lang),
    count: figures.facts.length,
    unreadCount: figures.unreadCount,
    unreadLater: later.unread,
    years: yearsOf(figures),
    kinds,
    show,
    tables: tables.filter(({ kind }) => kind === show).map((table) => shownTable(figures, table, lang, restated)),
    list: show === "all" ? listOf(figures, lang, restated, asked.from) : null,
    placeOf: await placesIn(owner, document.document_id, figures),
  };
}

function listOf(figures: Figures, lang: Language, restated: ReadonlyMap<number, Restated>, from: number) {
  const all = listedFigures(figures, lang, restated);
  const first = from < all.length ? from : 0;
  return { figures: all.slice(first, first + listLength), from: first, total: all.length };
}

async function laterFilings(owner: Owner, document: DocumentSummary): Promise<OwnedFilings> {
  const all = await ownedFilings(owner, { documentId: document.document_id, sameIssuer: true });
  const own = all.filings.find(({ documentId }) => documentId === document.document_id);
  // A package without any figure is no filing of these, and nothing of it is restated.
  return own === undefined ? { filings: [], unread: [] } : laterThan(all, own);
}

async function placesIn(
  owner: Owner,
  documentId: DocumentId,
  figures: Figures,
): Promise<(figure: ShownFigure) => PlaceWords> {
  const [toc, owned] = await Promise.all([partOrStored(owner, documentId, "toc"), findOwned(owner, documentId)]);
  const placeOf = figurePlaces(documentId, figures, valueOf(toc), owned);
  return ({ fact }) => placeWords(placeOf(fact));
}

export function placeWords({ href, section, price }: FigurePlace): PlaceWords {
  return { href, section, price: price === null ? null : writePrice(price) };
}

function yearsOf(figures: Figures): number {
  const where = figures.facts.map(({ context }) => figures.contexts[context]);
  const years = where.flatMap((each) => (each?.start == null || each.members.length > 0 ? [] : [each.end]));
  return new Set(years).size;
}
