import type { QueryClient } from "@tanstack/react-query";
import type { PurchaseAction } from "../../spending/wire.ts";
import { ownedDocumentQuery } from "./owned.ts";

/** Shows what is being bought as asked for at once, everywhere, before the server has said so. */
export function markAsked(client: QueryClient, action: PurchaseAction): void {
  if (action.kind !== "pages" && action.kind !== "sections") return;
  client.setQueryData(ownedDocumentQuery(action.document_id).queryKey, (known) => {
    if (known === undefined) return undefined;
    const { pages, sections } = known.pending;
    const pending =
      action.kind === "pages"
        ? { sections, pages: [...new Set([...pages, ...action.pages])].filter((page) => !known.pages.includes(page)) }
        : { pages, sections: [...new Set([...sections, ...action.sections])] };
    return { ...known, pending };
  });
}
