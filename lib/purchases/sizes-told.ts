import {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../contract/resources.ts";
import type { IntentRow } from "../store/purchases.ts";
import { sectionsOf } from "./canonical.ts";
import type { SizesTold } from "./ports.ts";
import type { SpendingRows } from "./storing.ts";

/** What the service told of the size of what an intent buys, from the kept facts of its document. */
export function sizesTold(rows: SpendingRows, row: IntentRow): SizesTold {
  const card = row.document_id === null ? undefined : rows.artifacts.card(row.owner_id, row.upstream, row.document_id);
  if (card === undefined) return { characters: null, byteSize: null };
  const summary = DocumentSummary.safeParse(parsed(card.summary)).data;
  const toc = DocumentTocResponse.safeParse(parsed(card.toc)).data;
  const originals = DocumentOriginalsResponse.safeParse(parsed(card.originals)).data?.originals;
  const pages = DocumentPageImagesResponse.safeParse(parsed(card.pages)).data?.pages;
  const original = originals?.find((each) => each.original_id === row.original_id);
  const page = pages?.find((each) => each.page_number === row.page_number);
  return {
    characters: row.kind === "sections" ? sumOf(sectionsOf(row), toc) : (summary?.character_count ?? null),
    byteSize: (row.kind === "original" ? original?.byte_size : page?.byte_size) ?? null,
  };
}

function sumOf(ids: readonly string[], toc: DocumentTocResponse | undefined): number | null {
  let sum = 0;
  for (const id of ids) {
    const characters = toc?.toc.find((each) => each.section_id === id)?.character_count;
    if (characters == null) return null;
    sum += characters;
  }
  return sum;
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
