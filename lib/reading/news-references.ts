import type { DocumentId, NewsId } from "../contract/ids.ts";
import type { DocumentSummary, DocumentTocResponse, NewsStatement } from "../contract/resources.ts";
import { type Owner, oncePerRequest } from "../owners/owner.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { orProblem } from "../upstream/problem-error.ts";
import { type Answer, fetchPart, valueOf } from "./document-parts.ts";

export function findNews(owner: Owner, newsId: NewsId): Promise<Answer<NewsStatement>> {
  return oncePerRequest(owner, `news ${newsId}`, () =>
    orProblem(callFreeEndpoint(owner.upstream, "getNews", { news_id: newsId })),
  );
}

export interface ReferredDocument {
  readonly document: DocumentSummary;
  /** Only for a reference to a section, whose title and size are in the table of contents. */
  readonly toc: DocumentTocResponse | null;
  /** Only for a reference to a page; null where the service does not answer. */
  readonly pages: readonly number[] | null;
}

/** Loads what each reference refers to, so that its title and price can be shown. All requests are free. */
export async function loadReferences(
  owner: Owner,
  news: NewsStatement,
): Promise<ReadonlyMap<string, ReferredDocument>> {
  const ids = [...new Set(news.references.flatMap((each) => each.document_id ?? []))];
  const found = await Promise.all(ids.map((id) => referred(owner, news, id)));
  return new Map(found.flatMap((each) => (each === undefined ? [] : [[each.document.document_id, each] as const])));
}

async function referred(owner: Owner, news: NewsStatement, id: DocumentId): Promise<ReferredDocument | undefined> {
  const here = news.references.filter((each) => each.document_id === id);
  const [summary, toc, images] = await Promise.all([
    fetchPart(owner, id, "summary"),
    here.some((each) => each.section_id !== null) ? fetchPart(owner, id, "toc") : null,
    here.some((each) => each.page_number !== null) ? fetchPart(owner, id, "pages") : null,
  ]);
  const document = valueOf(summary);
  if (document === null) return undefined;
  const pages = images === null ? null : valueOf(images);
  return {
    document,
    toc: toc === null ? null : valueOf(toc),
    pages: pages?.pages.map((each) => each.page_number) ?? null,
  };
}
