import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** What the tests need from the sample market, found through the app's own free routes. */
export interface Market {
  readonly annual: DocumentLike;
  /** An annual report of another issuer. Tests buy of it, so that what others expect of `annual` stays unbought. */
  readonly another: DocumentLike;
  readonly pending: DocumentLike;
  readonly pagesOnly: DocumentLike;
  readonly amended: DocumentLike;
  readonly sectionIds: readonly string[];
  readonly smallSectionId: string;
  readonly originalId: string;
  readonly newsId: string | undefined;
}

export interface DocumentLike {
  readonly document_id: string;
  readonly document_type: string;
  readonly security_code: string;
  readonly content_status: string;
  readonly page_count: number | null;
  readonly character_count: number | null;
  readonly superseded_by_document_id: string | null;
  readonly amended_by_document_id: string | null;
  readonly title: string;
}

export interface TocLike {
  readonly toc: readonly { readonly section_id: string; readonly level: number; readonly character_count: number }[];
}

export async function free<T>(request: APIRequestContext, target: string): Promise<T> {
  const response = await request.get(`/api/v1${target}`);
  expect(response.status(), `${target}: ${await response.text().catch(() => "")}`).toBe(200);
  return (await response.json()) as T;
}

/** A section of the cheapest tier that has a text of its own. */
export function smallSection(toc: TocLike["toc"]): TocLike["toc"][number] | undefined {
  return toc.find((each) => each.level >= 2 && each.character_count > 300 && each.character_count <= 10_000);
}

let market: Market | undefined;

export async function findMarket(request: APIRequestContext): Promise<Market> {
  if (market !== undefined) return market;
  const documents: DocumentLike[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { documents: DocumentLike[]; next_cursor: string | null } = await free(
      request,
      `/documents?timeline_since=2000-01-01&limit=100${query}`,
    );
    documents.push(...page.documents);
    cursor = page.next_cursor;
  } while (cursor !== null && documents.length < 3000);

  const one = (what: string, test: (each: DocumentLike) => boolean): DocumentLike => {
    const found = documents.find(test);
    if (found === undefined) throw new Error(`the sample market has no ${what}`);
    return found;
  };
  const isCurrentReport = (each: DocumentLike) =>
    each.document_type === "annual_securities_report" &&
    each.content_status === "ready" &&
    each.superseded_by_document_id === null &&
    (each.character_count ?? 0) > 20_000;
  const annual = one("current annual report", isCurrentReport);
  const another = one(
    "second current annual report",
    (each) => isCurrentReport(each) && each.security_code !== annual.security_code,
  );
  const { toc } = await free<TocLike>(request, `/documents/${annual.document_id}/toc`);
  const { originals } = await free<{ originals: { original_id: string; media_type: string }[] }>(
    request,
    `/documents/${annual.document_id}/originals`,
  );
  const leaf = smallSection(toc);
  market = {
    annual,
    another,
    pending: one("pending document", (each) => each.content_status === "pending_release"),
    pagesOnly: one("document of pages only", (each) => each.content_status === "unavailable"),
    amended: one("amended document", (each) => each.amended_by_document_id !== null),
    sectionIds: toc.map((each) => each.section_id),
    smallSectionId: leaf?.section_id ?? toc[0]?.section_id ?? "",
    originalId: originals.find((each) => each.media_type === "application/pdf")?.original_id ?? "",
    newsId: undefined,
  };
  return market;
}

/** Every page of the app, with the address of an example. */
export function pagesOf(found: Market): Record<string, string> {
  const id = encodeURIComponent(found.annual.document_id);
  return {
    desk: "/",
    issuer: `/issuers/${found.annual.security_code}`,
    documents: "/read",
    document: `/documents/${id}`,
    pending: `/documents/${encodeURIComponent(found.pending.document_id)}`,
    "pages only": `/documents/${encodeURIComponent(found.pagesOnly.document_id)}`,
    amended: `/documents/${encodeURIComponent(found.amended.document_id)}`,
    section: `/documents/${id}/sections/${encodeURIComponent(found.smallSectionId)}`,
    pages: `/documents/${id}/pages`,
    page: `/documents/${id}/pages/1`,
    files: `/documents/${id}/originals`,
    original: `/documents/${id}/originals/${encodeURIComponent(found.originalId)}`,
    search: "/ask",
    "search with a query": "/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical",
    ask: "/ask/answer",
    "check a draft": "/ask/check",
    basket: "/basket",
    programs: "/account/agents",
    news: "/read/news",
    library: "/library",
    ledger: "/library/spending",
    proofs: "/library/proofs",
    account: "/account",
    check: "/check",
    "end of the daily mail": "/mail?do=end&token=none",
    "not found": "/documents/NO-SUCH-DOCUMENT",
    "no such page": "/no-such-page",
  };
}

/** Credits left on the demo key according to the service, since the app's own number is being tested. */
export async function creditsLeft(request: APIRequestContext): Promise<number> {
  const response = await request.get("/api/v1/documents?timeline_since=2026-01-01&limit=1");
  expect(response.status(), await response.text()).toBe(200);
  return Number(response.headers()["x-quota-compute-remaining"]);
}

/** Loads a page and fails on what a user would never see: console errors and CSP violations. */
export function watchForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // A page about something that isn't there answers 404, and the browser says so by itself.
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(text)) faults.push(text);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}
