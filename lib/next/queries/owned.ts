import { queryOptions } from "@tanstack/react-query";
import { api, type Query } from "../../routes.ts";
import type { OwnedDocument, StoredAnswer } from "../../spending/wire.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Free to request; changed only by purchases. */
export const ownedKeys = {
  all: ["owned"] as const,
  document: (documentId: string) => [...ownedKeys.all, "document", documentId] as const,
  answer: (query: Query) => [...ownedKeys.all, "answer", query] as const,
};

const quiet = { staleTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Pending purchases are asked about again after this time, so that they are shown when they have arrived. */
const pendingPollMs = 3_000;

export function ownedDocumentQuery(documentId: string) {
  return queryOptions({
    queryKey: ownedKeys.document(documentId),
    queryFn: ({ signal }) => fetchOwnApi<OwnedDocument>(api.owned(documentId), { signal }),
    ...quiet,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pending.pages.length + data.pending.sections.length > 0 ? pendingPollMs : false,
  });
}

/** For lists: one request for what is owned of each of up to 100 documents. */
export function ownedDocumentsQuery(documentIds: readonly string[]) {
  return queryOptions({
    // One text, since the key of each page of a long list is compared at each render.
    queryKey: [...ownedKeys.all, "documents", [...documentIds].sort().join(" ")] as const,
    queryFn: ({ signal }) => fetchOwnApi<readonly OwnedDocument[]>(api.ownedMany(documentIds), { signal }),
    enabled: documentIds.length > 0,
    ...quiet,
  });
}

/** The stored answer of a search or news list, or null. Never runs the search. */
export function ownedAnswerQuery(query: Query) {
  return queryOptions({
    queryKey: ownedKeys.answer(query),
    queryFn: ({ signal }) => fetchOwnApi<StoredAnswer | null>(api.ownedAnswer(withFalseValues(query)), { signal }),
    ...quiet,
  });
}

/** `queryString` leaves out false values, but a question must state them: `latest_only` is true by default. */
function withFalseValues(query: Query): Query {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, value === false ? "false" : value]));
}
