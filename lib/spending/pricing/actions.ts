import { z } from "zod";
import { toWireRequest, type WireRequest } from "../../contract/client.ts";
import type { EndpointInput, EndpointName } from "../../contract/endpoints.ts";
import { DocumentId, OriginalId, SectionId } from "../../contract/ids.ts";
import { parseRequest } from "../../contract/parse-request.ts";
import { PurchaseProblem } from "../problems.ts";
import type { PurchaseAction, PurchaseKind, SinglePurchase } from "../wire.ts";

/** Requests that mean the same give the same `params`: intents and idempotency keys derive from it. */
const pagesMax = 500;
const sectionsMax = 100;
const linesMax = 100;
/** A basket is part of its signed quote, which is sent back with the confirmation. */
export const linesBytesMax = 36_000;
const again = z.literal("again").optional();

const Action = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("content"), document_id: DocumentId, epoch: again }),
  z.object({
    kind: z.literal("sections"),
    document_id: DocumentId,
    sections: z.array(SectionId).min(1).max(sectionsMax),
    epoch: again,
  }),
  z.object({
    kind: z.literal("pages"),
    document_id: DocumentId,
    pages: z.array(z.int().min(1).max(100_000)).min(1).max(pagesMax),
    epoch: again,
  }),
  z.object({ kind: z.literal("original"), document_id: DocumentId, original_id: OriginalId, epoch: again }),
  z.object({ kind: z.literal("search_documents"), input: z.record(z.string(), z.unknown()), epoch: again }),
  z.object({ kind: z.literal("search_news"), input: z.record(z.string(), z.unknown()), epoch: again }),
  z.object({ kind: z.literal("list_news"), input: z.record(z.string(), z.unknown()), epoch: again }),
]);

const questionEndpoints = {
  search_documents: "searchDocuments",
  search_news: "searchNews",
  list_news: "listNews",
} as const satisfies Partial<Record<PurchaseKind, EndpointName>>;
export type QuestionKind = keyof typeof questionEndpoints;

export function isQuestion(kind: PurchaseKind): kind is QuestionKind {
  return Object.hasOwn(questionEndpoints, kind);
}

export function endpointOfKind(kind: PurchaseKind): EndpointName {
  switch (kind) {
    case "content":
    case "sections":
      return "getContent";
    case "pages":
      return "getPageImage";
    case "original":
      return "getOriginal";
    default:
      return questionEndpoints[kind];
  }
}

const Basket = z.object({ kind: z.literal("basket"), lines: z.array(z.unknown()).min(1).max(linesMax) });

/** Reads an action sent by a browser; what a service would refuse is refused here, before any quote. */
export function parseAction(raw: unknown): PurchaseAction {
  const basket = Basket.safeParse(raw);
  if (!basket.success) return parseSingle(raw);
  const lines = basket.data.lines.map(parseSingle);
  checkLines(lines);
  return { kind: "basket", lines };
}

/** Two lines of the same thing would be planned apart, and bought twice. */
function checkLines(lines: readonly SinglePurchase[]): void {
  const refuse = (detail: string) => new PurchaseProblem(422, "invalid_action", detail);
  if (lines.some((line) => line.epoch !== undefined)) throw refuse("A basket buys no second copies.");
  if (new Set(lines.map(lineKey)).size < lines.length) throw refuse("Two lines of the basket are of the same thing.");
  const pages = lines.reduce((sum, line) => sum + (line.kind === "pages" ? line.pages.length : 0), 0);
  if (pages > pagesMax) throw refuse(`A basket has at most ${pagesMax} pages.`);
  if (Buffer.byteLength(JSON.stringify(lines)) > linesBytesMax) throw refuse("The basket is too large.");
}

export function parseSingle(raw: unknown): SinglePurchase {
  const parsed = Action.safeParse(raw);
  if (!parsed.success) throw new PurchaseProblem(422, "invalid_action", z.prettifyError(parsed.error));
  const { epoch, ...action } = parsed.data;
  const mark = epoch === undefined ? {} : { epoch };
  switch (action.kind) {
    case "sections":
      return { ...action, ...mark, sections: [...new Set(action.sections)] };
    case "pages":
      return { ...action, ...mark, pages: [...new Set(action.pages)].sort((a, b) => a - b) };
    case "search_documents":
      return { kind: action.kind, input: parseQuestion("searchDocuments", action.input), ...mark };
    case "search_news":
      return { kind: action.kind, input: parseQuestion("searchNews", action.input), ...mark };
    case "list_news":
      return { kind: action.kind, input: parseQuestion("listNews", action.input), ...mark };
    default:
      return { ...action, ...mark };
  }
}

function parseQuestion<N extends "searchDocuments" | "searchNews" | "listNews">(
  name: N,
  input: Readonly<Record<string, unknown>>,
): EndpointInput<N> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const parsed =
    name === "listNews"
      ? parseRequest(name, { path: {}, query: toQuery(given) })
      : parseRequest(name, { path: {}, query: new URLSearchParams(), body: { json: Object.fromEntries(given) } });
  if ("input" in parsed) return parsed.input;
  if ("problem" in parsed) throw new PurchaseProblem(400, parsed.problem.code, parsed.problem.detail);
  const first = parsed.failures[0];
  throw new PurchaseProblem(422, "validation", first === undefined ? "" : `${first.loc.join(".")}: ${first.msg}`);
}

function toQuery(entries: readonly (readonly [string, unknown])[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [key, value] of entries) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(key, String(item));
  }
  return query;
}

/** One request to the service that is part of an action; an intent is made from it. */
export interface Unit {
  readonly kind: PurchaseKind;
  /** JSON with a fixed order of keys. */
  readonly params: string;
  readonly documentId: string | null;
  readonly pageNumber: number | null;
  readonly originalId: string | null;
}

const noPlace = { documentId: null, pageNumber: null, originalId: null };

export function contentUnit(documentId: string): Unit {
  return { ...noPlace, kind: "content", params: JSON.stringify({ document_id: documentId }), documentId };
}

/** `sections` in reading order, without sections inside others. */
export function sectionsUnit(documentId: string, sections: readonly string[]): Unit {
  return { ...noPlace, kind: "sections", params: JSON.stringify({ document_id: documentId, sections }), documentId };
}

export function pageUnit(documentId: string, pageNumber: number): Unit {
  const params = JSON.stringify({ document_id: documentId, page_number: pageNumber });
  return { ...noPlace, kind: "pages", params, documentId, pageNumber };
}

export function originalUnit(documentId: string, originalId: string): Unit {
  const params = JSON.stringify({ document_id: documentId, original_id: originalId });
  return { ...noPlace, kind: "original", params, documentId, originalId };
}

/** The order of keys and of set-like lists does not make a different question. */
export function questionUnit(action: Extract<SinglePurchase, { kind: QuestionKind }>): Unit {
  const entries = Object.entries(action.input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...noPlace, kind: action.kind, params: JSON.stringify(Object.fromEntries(entries)) };
}

/** All text of a document is one line, and so are its pages: each choice is priced and planned as a whole. */
export function lineKey(line: SinglePurchase): string {
  if (line.kind === "original") return keyOfUnit(originalUnit(line.document_id, line.original_id));
  if ("document_id" in line) return keyOfUnit({ kind: line.kind, documentId: line.document_id, params: "" });
  return keyOfUnit(questionUnit(line));
}

/** The line of a basket that a request belongs to. */
export function keyOfUnit({ kind, documentId, params }: Pick<Unit, "kind" | "documentId" | "params">): string {
  if (kind === "content" || kind === "sections") return `text ${documentId}`;
  return kind === "pages" ? `pages ${documentId}` : `${kind} ${params}`;
}

/** Each section, each page. */
export function itemsOfLine(line: SinglePurchase): Unit[] {
  switch (line.kind) {
    case "content":
      return [contentUnit(line.document_id)];
    case "sections":
      return line.sections.map((section) => sectionsUnit(line.document_id, [section]));
    case "pages":
      return line.pages.map((page) => pageUnit(line.document_id, page));
    case "original":
      return [originalUnit(line.document_id, line.original_id)];
    default:
      return [questionUnit(line)];
  }
}

const Params = z.object({
  document_id: DocumentId.optional(),
  sections: z.array(SectionId).optional(),
  page_number: z.int().optional(),
  original_id: OriginalId.optional(),
});

export function sectionsOf(unit: Pick<Unit, "kind" | "params">): readonly string[] {
  return unit.kind === "sections" ? (Params.parse(JSON.parse(unit.params)).sections ?? []) : [];
}

/** The request that is sent for a unit: always the same bytes for the same unit. */
export function wireRequestOf(unit: Pick<Unit, "kind" | "params">): WireRequest {
  const raw: unknown = JSON.parse(unit.params);
  const kind = unit.kind;
  if (isQuestion(kind)) {
    const name = questionEndpoints[kind];
    return toWireRequest(name, raw as EndpointInput<typeof name>);
  }
  const { document_id, sections, page_number, original_id } = Params.parse(raw);
  if (document_id === undefined) throw new Error("a unit of a document without its id");
  if (kind === "content") return toWireRequest("getContent", { document_id });
  if (kind === "sections") return toWireRequest("getContent", { document_id, sections: [...(sections ?? [])] });
  if (kind === "pages") return toWireRequest("getPageImage", { document_id, page_number: page_number ?? 0 });
  if (original_id === undefined) throw new Error("an original without its id");
  return toWireRequest("getOriginal", { document_id, original_id });
}
