import type { PurchaseAction, PurchaseView, Quote } from "../lib/spending/wire.ts";

/** A document of the sample market of which a section, a page and an original are owned. */
export interface BoughtDocument {
  readonly documentId: string;
  readonly securityCode: string;
  readonly sectionId: string;
  readonly originalId: string;
}

interface Listed {
  readonly document_id: string;
  readonly security_code: string;
  readonly content_status: string;
}

export type ApiCall = <T>(target: string, body?: unknown) => Promise<T>;

export async function boughtDocument(webUrl: string, cookie: string): Promise<BoughtDocument> {
  const ask = makeApiCall(webUrl, cookie);
  const reports = "document_types=annual_securities_report&timeline_since=2000-01-01&limit=100";
  const { documents } = await ask<{ documents: Listed[] }>(`/api/v1/documents?${reports}`);
  const found = await firstWithPages(ask, documents);
  if (found === undefined) throw new Error("the sample market has no annual report");
  const target = `/api/v1/documents/${found.document_id}`;
  const { toc } = await ask<{ toc: { section_id: string; level: number; character_count: number }[] }>(`${target}/toc`);
  const section = toc.find(({ level, character_count: size }) => level >= 2 && size > 300 && size <= 10_000) ?? toc[0];
  const { originals } = await ask<{ originals: { original_id: string }[] }>(`${target}/originals`);
  const original = originals[0];
  if (section === undefined || original === undefined) throw new Error("the annual report has no contents");
  const document_id = found.document_id;
  await buy(ask, { kind: "sections", document_id, sections: [section.section_id] });
  await buy(ask, { kind: "pages", document_id, pages: [1] });
  await buy(ask, { kind: "original", document_id, original_id: original.original_id });
  return {
    documentId: document_id,
    securityCode: found.security_code,
    sectionId: section.section_id,
    originalId: original.original_id,
  };
}

/** Of some documents not all pages have an image. */
async function firstWithPages(ask: ApiCall, documents: readonly Listed[]): Promise<Listed | undefined> {
  for (const each of documents.filter(({ content_status: status }) => status === "ready")) {
    const listed = `/api/v1/documents/${each.document_id}/page-images`;
    const { pages } = await ask<{ pages: { page_number: number }[] }>(listed);
    if ([1, 2, 3].every((page) => pages.some(({ page_number: number }) => number === page))) return each;
  }
}

/** Asks the app's own routes as somebody who is signed in. */
export function makeApiCall(webUrl: string, cookie: string): ApiCall {
  return async <T>(target: string, body?: unknown) => {
    const answer = await fetch(webUrl + target, {
      method: body === undefined ? "GET" : "POST",
      headers: { cookie, origin: webUrl, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

const endsWithinMs = 60_000;

export async function buy(ask: ApiCall, action: PurchaseAction): Promise<PurchaseView> {
  const quote = await ask<Quote>("/api/purchases/quote", { action });
  const request = { token: quote.token, max_credits: quote.price.max };
  let view = await ask<PurchaseView>("/api/purchases", request);
  const endsAt = performance.now() + endsWithinMs;
  while (!view.done && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    view = await ask<PurchaseView>(`/api/purchases/${view.purchase_id}`);
  }
  const failed = view.intents.find(({ state }) => state !== "stored");
  if (failed !== undefined) throw new Error(`${action.kind} ended ${failed.state}: ${JSON.stringify(failed.error)}`);
  return view;
}

/** One address of each kind of page and of what pages ask for later. */
export function visitsOf({ documentId, securityCode, sectionId, originalId }: BoughtDocument): readonly string[] {
  const document = `/documents/${documentId}`;
  return [
    "/",
    `/issuers/${securityCode}`,
    "/read?since=2000-01-01",
    document,
    `${document}/sections/${encodeURIComponent(sectionId)}`,
    `${document}/pages/1`,
    `${document}/originals/${encodeURIComponent(originalId)}`,
    "/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical",
    "/read/news",
    "/library",
    "/library/spending",
    "/account",
    "/sign-in",
    "/api/credits",
    "/api/v1/documents?timeline_since=2000-01-01&limit=100",
    `/api/owned/documents/${documentId}/pages/1`,
    `/api/owned/documents/${documentId}/originals/${encodeURIComponent(originalId)}`,
  ];
}
