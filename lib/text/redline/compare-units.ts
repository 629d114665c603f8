import { alignEqual } from "./align.ts";
import type { Part } from "./change.ts";
import { cellsOf, tokensOf, type Unit } from "./units.ts";

/** The parts joined are the two texts. */
export function compareUnits(before: Unit, after: Unit): readonly Part[] {
  const parts = new Parts();
  if (before.kind === "row" && after.kind === "row") compareRows(before.text, after.text, parts);
  else compareTokens(before.text, after.text, parts);
  return parts.list();
}

/** The parts of two units of the same words, of which one says more about how they are set. */
export function compareMarks(before: Unit, after: Unit): readonly Part[] {
  const parts = new Parts();
  if (before.text === after.text) parts.add("same", before.text);
  else replaceBetween(tokensOf(before.text), tokensOf(after.text), parts);
  return parts.list();
}

/** Cell by cell where both have as many; a cell of words is compared within, a figure is replaced. */
function compareRows(before: string, after: string, parts: Parts): void {
  const [a, b] = [cellsOf(before), cellsOf(after)];
  if (a.length !== b.length) return compareTokens(before, after, parts);
  a.forEach((from, at) => {
    const to = b[at] ?? "";
    if (from === to) parts.add("same", from);
    else if (isWords(from) && isWords(to)) compareTokens(from, to, parts);
    else parts.replace(from, to);
  });
}

const wordsMin = 12;

function isWords(cell: string): boolean {
  return cell.length >= wordsMin && /[\p{L}]{4}/u.test(cell);
}

/** Beyond this a sentence is so changed that it is easier to read as another one. */
const sharedLeast = 0.3;

function compareTokens(before: string, after: string, parts: Parts): void {
  const [a, b] = [tokensOf(before), tokensOf(after)];
  const kept = readable(alignEqual(a, b), a);
  const shared = kept.reduce((sum, [at]) => sum + (a[at]?.length ?? 0), 0);
  if (shared < sharedLeast * Math.min(before.length, after.length)) return parts.replace(before, after);
  replaceBetween(a, b, parts, kept);
}

function replaceBetween(a: readonly string[], b: readonly string[], parts: Parts, kept = alignEqual(a, b)): void {
  let [atA, atB] = [0, 0];
  for (const [keptA, keptB] of [...kept, [a.length, b.length] as const]) {
    parts.replace(a.slice(atA, keptA).join(""), b.slice(atB, keptB).join(""));
    parts.add("same", a[keptA] ?? "");
    [atA, atB] = [keptA + 1, keptB + 1];
  }
}

/** A single character that happens to be the same between two changes makes them harder to read. */
function readable(kept: readonly (readonly [number, number])[], a: readonly string[]): (readonly [number, number])[] {
  const follows = (x: readonly [number, number] | undefined, y: readonly [number, number] | undefined) =>
    x !== undefined && y !== undefined && y[0] === x[0] + 1 && y[1] === x[1] + 1;
  return kept.filter((pair, at) => {
    const isAlone = !follows(kept[at - 1], pair) && !follows(pair, kept[at + 1]);
    return !isAlone || /^(?:<|[、。\n|]|\S{2})/u.test(a[pair[0]] ?? "");
  });
}

/** Joins runs of one kind; in a change what is deleted comes before what is inserted. */
class Parts {
  readonly #parts: Part[] = [];

  add(kind: Part["kind"], text: string): void {
    const last = this.#parts.at(-1);
    if (text === "") return;
    if (last?.kind === kind) this.#parts[this.#parts.length - 1] = { kind, text: last.text + text };
    else this.#parts.push({ kind, text });
  }

  replace(before: string, after: string): void {
    if (before === after) return this.add("same", before);
    this.add("deleted", before);
    this.add("inserted", after);
  }

  list(): readonly Part[] {
    return this.#parts;
  }
}
