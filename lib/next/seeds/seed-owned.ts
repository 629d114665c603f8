import type { QueryClient } from "@tanstack/react-query";
import { app } from "../../app.server.ts";
import type { Owner } from "../../owners/owner.ts";
import { ownedDocumentsQuery, ownedKeys } from "../queries/owned.ts";

interface Listed {
  readonly document_id: string;
}

/** Puts what is owned of the first rows into the page's cache, so that no price visibly changes into "owned". */
export async function seedOwned(client: QueryClient, owner: Owner, documents: readonly Listed[]): Promise<void> {
  const ids = documents.map((each) => each.document_id);
  const spender = app.spenderOf(owner);
  const { rows } = app.running().purchases;
  const name = ["owned", spender.ownerId, spender.upstream, ...ids].join(" ");
  const owned = await app.running().reads.of(name, () => app.ownedDocuments(rows, spender, ids));
  client.setQueryData(ownedDocumentsQuery(ids).queryKey, owned);
}

/** The same for a document's page. */
export async function seedOwnedDocument(client: QueryClient, owner: Owner, documentId: string): Promise<void> {
  client.setQueryData(ownedKeys.document(documentId), await app.findOwned(owner, documentId));
}
