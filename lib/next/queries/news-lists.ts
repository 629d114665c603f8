import { queryOptions } from "@tanstack/react-query";
import { api, type Query } from "../../routes.ts";
import type { LibraryItem, LibraryPage } from "../../spending/wire.ts";
import { fetchOwnApi } from "./own-api.ts";
import { ownedKeys } from "./owned.ts";

export interface NewsSpan {
  readonly since: string;
  readonly until: string;
  /** Absent for the first page of a period. */
  readonly cursor?: string;
}

/** The owned periods of an issuer's news, newest first. Free, and changed only by purchases. */
export function ownedNewsListsQuery(securityCode: string) {
  return queryOptions({
    queryKey: [...ownedKeys.all, "news-lists", securityCode] as const,
    queryFn: async ({ signal }): Promise<readonly NewsSpan[]> => {
      const page = await fetchOwnApi<LibraryPage>(api.library({ kind: "list_news", limit: 100 }), { signal });
      return newsSpans(page, securityCode);
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function newsSpans(
  page: { readonly items: readonly Pick<LibraryItem, "input">[] },
  securityCode: string,
): NewsSpan[] {
  const spans = page.items.flatMap((item) => spanOf(item.input, securityCode));
  // The same days may have been listed again; the newest answer is used.
  return [...new Map(spans.map((span) => [`${span.since} ${span.until} ${span.cursor ?? ""}`, span])).values()];
}

/** The question that the timeline's news row asks, in one canonical form, so that its answer is found again. */
export function newsListQuestion(securityCode: string, { since, until, cursor }: NewsSpan): Query {
  return {
    kind: "list_news",
    security_codes: [securityCode],
    timeline_since: since,
    timeline_until: until,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Only questions as an issuer's page asks them: this one issuer, from a day to a day. */
function spanOf(input: Readonly<Record<string, unknown>> | null, securityCode: string): NewsSpan[] {
  const codes = input?.["security_codes"];
  const [since, until] = [input?.["timeline_since"], input?.["timeline_until"]];
  const alone = Array.isArray(codes) && codes.length === 1 && codes[0] === securityCode;
  const cursor = input?.["cursor"];
  if (!alone || typeof since !== "string" || typeof until !== "string") return [];
  return [{ since, until, ...(typeof cursor === "string" ? { cursor } : {}) }];
}

interface OwnedOfIssuer {
  readonly documents: number;
  readonly sections: number;
  readonly pages: number;
  readonly originals: number;
  readonly credits: number;
}

/** How much is owned of an issuer, counted over the library's items. */
export function ownedOfIssuerQuery(securityCode: string) {
  return queryOptions({
    queryKey: [...ownedKeys.all, "issuer", securityCode] as const,
    queryFn: async ({ signal }): Promise<OwnedOfIssuer> => {
      const page = await fetchOwnApi<LibraryPage>(api.library({ code: securityCode, limit: 100 }), { signal });
      return countOwned(page);
    },
    staleTime: 60_000,
  });
}

export function countOwned({ items }: LibraryPage): OwnedOfIssuer {
  const count = (kind: string) => items.filter((item) => item.kind === kind).length;
  return {
    documents: count("content"),
    sections: count("sections"),
    pages: count("pages"),
    originals: count("original"),
    credits: items.reduce((sum, item) => sum + item.credits, 0),
  };
}
