import { toWireRequest, type WireRequest } from "../../lib/contract/client.ts";
import { type EndpointInput, type EndpointName, endpointNames } from "../../lib/contract/endpoints.ts";
import { DocumentId, NewsId, OriginalId, PhraseId } from "../../lib/contract/ids.ts";
import type { RawRequest } from "./give-up.ts";
import type { Household } from "./household.ts";

/** More than are drawn at the same time. */
const pagesMax = 16;

/** Every endpoint of the contract, and pages that nobody has asked for yet: they are drawn, in threads with a queue. */
export function serviceRequests(
  { programs, ids, documents }: Household,
  key: string,
): Readonly<Record<string, RawRequest>> {
  const port = Number(new URL(programs.apiUrl).port);
  const headers = { host: "localhost", authorization: `Bearer ${key}`, "content-type": "application/json" };
  const requestOf = ({ method, target, body }: WireRequest): RawRequest => ({ port, method, target, headers, body });
  const pages = documents.flatMap(({ id, pageCount }) =>
    Array.from({ length: pageCount }, (_, at) => {
      const input = { document_id: DocumentId.parse(id), page_number: at + 1 };
      return [`getPageImage ${id} ${at + 1}`, requestOf(toWireRequest("getPageImage", input))] as const;
    }),
  );
  const endpoints = endpointNames.map((name) => [name, requestOf(wireRequestOf(name, ids))] as const);
  return Object.fromEntries([...endpoints, ...pages.slice(0, pagesMax)]);
}

export function wireRequestOf<N extends EndpointName>(name: N, ids: Household["ids"]): WireRequest {
  const document_id = DocumentId.parse(ids["documentId"]);
  const question = { query: "配当" };
  const inputs: { readonly [E in EndpointName]: EndpointInput<E> } = {
    ...{ health: {}, ready: {}, searchIssuers: { q: "株式会社" } },
    ...{ listDocuments: { timeline_since: "2000-01-01" }, listNews: { timeline_since: "2000-01-01" } },
    ...{ getDocument: { document_id }, getToc: { document_id }, listPageImages: { document_id } },
    ...{
      listOriginals: { document_id },
      getContent: { document_id },
      getNews: { news_id: NewsId.parse(ids["newsId"]) },
    },
    ...{ searchDocuments: question, searchNews: question, getPageImage: { document_id, page_number: 2 } },
    getOriginal: { document_id, original_id: OriginalId.parse(ids["originalId"]) },
    ...{ standPhrase: { phrase: "配当" }, listStanding: {}, endStanding: { phrase_id: PhraseId.parse("ph-1") } },
    verifyQuote: { document_id, quote: "この文書には決して書かれていない、十分に長い一つの文である。" },
  };
  return toWireRequest(name, inputs[name]);
}
