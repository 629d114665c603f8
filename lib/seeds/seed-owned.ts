import type { QueryClient } from "@tanstack/react-query";
import type { Owner } from "../auth/session.ts";
import { ownedDocument, ownedDocuments } from "../purchases/library/owned.ts";
import { purchases, spenderOf } from "../purchases/purchases.ts";
import { ownedDocumentsQuery, ownedKeys } from "../queries/owned.ts";

interface Listed {
  readonly document_id: string;
}

/** Puts what is owned of the first rows into the page's cache, so that no price visibly changes into "owned". */
export async function seedOwned(client: QueryClient, owner: Owner, documents: readonly Listed[]): Promise<void> {
  const ids = documents.map((each) => each.document_id);
  const spender = spenderOf(owner);
  const { rows } = await purchases();
  client.setQueryData(ownedDocumentsQuery(ids).queryKey, await ownedDocuments(rows, spender, ids));
}

/** The same for a document's page. */
export async function seedOwnedDocument(client: QueryClient, owner: Owner, documentId: string): Promise<void> {
  const owned = await ownedDocument((await purchases()).rows, spenderOf(owner), documentId);
  client.setQueryData(ownedKeys.document(documentId), owned);
}
