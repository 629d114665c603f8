"use client";

import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { creditsQuery } from "@/lib/next/queries/credits";
import { ownedDocumentQuery, ownedDocumentsQuery } from "@/lib/next/queries/owned";

/** Free. */
export function useOwnedDocument(documentId: string) {
  return useQuery(ownedDocumentQuery(documentId));
}

/** The same for the rows of a list, in one request. */
export function useOwnedDocuments(documentIds: readonly string[]) {
  return useQuery(ownedDocumentsQuery(documentIds));
}

/** For the frame: it hydrates before any answer can arrive, so the values the server rendered are still current. */
export function useFrameCredits() {
  return useQuery(creditsQuery());
}

export function useCredits() {
  const { data } = useQuery(creditsQuery());
  // Parts of a page may hydrate after the answer has arrived. They render once without it, as the server did, so that
  // hydration matches.
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return hydrated ? data : undefined;
}

const never = () => () => {};
