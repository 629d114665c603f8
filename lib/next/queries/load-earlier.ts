import type { QueryClient } from "@tanstack/react-query";
import type { DocumentFilters } from "../../contract/endpoints.ts";
import { api } from "../../routes.ts";
import type { OwnedDocument } from "../../spending/wire.ts";
import type { DocumentPage } from "../../text/format/free-lists.ts";
import { documentsAPage } from "../../text/format/free-lists.ts";
import { documentListQuery } from "./documents.ts";
import { fetchOwnApi } from "./own-api.ts";
import { ownedDocumentsQuery } from "./owned.ts";

export interface FollowingDocuments {
  readonly pages: readonly DocumentPage[];
  readonly owned: readonly OwnedDocument[];
}

/** If the list has moved on meanwhile, because somebody scrolled to its end, nothing is added twice. */
export async function loadEarlier(client: QueryClient, input: DocumentFilters): Promise<void> {
  const { queryKey } = documentListQuery(input);
  const cursor = client.getQueryData(queryKey)?.pages.at(-1)?.next_cursor ?? null;
  if (cursor === null) return;
  const query = { ...input, cursor, limit: documentsAPage };
  const { pages, owned } = await fetchOwnApi<FollowingDocuments>(api.timeline(query));
  const ownedById = new Map(owned.map((each) => [each.document_id, each]));
  for (const page of pages) {
    const ids = page.documents.map((each) => each.document_id);
    const ownedHere = ids.flatMap((id) => ownedById.get(id) ?? []);
    client.setQueryData(ownedDocumentsQuery(ids).queryKey, ownedHere);
  }
  client.setQueryData(queryKey, (known) => {
    if (known === undefined || known.pages.at(-1)?.next_cursor !== cursor) return known;
    const cursors = pages.map((_, at) => (at === 0 ? cursor : (pages[at - 1]?.next_cursor ?? "")));
    return { pages: [...known.pages, ...pages], pageParams: [...known.pageParams, ...cursors] };
  });
}
