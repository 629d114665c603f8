import { bareHeading } from "../format/heading-names.ts";
import { nfkc } from "../format/nfkc.ts";
import { type SectionNode, sectionTree, type TocSection } from "../toc/section-tree.ts";

/** An entry of a table of contents with its tags; a service may send none. */
export interface TaggedSection extends TocSection {
  readonly content_tag?: string | null | undefined;
  readonly own_content_tag?: string | null | undefined;
}

/** The sections of one document, each with what it is recognised by. */
export interface Outline {
  readonly roots: readonly SectionNode[];
  readonly nodes: readonly SectionNode[];
  tagOf(node: SectionNode): string | null;
  ownTagOf(node: SectionNode): string | null;
  /** Characters of its own, without what lies beneath; null where unknown. */
  ownCharactersOf(node: SectionNode): number | null;
  keysOf(node: SectionNode): HeadingKeys;
}

/** A heading as it is compared, from the strictest to the loosest. */
export interface HeadingKeys {
  /** As filed, without widths and spaces. */
  readonly title: string;
  /** The legal name: without numbers before it, brackets and punctuation. */
  readonly name: string;
  /** The same without any digits: periods, dates and rounds count on from year to year. */
  readonly undated: string;
}

export function outlineOf(toc: readonly TaggedSection[]): Outline {
  const { roots, nodes } = sectionTree(toc);
  const entries = new Map(nodes.map((node) => [node, toc[node.position]]));
  const keys = new Map(nodes.map((node) => [node, headingKeys(node.title ?? "")]));
  const none: HeadingKeys = { title: "", name: "", undated: "" };
  return {
    roots,
    nodes,
    tagOf: (node) => entries.get(node)?.content_tag ?? null,
    ownTagOf: (node) => entries.get(node)?.own_content_tag ?? null,
    ownCharactersOf(node) {
      let own = node.characters;
      for (const child of node.children)
        own = own === null || child.characters === null ? null : own - child.characters;
      return own;
    },
    keysOf: (node) => keys.get(node) ?? none,
  };
}

/** `a.`, `(b)`, `ii)`, `IV `, `ロ)` and `1)` before a heading: numbers as well, which bare headings keep. */
const letterNumber =
  /^(?:[(（](?:[a-z]|[ivx]+)[)）]|(?:[a-z]|[ivx]+|\d+|[ア-ン])[.)]|[ivxIVX]+(?=[\s.])|[ア-ン](?=\s))[\s.]*/u;

function headingKeys(heading: string): HeadingKeys {
  const title = nfkc(heading).replace(/\s+/gu, "");
  const name = bareHeading(nfkc(heading).trim().replace(letterNumber, "")) || title;
  // 平成31年 and 令和2年, 自 … 至 … : the same heading of another year.
  const undated = name.replace(
    /(?:明治|大正|昭和|平成|令和)(?:元|\d+)|[\d〇一二三四五六七八九十]+(?=[年月日期回次号]|$)|\d+/gu,
    "",
  );
  return { title, name, undated: undated || name };
}
