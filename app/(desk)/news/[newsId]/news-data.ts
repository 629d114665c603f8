import { cache } from "react";
import { requireOwner } from "@/lib/auth/session";
import type { DocumentId, NewsId } from "@/lib/contract/ids";
import type { DocumentSummary, DocumentTocResponse, NewsStatement } from "@/lib/contract/resources";
import { callFree } from "@/lib/upstream/call-free";
import { isProblem, type UpstreamProblem } from "@/lib/upstream/problem-error";

export const findNews = cache(
  async (newsId: NewsId): Promise<{ readonly value: NewsStatement } | { readonly problem: UpstreamProblem }> => {
    const { upstream } = await requireOwner();
    try {
      return { value: await callFree(upstream, "getNews", { news_id: newsId }) };
    } catch (error) {
      if (isProblem(error)) return { problem: error.problem };
      throw error;
    }
  },
);

export interface ReferredDocument {
  readonly document: DocumentSummary;
  /** Only where a section is referred to: its title and size are in the contents. */
  readonly toc: DocumentTocResponse | null;
  /** Only where a page is referred to; null where the service can't tell. */
  readonly pages: readonly number[] | null;
}

/** What each reference points at, so that it can say where it leads and what opening it costs. All free. */
export async function loadReferences(news: NewsStatement): Promise<ReadonlyMap<string, ReferredDocument>> {
  const ids = [...new Set(news.references.flatMap((each) => each.document_id ?? []))];
  const found = await Promise.all(ids.map((id) => referred(news, id)));
  return new Map(found.flatMap((each) => (each === undefined ? [] : [[each.document.document_id, each] as const])));
}

async function referred(news: NewsStatement, id: DocumentId): Promise<ReferredDocument | undefined> {
  const { upstream } = await requireOwner();
  const here = news.references.filter((each) => each.document_id === id);
  const input = { document_id: id };
  const [document, toc, images] = await Promise.all([
    ifThere(callFree(upstream, "getDocument", input)),
    here.some((each) => each.section_id !== null) ? ifThere(callFree(upstream, "getToc", input)) : null,
    here.some((each) => each.page_number !== null) ? ifThere(callFree(upstream, "listPageImages", input)) : null,
  ]);
  return document === null
    ? undefined
    : { document, toc, pages: images?.pages.map((each) => each.page_number) ?? null };
}

async function ifThere<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isProblem(error)) return null;
    throw error;
  }
}
