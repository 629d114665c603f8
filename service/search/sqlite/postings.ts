import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import type { Postings } from "../core/corpus.ts";
import { type Block, lastAtMost } from "./blocks.ts";
import { Arena, BlockCache, DecodedLists } from "./memory.ts";
import { blockReader, type IndexName } from "./segments.ts";
import type { SegmentRow } from "./stored-rows.ts";

interface Segment {
  readonly firstPassage: number;
  readonly firstBlock: number;
  readonly directory: Float64Array;
}

/** A token in one segment. */
interface Place {
  readonly block: Block;
  readonly blockNumber: number;
  readonly index: number;
  readonly firstPassage: number;
}

/** The postings of all segments, as if they were one. */
export class SegmentPostings {
  #segments: readonly Segment[] = [];
  readonly #arena = new Arena();
  readonly #places = new Map<number, readonly Place[]>();
  readonly #cache: BlockCache;
  readonly #decoded: DecodedLists;

  /** Two thirds of the memory for the index as it is stored, one for what was decoded of it. */
  constructor(db: Database, name: IndexName, cacheBytes: number) {
    this.#cache = new BlockCache(blockReader(db, name), (cacheBytes * 2) / 3);
    this.#decoded = new DecodedLists(cacheBytes / 3);
  }

  /** A new query begins: what the last one took may be used again. */
  begin(): void {
    this.#arena.clear();
    this.#places.clear();
  }

  forget(): void {
    this.#cache.clear();
    this.#decoded.clear();
  }

  setSegments(rows: readonly SegmentRow[]): void {
    this.#segments = rows.map((row) => ({
      firstPassage: row.first_passage,
      firstBlock: row.first_block,
      directory: float64s(row.directory),
    }));
  }

  frequency(token: number): number {
    let count = 0;
    for (const { block, index } of this.#placesOf(token)) count += block.passageCounts[index] ?? outOfRange();
    return count;
  }

  of(token: number): Postings {
    const places = this.#placesOf(token);
    const [first] = places;
    if (first !== undefined && places.length === 1) {
      const kept = this.#kept(first);
      if (kept !== undefined) return kept;
    }
    const length = this.frequency(token);
    const { passages, counts } = this.#arena.take(length);
    let end = 0;
    for (const place of places) {
      const kept = this.#kept(place);
      if (kept === undefined) end = place.block.decode(place.index, place.firstPassage, passages, counts, end);
      else {
        passages.set(kept.passages, end);
        counts.set(kept.counts, end);
        end += kept.length;
      }
    }
    return { length, passages, counts };
  }

  #kept({ block, blockNumber, index, firstPassage }: Place): Postings | undefined {
    const length = block.passageCounts[index] ?? outOfRange();
    if (!this.#decoded.isKept(length)) return undefined;
    return this.#decoded.get(blockNumber, index, length, (passages, counts) =>
      block.decode(index, firstPassage, passages, counts, 0),
    );
  }

  /** Asked twice for each token of a query: how frequent it is, then where it stands. */
  #placesOf(token: number): readonly Place[] {
    const known = this.#places.get(token);
    if (known !== undefined) return known;
    const places: Place[] = [];
    for (const { directory, firstBlock, firstPassage } of this.#segments) {
      const at = lastAtMost(directory, token);
      if (at < 0) continue;
      const blockNumber = firstBlock + at;
      const block = this.#cache.get(blockNumber);
      const index = block.find(token);
      if (index >= 0) places.push({ block, blockNumber, index, firstPassage });
    }
    this.#places.set(token, places);
    return places;
  }

  /** The postings of a range of tokens, counted until there are more than `max`. */
  countBetween(from: number, to: number, max: number, step: () => void): number {
    let count = 0;
    this.#visit(from, to, step, (block, index) => {
      count += block.passageCounts[index] ?? outOfRange();
      return count <= max;
    });
    return count;
  }

  between(from: number, to: number, passageEnd: number, step: () => void): Postings {
    const sums = new Uint16Array(passageEnd);
    let passages = new Uint32Array(1024);
    let counts = new Uint8Array(1024);
    this.#visit(from, to, step, (block, index, firstPassage) => {
      const length = block.passageCounts[index] ?? outOfRange();
      if (length > passages.length) {
        passages = new Uint32Array(length * 2);
        counts = new Uint8Array(length * 2);
      }
      block.decode(index, firstPassage, passages, counts, 0);
      for (let each = 0; each < length; each++) {
        const passage = passages[each] ?? outOfRange();
        sums[passage] = (sums[passage] ?? outOfRange()) + (counts[each] ?? outOfRange());
      }
      return true;
    });
    return collected(sums);
  }

  /** Every token of a range in every segment, until `visit` returns false. */
  #visit(
    from: number,
    to: number,
    step: () => void,
    visit: (block: Block, index: number, firstPassage: number) => boolean,
  ): void {
    for (const { directory, firstBlock, firstPassage } of this.#segments) {
      const first = Math.max(0, lastAtMost(directory, from));
      for (let i = first; i < directory.length && (directory[i] ?? Infinity) <= to; i++) {
        step();
        const block = this.#cache.get(firstBlock + i);
        for (let index = Math.max(0, lastAtMost(block.tokens, from - 1)); index < block.tokens.length; index++) {
          const token = block.tokens[index] ?? outOfRange();
          if (token < from) continue;
          if (token > to) break;
          if (!visit(block, index, firstPassage)) return;
        }
      }
    }
  }
}

function collected(sums: Uint16Array): Postings {
  let length = 0;
  for (let passage = 0; passage < sums.length; passage++) if ((sums[passage] ?? outOfRange()) > 0) length++;
  const passages = new Uint32Array(length);
  const counts = new Uint8Array(length);
  let at = 0;
  for (let passage = 0; passage < sums.length; passage++) {
    const sum = sums[passage] ?? outOfRange();
    if (sum === 0) continue;
    passages[at] = passage;
    counts[at++] = Math.min(255, sum);
  }
  return { length, passages, counts };
}

/** A copy: what SQLite hands out need not lie at a multiple of eight. */
function float64s(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer);
}
