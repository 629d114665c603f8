import type { Tier } from "../contract/prices.ts";
import type { DocumentTocResponse, TocEntry } from "../contract/resources.ts";

/** The fields by which two tables of contents are compared. */
export interface KeptContents {
  readonly toc: readonly Pick<
    TocEntry,
    "section_id" | "title" | "level" | "parent_section_id" | "character_count" | "content_tag" | "own_content_tag"
  >[];
  readonly tiers: readonly Tier[];
}

/** A table of contents that was asked for, and when. */
export interface Contents {
  readonly contents: Promise<KeptContents | undefined>;
  readonly atMs: number;
}

export function compactContents({ toc, content_tiers }: DocumentTocResponse): KeptContents {
  return {
    toc: toc.map(
      ({ section_id, title, level, parent_section_id, character_count, content_tag, own_content_tag = null }) => ({
        section_id,
        title,
        level,
        parent_section_id,
        character_count,
        content_tag,
        own_content_tag,
      }),
    ),
    tiers: content_tiers,
  };
}
