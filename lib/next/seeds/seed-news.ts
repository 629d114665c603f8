import type { QueryClient } from "@tanstack/react-query";
import { app } from "../../app.server.ts";
import { DocumentId } from "../../contract/ids.ts";
import type { Owner } from "../../owners/owner.ts";
import { type Query, queryString } from "../../routes.ts";
import { ownedKeys } from "../queries/owned.ts";
import { readSizes, tocSizesQuery } from "../queries/toc.ts";
import { seedOwned } from "./seed-owned.ts";

interface Cited {
  readonly document_id: string | null;
  readonly section_id: string | null;
}

/** How long the page waits for exact prices of references, which it could also show as a range. */
const waitMs = 300;

/**
 * Puts an owned answer into the page's cache, so that its statements come with the page, and with them what is owned of
 * the documents they refer to and what the sections cost. `citedBy` reads the references out of the answer.
 */
export async function seedNewsAnswer(
  client: QueryClient,
  owner: Owner,
  question: Query,
  citedBy: (value: unknown) => { readonly cited: readonly Cited[]; readonly priced: readonly string[] },
): Promise<void> {
  const { deps, rows } = app.running().purchases;
  const unit = unitOf(question);
  if (unit === undefined) return;
  const answer = await app.storedAnswer(deps, rows, app.spenderOf(owner), unit);
  client.setQueryData(ownedKeys.answer(question), answer);
  if (answer === null) return;
  const { cited, priced } = citedBy(answer.value);
  const ids = [...new Set(cited.flatMap((each) => each.document_id ?? []))].slice(0, 100);
  await seedOwned(
    client,
    owner,
    ids.map((document_id) => ({ document_id })),
  );
  const late = new Promise<void>((resolve) => setTimeout(resolve, waitMs));
  await Promise.race([late, Promise.all(priced.map(async (id) => seedSizes(client, owner, id)))]);
}

async function seedSizes(client: QueryClient, owner: Owner, id: string): Promise<void> {
  const documentId = DocumentId.safeParse(id);
  const answer = documentId.success ? await app.fetchPart(owner, documentId.data, "toc") : undefined;
  if (answer !== undefined && "value" in answer)
    client.setQueryData(tocSizesQuery(id).queryKey, readSizes(answer.value));
}

function unitOf(question: Query) {
  try {
    return app.questionUnit(app.questionFromQuery(queryString(question)));
  } catch {
    // The interface refuses it. The browser asks again and tells what is wrong.
    return undefined;
  }
}
