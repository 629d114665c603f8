import { withoutAlignment } from "../format/aligned-lines.ts";
import type { ChangeMap } from "./change-map.ts";
import { type Outline, outlineOf, type TaggedSection } from "./outline.ts";

/**
 * Corrections come in two kinds: the whole filing again, and a notice that names the places it corrects and quotes each
 * as it was (訂正前) and as it is (訂正後).
 */
export interface Correction {
  /** The headings above the quotation, outermost first, as the notice gives them. */
  readonly path: readonly string[];
  readonly before: string;
  readonly after: string;
}

const sharedLeast = 0.5;

/** A correction whose table of contents lacks most of the original. */
export function isNotice({ sections }: ChangeMap): boolean {
  const original = sections.filter((each) => each.before !== null);
  const shared = original.filter((each) => each.after !== null);
  return original.length > 0 && shared.length < original.length * sharedLeast;
}

const marker = (word: string) => new RegExp(String.raw`^[\s#*（(【＜<〈\[「]*${word}[\s*）)】＞>〉\]」：:]*$`, "u");
const isBefore = marker("訂正前");
const isAfter = marker("訂正後");
const heading =
  /^\s*(?:#{1,6}[ \t]|(?:第[0-9０-９一二三四五六七八九十]+[部章節]?|[0-9０-９]+|[(（][0-9０-９]+[)）]|[①-⑳])[\s.．、]*【|【[^】]*】\s*$)/u;

/** The corrections that a notice quotes, in their order; none where it quotes none. */
export function correctionsIn(text: string): readonly Correction[] {
  const lines = withoutAlignment(text).split("\n");
  const starts = lines.flatMap((line, at) => (isBefore.test(line) ? [at] : []));
  const quoted = starts.flatMap((start, index) => {
    const next = starts[index + 1] ?? lines.length;
    const middle = lineBetween(lines, start, next, isAfter);
    if (middle === undefined) return [];
    const headings = headingsAbove(lines, start, index === 0 ? 0 : (starts[index - 1] ?? 0));
    const end = next === lines.length ? next : headingsAbove(lines, next, middle).from;
    const part = (from: number, to: number) => `${lines.slice(from, to).join("\n").trim()}\n`;
    return [{ at: start, path: headings.path, before: part(start + 1, middle), after: part(middle + 1, end) }];
  });
  // Under one heading several places may be corrected; the later ones repeat no heading.
  let path: readonly string[] = [];
  const named = quoted.map(({ at: _, ...each }) => {
    path = each.path.length > 0 ? each.path : path;
    return { ...each, path };
  });
  return [...named, ...correctionsInTables(lines)];
}

function lineBetween(lines: readonly string[], after: number, before: number, mark: RegExp): number | undefined {
  for (let at = after + 1; at < before; at++) if (mark.test(lines[at] ?? "")) return at;
  return undefined;
}

/** The headings and empty lines that stand directly above a line. */
function headingsAbove(lines: readonly string[], at: number, least: number): { from: number; path: readonly string[] } {
  const path: string[] = [];
  let from = at;
  for (let above = at - 1; above >= least; above--) {
    const line = lines[above] ?? "";
    if (line.trim() !== "") {
      if (!heading.test(line) || isAfter.test(line)) break;
      path.unshift(line.replace(/^\s*#{1,6}[ \t]+/u, "").trim());
    }
    from = above;
  }
  return { from, path };
}

/** Tables whose head names both: each row is one correction, with the row's other cells as its place. */
function correctionsInTables(lines: readonly string[]): readonly Correction[] {
  const found: Correction[] = [];
  lines.forEach((line, at) => {
    const head = cellsOf(line);
    const [before, after] = [head.indexOf("訂正前"), head.indexOf("訂正後")];
    if (before < 0 || after < 0) return;
    const { path } = headingsAbove(lines, at, 0);
    for (let row = at + 2; lines[row]?.trim().startsWith("|") === true; row++) {
      const cells = cellsOf(lines[row] ?? "");
      // Another head, whose rows are its own.
      if (cells.includes("訂正前") && cells.includes("訂正後")) break;
      const place = cells.filter((cell, index) => index !== before && index !== after && cell !== "");
      const text = (index: number) => `${(cells[index] ?? "").replace(/<br\s*\/?>/gu, "\n")}\n`;
      found.push({ path: [...path, ...place], before: text(before), after: text(after) });
    }
  });
  return found;
}

function cellsOf(line: string): string[] {
  return line.trim().startsWith("|")
    ? line
        .trim()
        .split(/(?<!\\)\|/u)
        .slice(1, -1)
        .map((cell) => cell.trim())
    : [];
}

/** The section of the original that a correction is about: by its innermost heading, among several by the outer ones. */
export function correctedSection(original: readonly TaggedSection[], { path }: Correction): string | undefined {
  return correctedSectionOf(original)(path);
}

/** The same for several corrections: the original is read once, and a place that was asked for is known. */
export function correctedSectionOf(
  original: readonly TaggedSection[],
): (path: Correction["path"]) => string | undefined {
  const outline = outlineOf(original);
  return (path) => sectionBeneath(outline, path.slice(-headingsMax));
}

/** More headings than any section stands beneath. */
const headingsMax = 10;

function sectionBeneath(outline: Outline, path: Correction["path"]): string | undefined {
  const wanted = outlineOf(
    path.map((title, at) => ({
      section_id: String(at),
      title,
      level: at + 1,
      parent_section_id: null,
      character_count: null,
    })),
  );
  const names = wanted.nodes.map((node) => wanted.keysOf(node).name);
  for (const name of names.toReversed()) {
    const candidates = outline.nodes
      .filter((node) => outline.keysOf(node).name === name)
      .map((node) => {
        let shared = 0;
        for (let each = node.parent; each !== null; each = each.parent) {
          if (names.includes(outline.keysOf(each).name)) shared++;
        }
        return { node, shared };
      })
      .sort((a, b) => b.shared - a.shared);
    if (candidates[0] !== undefined) return candidates[0].node.id;
  }
  return undefined;
}
