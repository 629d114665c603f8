import type { QueryClient } from "@tanstack/react-query";
import type { Owner } from "@/lib/auth/session";
import { ownedDocument } from "@/lib/purchases/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { ownedDocumentsQuery, ownedKeys } from "@/lib/queries/owned";

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
