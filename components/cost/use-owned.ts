"use client";

import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { creditsQuery } from "@/lib/queries/credits";
import { ownedDocumentQuery, ownedDocumentsQuery } from "@/lib/queries/owned";

/** What the reader owns of one document. Free. */
export function useOwnedDocument(documentId: string) {
  return useQuery(ownedDocumentQuery(documentId));
}

/** The same for the rows of a list, in one request. */
export function useOwnedDocuments(documentIds: readonly string[]) {
  return useQuery(ownedDocumentsQuery(documentIds));
}

/** For the frame, which hydrates before any answer can come and whose server knew what the store knows. */
export function useFrameCredits() {
  return useQuery(creditsQuery());
}

export function useCredits() {
  const { data } = useQuery(creditsQuery());
  // Parts of a page hydrate after the answer may have come; the server's words, which knew none, come first.
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return hydrated ? data : undefined;
}

const never = () => () => {};
