import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DocumentFilters } from "@/lib/contract/endpoints";
import { documentListQuery } from "@/lib/next/queries/documents";
import { fetchIssuers, issuersAtOnce } from "@/lib/next/queries/issuers";
import { hasRateRoom } from "@/lib/next/queries/rate-room";
import {
  asksForDocuments,
  type DocumentQuestion,
  type IssuerReading,
  issuerReadings,
  matchDocuments,
  readDocumentQuestion,
} from "@/lib/text/format/document-question";
import type { ListedDocument, ListedIssuer } from "@/lib/text/format/free-lists";
import { knownIssuers, learnIssuers } from "./known-issuers.ts";

/** For a text that names an issuer and more. */
export interface FoundDocuments {
  readonly issuer: ListedIssuer;
  readonly documents: readonly ListedDocument[];
  /** The filters of the issuer's page that show the same, for all that the rows have no place for. */
  readonly filters: {
    readonly types: readonly string[] | null;
    readonly from: string | null;
    readonly to: string | null;
  };
}

/** `no_issuer`: types or periods without an issuer that can be found. `paused`: half of the rate limit is used. */
export type DocumentAnswer = { readonly found: FoundDocuments } | { readonly lacks: "no_issuer" | "paused" } | null;

const shownMax = 6;

/** Null where the text asks for no documents. All requests are free, and equal questions share their answers. */
export function lookupDocumentsQuery(text: string) {
  return queryOptions({
    queryKey: ["lookup", "documents", text],
    queryFn: ({ client, signal }) => findDocuments(client, text, signal),
    staleTime: 60_000,
    retry: false,
  });
}

async function findDocuments(client: QueryClient, text: string, signal: AbortSignal): Promise<DocumentAnswer> {
  const question = readDocumentQuestion(text);
  if (question.words.length === 0) return asksForDocuments(question, []) ? { lacks: "no_issuer" } : null;
  for (const reading of issuerReadings(question)) {
    const issuer = await findIssuer(reading.issuer, signal);
    if (issuer === "paused") return asksForDocuments(question, []) ? { lacks: "paused" } : null;
    if (issuer === undefined) continue;
    if (!asksForDocuments(question, reading.titleWords)) return null;
    return documentsOf(client, issuer, question, reading);
  }
  return asksForDocuments(question, []) ? { lacks: "no_issuer" } : null;
}

/** The issuer that the words name best: from the index, or from the service where the index isn't sufficient. */
async function findIssuer(name: string, signal: AbortSignal): Promise<ListedIssuer | "paused" | undefined> {
  const known = knownIssuers();
  if (!known.knows(name)) {
    if (!hasRateRoom()) return known.search(name, 1)[0]?.issuer ?? "paused";
    const issuers = await fetchIssuers(name, signal);
    known.answered(name, issuers, issuers.length < issuersAtOnce);
    learnIssuers(issuers);
    // The service may match by rules of its own.
    return known.search(name, 1)[0]?.issuer ?? issuers[0];
  }
  return known.search(name, 1)[0]?.issuer;
}

async function documentsOf(
  client: QueryClient,
  issuer: ListedIssuer,
  question: DocumentQuestion,
  { titleWords }: IssuerReading,
): Promise<DocumentAnswer> {
  const { types, year } = question;
  // With types an issuer has few documents, and one request serves every year that is typed after it.
  const days = types.length === 0 && year !== null ? { from: `${year}-01-01`, to: `${year + 1}-12-31` } : null;
  const input: DocumentFilters = {
    security_codes: [issuer.security_code],
    ...(types.length === 0 ? {} : { document_types: types }),
    ...(days === null ? {} : { timeline_since: days.from, timeline_until: days.to }),
  };
  const query = documentListQuery(input);
  if (client.getQueryData(query.queryKey) === undefined && !hasRateRoom()) return { lacks: "paused" };
  const { pages } = await client.fetchInfiniteQuery(query);
  const documents = matchDocuments(
    pages.flatMap((page) => page.documents),
    question,
    titleWords,
  );
  return {
    found: {
      issuer,
      documents: documents.slice(0, shownMax),
      filters: { types: types.length === 0 ? null : types, from: days?.from ?? null, to: days?.to ?? null },
    },
  };
}
