/**
 * Folding makes texts equal that readers take for the same: it unifies width, case, old and new characters, company
 * forms, loan-word kana, dashes, repetition marks, era years, minus signs and digit groups. The index, the issuer
 * search, snippets and find-in-document all fold with this module. Text is shown unfolded; the map leads from folded
 * offsets back to it.
 */
import { Folder } from "./fold-stream.ts";
import { outOfRange } from "./out-of-range.ts";

export interface Folded {
  readonly text: string;
  readonly map: OffsetMap;
}

/** For each UTF-16 unit of the folded text, the [start, end) of the original units that it came from. */
export interface OffsetMap {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const mapping = new Folder(true);
const plain = new Folder(false);

export function fold(text: string): Folded {
  return { text: mapping.run(text), map: mapping.map() };
}

/** The folded text without a map, which takes half the time. */
export function foldText(text: string): string {
  return plain.run(text);
}

/** The original [start, end) of a range of the folded text. */
export function originalRange(map: OffsetMap, start: number, end: number): [number, number] {
  if (end <= start) {
    const at = map.starts.length === 0 ? 0 : (map.starts[start] ?? map.ends[map.ends.length - 1] ?? outOfRange());
    return [at, at];
  }
  return [map.starts[start] ?? outOfRange(), map.ends[end - 1] ?? outOfRange()];
}

/** All matches of `needle`, as [start, end) in UTF-16 units of `haystack`, in order and without overlaps. */
export function findAll(haystack: string, needle: string): [number, number][] {
  return new Finder(haystack).findAll(needle);
}

/** A text that is folded once and can then be searched many times. */
export class Finder {
  readonly #folded: Folded;

  constructor(haystack: string) {
    this.#folded = fold(haystack);
  }

  findAll(needle: string, limit = Infinity): [number, number][] {
    const { text, map } = this.#folded;
    const wanted = foldText(needle).trim();
    const found: [number, number][] = [];
    if (wanted === "") return found;
    let at = text.indexOf(wanted);
    while (at !== -1 && found.length < limit) {
      const range = originalRange(map, at, at + wanted.length);
      const last = found.at(-1);
      // One original character may fold to several; two matches inside it count as one.
      if (last === undefined || range[0] >= last[1]) found.push(range);
      at = text.indexOf(wanted, at + wanted.length);
    }
    return found;
  }
}
