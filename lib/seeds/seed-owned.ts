import type { QueryClient } from "@tanstack/react-query";
import type { Owner } from "../auth/session.ts";
import { ownedDocument } from "../purchases/library/owned.ts";
import { purchases, spenderOf } from "../purchases/purchases.ts";
import { ownedDocumentsQuery, ownedKeys } from "../queries/owned.ts";

interface Listed {
  readonly document_id: string;
}

/** What is owned of the first rows, so that none turns from a price into a seal before the reader's eyes. */
export function seedOwned(client: QueryClient, owner: Owner, documents: readonly Listed[]): void {
  const ids = documents.map((each) => each.document_id);
  const spender = spenderOf(owner);
  const { rows } = purchases();
  client.setQueryData(
    ownedDocumentsQuery(ids).queryKey,
    ids.map((id) => ownedDocument(rows, spender, id)),
  );
}

/** The same for a document's own page. */
export function seedOwnedDocument(client: QueryClient, owner: Owner, documentId: string): void {
  const owned = ownedDocument(purchases().rows, spenderOf(owner), documentId);
  client.setQueryData(ownedKeys.document(documentId), owned);
}
