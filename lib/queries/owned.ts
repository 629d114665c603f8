import { queryOptions } from "@tanstack/react-query";
import type { OwnedDocument, StoredAnswer } from "../purchases/wire.ts";
import { api, type Query } from "../routes.ts";
import { askOwnApi } from "./own-api.ts";

/** What the reader owns. Free to ask; changes only when something is bought. */
export const ownedKeys = {
  all: ["owned"] as const,
  document: (documentId: string) => [...ownedKeys.all, "document", documentId] as const,
  answer: (query: Query) => [...ownedKeys.all, "answer", query] as const,
};

const quiet = { staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function ownedDocumentQuery(documentId: string) {
  return queryOptions({
    queryKey: ownedKeys.document(documentId),
    queryFn: ({ signal }) => askOwnApi<OwnedDocument>(api.owned(documentId), { signal }),
    ...quiet,
  });
}

/** For lists: one request says what is owned of each of up to 100 documents. */
export function ownedDocumentsQuery(documentIds: readonly string[]) {
  return queryOptions({
    queryKey: [...ownedKeys.all, "documents", [...documentIds].sort()] as const,
    queryFn: ({ signal }) => askOwnApi<readonly OwnedDocument[]>(api.ownedMany(documentIds), { signal }),
    enabled: documentIds.length > 0,
    ...quiet,
  });
}

/** The stored answer of a search or news list, or null: asking runs nothing. */
export function ownedAnswerQuery(query: Query) {
  return queryOptions({
    queryKey: ownedKeys.answer(query),
    queryFn: ({ signal }) => askOwnApi<StoredAnswer | null>(api.ownedAnswer(spelledOut(query)), { signal }),
    ...quiet,
  });
}

/** An address leaves out what is false; a question must not: `latest_only` is true where it isn't said. */
function spelledOut(query: Query): Query {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value === false ? "false" : value]));
}
