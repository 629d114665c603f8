import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { Block, BlockPacker, Bytes, type PostingsSpan } from "./blocks.ts";

/** Body or news: which of the two indexes. */
export type IndexName = "body" | "news";

export interface SegmentRow {
  readonly segment: number;
  readonly first_passage: number;
  readonly end_passage: number;
  readonly first_block: number;
  readonly block_count: number;
  readonly byte_count: number;
}

/** Postings in, in order of token; a segment out. Blocks are numbered from the index's own counter. */
export class SegmentWriter {
  readonly #db: Database;
  readonly #name: IndexName;
  readonly #packer: BlockPacker;
  readonly #firstBlock: number;
  #nextBlock: number;

  constructor(db: Database, name: IndexName) {
    this.#db = db;
    this.#name = name;
    this.#firstBlock = Number(db.prepare(`SELECT next_block FROM search_${name}_state`).pluck().get());
    this.#nextBlock = this.#firstBlock;
    const insert = db.prepare(`INSERT INTO search_${name}_block (block, data) VALUES (?, ?)`);
    this.#packer = new BlockPacker((data) => {
      insert.run(this.#nextBlock++, data);
    });
  }

  add(token: number, passageCount: number, postings: Uint8Array): void {
    this.#packer.add(token, passageCount, postings);
  }

  finish(firstPassage: number, endPassage: number): void {
    this.#packer.flush();
    const directory = new Float64Array(this.#packer.firstTokens);
    this.#db.prepare(`UPDATE search_${this.#name}_state SET next_block = ?`).run(this.#nextBlock);
    if (directory.length === 0) return;
    this.#db
      .prepare(
        `INSERT INTO search_${this.#name}_segment
           (first_passage, end_passage, first_block, block_count, byte_count, directory) VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(
        firstPassage,
        endPassage,
        this.#firstBlock,
        directory.length,
        this.#packer.byteCount,
        new Uint8Array(directory.buffer),
      );
  }
}

export function listSegments(db: Database, name: IndexName): SegmentRow[] {
  return db
    .prepare<[], SegmentRow>(
      `SELECT segment, first_passage, end_passage, first_block, block_count, byte_count
         FROM search_${name}_segment ORDER BY first_passage`,
    )
    .all();
}

/**
 * Which of the last segments to merge now: as soon as enough in a row are of a size or smaller. A posting is moved
 * twice at most, and what one publication has to wait for stays small; the rest is for `compactSearch`.
 */
const tiers = [
  { byteCountMax: 256_000, run: 32 },
  { byteCountMax: 6_000_000, run: 16 },
];

export function dueSegments(segments: readonly SegmentRow[]): readonly SegmentRow[] {
  for (const { byteCountMax, run } of tiers) {
    let from = segments.length;
    while (from > 0 && (segments[from - 1]?.byte_count ?? Infinity) <= byteCountMax) from--;
    // Larger neighbours of the next tier may be in between; those after them wait for the next merge.
    if (segments.length - from >= run) return segments.slice(from);
  }
  return [];
}

/** Replaces neighbouring segments by one, in the caller's transaction, without postings of removed documents. */
export function mergeSegments(db: Database, name: IndexName, segments: readonly SegmentRow[], step = () => {}): void {
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return;
  const removed = removedPassages(db, name, first.first_passage, last.end_passage);
  const writer = new SegmentWriter(db, name);
  const inputs = segments.map((segment) => new SegmentCursor(db, name, segment));
  const list = new MergedList(first.first_passage, removed);
  for (;;) {
    let token = Infinity;
    for (const input of inputs) if (input.token < token) token = input.token;
    if (token === Infinity) break;
    list.clear();
    for (const input of inputs) {
      if (input.token !== token) continue;
      list.take(input);
      input.advance();
    }
    if (list.count > 0) writer.add(token, list.count, list.bytes.view());
    step();
  }
  const dropBlocks = db.prepare(`DELETE FROM search_${name}_block WHERE block >= ? AND block < ?`);
  const dropSegment = db.prepare(`DELETE FROM search_${name}_segment WHERE segment = ?`);
  for (const segment of segments) {
    dropBlocks.run(segment.first_block, segment.first_block + segment.block_count);
    dropSegment.run(segment.segment);
  }
  writer.finish(first.first_passage, last.end_passage);
}

/** The postings of one token out of several segments, in order of passage. */
class MergedList {
  readonly bytes = new Bytes();
  count = 0;
  readonly #firstPassage: number;
  readonly #removed: Uint8Array | undefined;
  #before = 0;
  #passages = new Uint32Array(1024);
  #counts = new Uint8Array(1024);

  constructor(firstPassage: number, removed: Uint8Array | undefined) {
    this.#firstPassage = firstPassage;
    this.#removed = removed;
  }

  clear(): void {
    this.bytes.clear();
    this.count = 0;
    this.#before = this.#firstPassage;
  }

  take(input: SegmentCursor): void {
    if (this.#removed === undefined) this.#copy(input);
    else this.#filter(input, this.#removed);
  }

  /** Only the first distance changes: the rest is copied as it is. */
  #copy(input: SegmentCursor): void {
    const { first, restFrom, end, last, bytes } = input.span();
    this.bytes.number((input.firstPassage + (first >>> 1) - this.#before) * 2 + (first & 1));
    this.bytes.append(bytes.subarray(restFrom, end));
    this.#before = last;
    this.count += input.passageCount;
  }

  #filter(input: SegmentCursor, removed: Uint8Array): void {
    if (input.passageCount > this.#passages.length) {
      this.#passages = new Uint32Array(input.passageCount * 2);
      this.#counts = new Uint8Array(input.passageCount * 2);
    }
    const end = input.decode(this.#passages, this.#counts);
    for (let i = 0; i < end; i++) {
      const passage = this.#passages[i] ?? outOfRange();
      if (removed[passage - this.#firstPassage] === 1) continue;
      this.bytes.posting(passage - this.#before, this.#counts[i] ?? 1);
      this.#before = passage;
      this.count++;
    }
  }
}

/** Undefined where nothing was removed. */
function removedPassages(db: Database, name: IndexName, from: number, end: number): Uint8Array | undefined {
  const rows = db
    .prepare<[number, number], { first_passage: number; passage_count: number }>(
      `SELECT first_passage, passage_count FROM search_${name}_document
         WHERE removed = 1 AND first_passage >= ? AND first_passage < ?`,
    )
    .all(from, end);
  if (rows.length === 0) return undefined;
  const flags = new Uint8Array(end - from);
  for (const row of rows) flags.fill(1, row.first_passage - from, row.first_passage - from + row.passage_count);
  return flags;
}

class SegmentCursor {
  token = Infinity;
  passageCount = 0;
  readonly firstPassage: number;
  #block: Block | undefined;
  #index = -1;
  #nextBlock: number;
  readonly #endBlock: number;
  readonly #read: (block: number) => Uint8Array;

  constructor(db: Database, name: IndexName, segment: SegmentRow) {
    this.#nextBlock = segment.first_block;
    this.#endBlock = segment.first_block + segment.block_count;
    this.firstPassage = segment.first_passage;
    this.#read = blockReader(db, name);
    this.advance();
  }

  advance(): void {
    this.#index++;
    if (this.#block === undefined || this.#index >= this.#block.tokens.length) {
      this.#index = 0;
      this.#block = this.#nextBlock < this.#endBlock ? new Block(this.#read(this.#nextBlock++)) : undefined;
    }
    const block = this.#block;
    this.token = block?.tokens[this.#index] ?? Infinity;
    this.passageCount = block === undefined ? 0 : (block.passageCounts[this.#index] ?? outOfRange());
  }

  span(): PostingsSpan {
    return this.#block?.span(this.#index, this.firstPassage) ?? emptySpan;
  }

  decode(passages: Uint32Array, counts: Uint8Array): number {
    return this.#block?.decode(this.#index, this.firstPassage, passages, counts, 0) ?? 0;
  }
}

const emptySpan: PostingsSpan = { bytes: new Uint8Array(0), first: 0, restFrom: 0, end: 0, last: 0 };

/** Blocks are never changed, only deleted: one that is missing means a damaged store. */
export function blockReader(db: Database, name: IndexName): (block: number) => Uint8Array {
  const read = db.prepare<[number], { data: Uint8Array }>(`SELECT data FROM search_${name}_block WHERE block = ?`);
  return (block) => {
    const row = read.get(block);
    if (row === undefined) throw new Error(`Block ${block} of the ${name} search index is missing: rebuild it.`);
    return row.data;
  };
}
