import { createHash } from "node:crypto";
import type { PublicationSection } from "../../domain/publishing/publication.ts";
import type { Block } from "./blocks.ts";
import { chooseSections } from "./choose-sections.ts";
import { findHeadings } from "./find-headings.ts";
import { type FlatBlock, flatten } from "./flatten.ts";
import { findIndentedHeads } from "./indented-heads.ts";
import { type ImageNames, renderBlocks, renderHeading } from "./render.ts";
import { SectionNames } from "./tagged-names.ts";

interface SectionOptions {
  /** The title of the text before the first heading, which has none of its own. */
  readonly coverTitle: string;
  readonly images: ImageNames;
}

/** Cuts the blocks of a whole document, all files in reading order, into its sections. */
export function buildSections(blocks: readonly Block[], options: SectionOptions): PublicationSection[] {
  const flat = flatten(blocks);
  const headings = findHeadings(flat);
  const depths = chooseSections(flat, headings);
  const indented = findIndentedHeads(flat, headings);
  const ids = new SectionIds();
  const sections: OpenSection[] = [];
  const parents: { id: string; title: string; depth: number }[] = [];
  flat.forEach((block, at) => {
    const heading = headings[at];
    const depth = depths[at];
    if (heading !== undefined && depth !== undefined) {
      while ((parents.at(-1)?.depth ?? 0) >= depth) parents.pop();
      const level = parents.length + 1;
      const path = [...parents.map((parent) => parent.title), heading.title];
      const sectionId = ids.make(path);
      const parentSectionId = parents.at(-1)?.id ?? null;
      parents.push({ id: sectionId, title: heading.title, depth });
      const names = new SectionNames(heading.title, true);
      names.add(block);
      sections.push({ sectionId, title: heading.title, level, parentSectionId, hasHeading: true, blocks: [], names });
      return;
    }
    if (sections.length === 0) sections.push(coverSection(options.coverTitle, ids));
    // A title too deep for the table of contents is still rendered as a heading.
    const isSubtitle = heading !== undefined && block.kind === "paragraph";
    sections.at(-1)?.names.add(block);
    const kept = block.kind === "paragraph" && indented.has(at) ? { ...block, isHead: true as const } : block;
    sections.at(-1)?.blocks.push(isSubtitle ? { kind: "heading", tag: 6, text: heading.title } : kept);
  });
  return sections.map((section) => ({
    sectionId: section.sectionId,
    title: section.title,
    level: section.level,
    parentSectionId: section.parentSectionId,
    markdown:
      (section.hasHeading ? renderHeading(section.title, section.level) : "") +
      renderBlocks(section.blocks, options.images),
    ...(section.names.names.length > 0 ? { names: section.names.names } : {}),
  }));
}

interface OpenSection {
  readonly sectionId: string;
  readonly title: string;
  readonly level: number;
  readonly parentSectionId: string | null;
  readonly hasHeading: boolean;
  readonly blocks: FlatBlock[];
  readonly names: SectionNames;
}

function coverSection(title: string, ids: SectionIds): OpenSection {
  const names = new SectionNames(title, false);
  return { sectionId: ids.make([title]), title, level: 1, parentSectionId: null, hasHeading: false, blocks: [], names };
}

/**
 * Ids that stay the same when a document is ingested again: derived from the titles on the path to the section,
 * ignoring width and white space, and an ordinal where a path is repeated.
 */
export class SectionIds {
  readonly #seen = new Map<string, number>();

  make(path: readonly string[]): string {
    const key = path.map((title) => title.normalize("NFKC").replace(/\s+/g, "")).join("\u001f");
    const ordinal = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, ordinal);
    const hash = createHash("sha256").update(key).digest("hex").slice(0, 12);
    return ordinal === 1 ? `s-${hash}` : `s-${hash}-${ordinal}`;
  }
}
