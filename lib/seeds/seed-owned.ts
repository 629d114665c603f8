import type { QueryClient } from "@tanstack/react-query";
import type { Owner } from "../auth/session.ts";
import { findOwned } from "../documents/reading-facts.ts";
import { ownedDocuments } from "../purchases/library/owned.ts";
import { purchases, spenderOf } from "../purchases/purchases.ts";
import { store } from "../store/database.ts";
import { keptRead } from "../store/kept-reads.ts";
import { ownedDocumentsQuery, ownedKeys } from "../queries/owned.ts";

interface Listed {
  readonly document_id: string;
}

/** Puts what is owned of the first rows into the page's cache, so that no price visibly changes into "owned". */
export async function seedOwned(client: QueryClient, owner: Owner, documents: readonly Listed[]): Promise<void> {
  const ids = documents.map((each) => each.document_id);
  const spender = spenderOf(owner);
  const { rows } = await purchases();
  const name = ["owned", spender.ownerId, spender.upstream, ...ids].join(" ");
  const owned = await keptRead(store(), name, () => ownedDocuments(rows, spender, ids));
  client.setQueryData(ownedDocumentsQuery(ids).queryKey, owned);
}

/** The same for a document's page. */
export async function seedOwnedDocument(client: QueryClient, documentId: string): Promise<void> {
  client.setQueryData(ownedKeys.document(documentId), await findOwned(documentId));
}
