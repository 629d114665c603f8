import { z } from "zod";
import { toWireRequest } from "../../contract/client.ts";
import type { EndpointInput } from "../../contract/endpoints.ts";
import { parseRequest } from "../../contract/parse-request.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import type { FoundPlace } from "../../store/artifacts.ts";
import type { Purchase, PurchaseKind, QuestionKind } from "../../text/purchase-kinds.ts";
import { leftOfRequest } from "../pricing/left-to-buy.ts";
import { PurchaseProblem } from "../problems.ts";
import { fieldsOf, fixedPrice, mebi, type Purchasable, unannounced } from "./purchasable.ts";
import { nothingRead, readAnswer, unreadableFor } from "./reading.ts";
import { type Unit, unitOf } from "./unit.ts";

/** Questions of the whole market. The same question is answered from the store. */

const endpointOf = {
  search_documents: "searchDocuments",
  search_news: "searchNews",
  list_news: "listNews",
} as const satisfies Record<QuestionKind, string>;
type EndpointOf<K extends QuestionKind> = (typeof endpointOf)[K];

export function isQuestion(kind: PurchaseKind): kind is QuestionKind {
  return Object.hasOwn(endpointOf, kind);
}

const Fields = z.object({ input: z.record(z.string(), z.unknown()) });
const Subject = z.object({ query: z.string().optional(), security_codes: z.array(z.string()).optional() });

interface Differences<K extends QuestionKind> {
  action(input: EndpointInput<EndpointOf<K>>): Purchase<K>;
  found(value: unknown): readonly FoundPlace[];
}

function question<K extends QuestionKind>(kind: K, { action, found }: Differences<K>): Purchasable<K> {
  const endpoint = endpointOf[kind];
  const row: Purchasable<K> = {
    endpoint,
    accept: "application/json",
    facts: null,
    ownedBy: "request",
    hasSections: false,
    parse: (raw) => action(parseInput(endpoint, fieldsOf(Fields, raw).input)),
    items: (asked) => [questionUnit(asked)],
    ofItem: (input) => row.parse({ input }),
    join: (first) => first,
    line: ({ params }) => `${kind} ${params}`,
    identity: (asked) => [questionUnit(asked).params],
    request: (params) => toWireRequest(endpoint, params as EndpointInput<EndpointOf<K>>),
    announced: () => unannounced,
    /** At most a hundred hits with their snippets. */
    bytesMax: () => 16 * mebi,
    isDeliverable: () => true,
    leftToBuy: (asked, { latest }) =>
      leftOfRequest({ unit: questionUnit(asked), price: fixedPrice(endpoint) }, latest, asked.epoch === "again"),
    countOwned: (asked, known) => (row.leftToBuy(asked, known).owned ? 1 : 0),
    read(_, bytes) {
      const { value, unreadable } = readAnswer(endpoint, bytes);
      if (unreadable !== null) return unreadableFor(unreadable);
      return { ...nothingRead, hitCount: listLength(value), found: found(value) };
    },
    subject({ params }) {
      const asked = Subject.safeParse(JSON.parse(params)).data;
      return asked?.query ?? asked?.security_codes?.join(", ") ?? null;
    },
    parts: () => [],
  };
  return row;
}

export const search_documents = question("search_documents", {
  action: (input) => ({ kind: "search_documents", input }),
  found: foundPlaces,
});

export const search_news = question("search_news", {
  action: (input) => ({ kind: "search_news", input }),
  found: () => [],
});

export const list_news = question("list_news", {
  action: (input) => ({ kind: "list_news", input }),
  found: () => [],
});

/** The order of keys and of set-like lists does not make a different question. */
export function questionUnit({ kind, input }: { readonly kind: QuestionKind; readonly input: object }): Unit {
  const entries = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return unitOf(kind, Object.fromEntries(entries));
}

/** The sections that the hits of an answer quote. */
export function foundPlaces(value: unknown): FoundPlace[] {
  const read = readTolerantly("searchDocuments", value);
  if ("unreadable" in read) return [];
  return read.value.hits.flatMap(({ document: { document_id }, section_id, snippet }) =>
    section_id === null || snippet === null ? [] : [{ document_id, section_id }],
  );
}

function listLength(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return null;
  const list = Object.values(value).find((each) => Array.isArray(each));
  return Array.isArray(list) ? list.length : null;
}

function parseInput<N extends EndpointOf<QuestionKind>>(
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
