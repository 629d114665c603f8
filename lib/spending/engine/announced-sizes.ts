import {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../../contract/resources.ts";
import type { IntentRow } from "../../store/purchases.ts";
import type { AnnouncedSizes, PurchaseStore } from "../ports.ts";
import { sectionsOf } from "../pricing/actions.ts";

/** The size of what an intent buys as the service announced it, from the stored free data of its document. */
export async function announcedSizes(rows: PurchaseStore, row: IntentRow): Promise<AnnouncedSizes> {
  const snapshot =
    row.document_id === null ? undefined : await rows.artifacts.snapshot(row.owner_id, row.upstream, row.document_id);
  if (snapshot === undefined) return { characters: null, byteSize: null };
  const summary = DocumentSummary.safeParse(parsed(snapshot.summary)).data;
  const toc = DocumentTocResponse.safeParse(parsed(snapshot.toc)).data;
  const originals = DocumentOriginalsResponse.safeParse(parsed(snapshot.originals)).data?.originals;
  const pages = DocumentPageImagesResponse.safeParse(parsed(snapshot.pages)).data?.pages;
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
