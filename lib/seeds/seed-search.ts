import { dehydrate, type DehydratedState } from "@tanstack/react-query";
import type { Owner } from "../auth/session.ts";
import { storedAnswer } from "../purchases/library/owned.ts";
import { parseAction, questionUnit } from "../purchases/pricing/actions.ts";
import { purchases, spenderOf } from "../purchases/purchases.ts";
import { makeQueryClient } from "../queries/client.ts";
import { ownedKeys } from "../queries/owned.ts";
import type { PurchaseAction } from "../purchases/wire.ts";

/**
 * Puts the owned answer of a search into the page's cache, so that a link and the way back show it at once and in its
 * place. Never runs the search; a query that the interface refuses has no answer.
 */
export async function seedSearch(
  owner: Owner,
  input: Extract<PurchaseAction, { kind: "search_documents" }>["input"] | undefined,
): Promise<DehydratedState | undefined> {
  if (input === undefined) return undefined;
  const { deps, rows } = await purchases();
  const question = { kind: "search_documents", ...input };
  try {
    const action = parseAction({ kind: "search_documents", input });
    if (action.kind !== "search_documents") return undefined;
    const answer = await storedAnswer(deps, rows, spenderOf(owner), questionUnit(action));
    const client = makeQueryClient();
    client.setQueryData(ownedKeys.answer(question), answer);
    return dehydrate(client);
  } catch {
    // The browser asks again and tells what is wrong.
    return undefined;
  }
}
