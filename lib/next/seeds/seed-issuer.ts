import type { QueryClient } from "@tanstack/react-query";
import { app } from "../../app.server.ts";
import type { Owner } from "../../owners/owner.ts";
import { queryString } from "../../routes.ts";
import {
  countOwned,
  newsListQuestion,
  newsSpans,
  ownedNewsListsQuery,
  ownedOfIssuerQuery,
} from "../queries/news-lists.ts";
import { ownedKeys } from "../queries/owned.ts";

/** From the store, so that the page is complete at once. */
export async function seedIssuer(client: QueryClient, owner: Owner, securityCode: string): Promise<void> {
  const { deps, rows } = app.running().purchases;
  const { ownerId } = owner;
  const pageOf = (query: Record<string, string>) =>
    app.libraryPage(deps, rows, ownerId, new URLSearchParams({ ...query, limit: "100" }));
  const { spans, owned } = await app.running().reads.of(`issuer ${ownerId} ${securityCode}`, async () => ({
    spans: newsSpans(await pageOf({ kind: "list_news" }), securityCode),
    owned: countOwned(await pageOf({ code: securityCode })),
  }));
  client.setQueryData(ownedNewsListsQuery(securityCode).queryKey, spans);
  for (const span of spans) {
    const question = newsListQuestion(securityCode, span);
    const unit = app.questionUnit(app.questionFromQuery(queryString(question)));
    client.setQueryData(
      ownedKeys.answer(question),
      await app.storedAnswer(deps, rows, app.spenderOf(owner), unit, { countsAsRead: false }),
    );
  }
  client.setQueryData(ownedOfIssuerQuery(securityCode).queryKey, owned);
}
