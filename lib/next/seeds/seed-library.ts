import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import { app } from "../../app.server.ts";
import type { Owner } from "../../owners/owner.ts";
import { type Query, queryString } from "../../routes.ts";
import { makeQueryClient } from "../queries/client.ts";
import { ledgerQuery, libraryQuery, librarySummaryQuery } from "../queries/library.ts";

/** From the store, so that pages are complete at once and nothing moves. */
export async function seedLibrary(
  owner: Owner,
  wanted: { readonly month: string; readonly items?: Query; readonly ledger?: Query },
): Promise<DehydratedState> {
  const { deps, rows } = app.running().purchases;
  const { ownerId } = owner;
  const client = makeQueryClient();
  client.setQueryData(
    librarySummaryQuery(wanted.month).queryKey,
    await app.librarySummary(rows, ownerId, wanted.month, deps.clock.nowMs()),
  );
  if (wanted.items !== undefined) {
    client.setQueryData(libraryQuery(wanted.items).queryKey, {
      pages: [await app.libraryPage(deps, rows, ownerId, queryString(wanted.items))],
      pageParams: [""],
    });
  }
  if (wanted.ledger !== undefined) {
    client.setQueryData(ledgerQuery(wanted.ledger).queryKey, {
      pages: [await app.ledgerPage(rows, ownerId, queryString(wanted.ledger))],
      pageParams: [""],
    });
  }
  return dehydrate(client);
}
