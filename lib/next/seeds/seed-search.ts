import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import { app } from "../../app.server.ts";
import type { Owner } from "../../owners/owner.ts";
import type { PurchaseAction } from "../../spending/wire.ts";
import { makeQueryClient } from "../queries/client.ts";
import { ownedKeys } from "../queries/owned.ts";

/** Never runs the search; a query that the interface refuses has no answer. */
export async function seedSearch(
  owner: Owner,
  input: Extract<PurchaseAction, { kind: "search_documents" }>["input"] | undefined,
): Promise<DehydratedState | undefined> {
  if (input === undefined) return undefined;
  const { deps, rows } = app.running().purchases;
  const question = { kind: "search_documents", ...input };
  try {
    const action = app.parseAction({ kind: "search_documents", input });
    if (action.kind !== "search_documents") return undefined;
    const answer = await app.storedAnswer(deps, rows, app.spenderOf(owner), app.questionUnit(action));
    const client = makeQueryClient();
    client.setQueryData(ownedKeys.answer(question), answer);
    return dehydrate(client);
  } catch {
    // The browser asks again and tells what is wrong.
    return undefined;
  }
}
