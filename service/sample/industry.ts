import { type Block, type Heading, parseTemplate } from "./writing/template.ts";

/** A part of a business: its own words, and its paragraphs by the chapter in which they stand. */
export interface Trade {
  readonly name: string;
  /** Lists of words by their name: 製品, 顧客, 拠点. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly chapters: ReadonlyMap<string, Chapter>;
}

export interface Chapter {
  readonly blocks: readonly Block[];
  readonly headings: readonly Heading[];
}

/** An industry is a trade of its own, with the segments that each of its companies has. */
export interface Industry extends Trade {
  readonly segments: readonly Trade[];
}

/** A file has a first-level heading for the industry and one for each segment; a second-level one for each chapter. */
export function parseIndustry(file: string, text: string): Industry {
  const trades: {
    name: string;
    words: Map<string, string[]>;
    chapters: Map<string, Chapter & { headings: Heading[] }>;
  }[] = [];
  for (const heading of parseTemplate(file, text)) {
    if (heading.level === 1) trades.push({ name: heading.title, words: wordsOf(heading), chapters: new Map() });
    const chapters = trades.at(-1)?.chapters;
    if (heading.level === 2) chapters?.set(heading.title, { blocks: heading.blocks, headings: [] });
    if (heading.level === 3) [...(chapters?.values() ?? [])].at(-1)?.headings.push(heading);
  }
  const [own, ...segments] = trades;
  if (own === undefined || segments.length === 0) throw new Error(`${file} has no industry with segments`);
  return { ...own, segments };
}

/** `- 製品: 研削盤 / 測定機` */
function wordsOf({ blocks }: Heading): Map<string, string[]> {
  const lines = blocks.flatMap((block) => block.lines).map(({ text }) => /^- (\S+): (.+)$/u.exec(text));
  return new Map(lines.flatMap((line) => (line === null ? [] : [[line[1] ?? "", (line[2] ?? "").split(" / ")]])));
}
