import { Block, BlockPacker, Bytes } from "./search-blocks.ts";
import type { Database } from "./database.ts";

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
 * Which of the last segments to merge now: as soon as eight in a row are of a size or smaller. Every posting is
 * moved a few times only, and what one publication has to wait for stays small; the rest is for `compact`.
 */
const tierBytes = [16_000, 128_000, 1_000_000, 6_000_000];
const runMax = 8;

export function dueSegments(segments: readonly SegmentRow[]): readonly SegmentRow[] {
  for (const limit of tierBytes) {
    let from = segments.length;
    while (from > 0 && (segments[from - 1]?.byte_count ?? Infinity) <= limit) from--;
    if (segments.length - from >= runMax) return segments.slice(from);
  }
  return [];
}

/** Puts one segment in the place of neighbours, in the caller's transaction. Postings of removed documents go. */
export function mergeSegments(db: Database, name: IndexName, segments: readonly SegmentRow[], step = () => {}): void {
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return;
  const isRemoved = removedPassages(db, name, first.first_passage, last.end_passage);
  const writer = new SegmentWriter(db, name);
  const inputs = segments.map((segment) => new SegmentCursor(db, name, segment));
  const bytes = new Bytes();
  let passages = new Uint32Array(1024);
  let counts = new Uint8Array(1024);
  for (;;) {
    let token = Infinity;
    for (const input of inputs) if (input.token < token) token = input.token;
    if (token === Infinity) break;
    bytes.clear();
    let before = first.first_passage;
    let kept = 0;
    for (const input of inputs) {
      if (input.token !== token) continue;
      if (input.passageCount > passages.length) {
        passages = new Uint32Array(input.passageCount * 2);
        counts = new Uint8Array(input.passageCount * 2);
      }
      const end = input.decode(passages, counts);
      for (let i = 0; i < end; i++) {
        const passage = passages[i] ?? 0;
        if (isRemoved[passage - first.first_passage] === 1) continue;
        bytes.posting(passage - before, counts[i] ?? 1);
        before = passage;
        kept++;
      }
      input.advance();
    }
    if (kept > 0) writer.add(token, kept, bytes.view());
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

function removedPassages(db: Database, name: IndexName, from: number, end: number): Uint8Array {
  const flags = new Uint8Array(end - from);
  const rows = db
    .prepare<[number, number], { first_passage: number; passage_count: number }>(
      `SELECT first_passage, passage_count FROM search_${name}_document
         WHERE removed = 1 AND first_passage >= ? AND first_passage < ?`,
    )
    .all(from, end);
  for (const row of rows) flags.fill(1, row.first_passage - from, row.first_passage - from + row.passage_count);
  return flags;
}

class SegmentCursor {
  token = Infinity;
  passageCount = 0;
  #block: Block | undefined;
  #index = -1;
  #nextBlock: number;
  readonly #endBlock: number;
  readonly #firstPassage: number;
  readonly #read: (block: number) => Uint8Array;

  constructor(db: Database, name: IndexName, segment: SegmentRow) {
    this.#nextBlock = segment.first_block;
    this.#endBlock = segment.first_block + segment.block_count;
    this.#firstPassage = segment.first_passage;
    this.#read = blockReader(db, name);
    this.advance();
  }

  advance(): void {
    this.#index++;
    if (this.#block === undefined || this.#index >= this.#block.tokens.length) {
      this.#index = 0;
      this.#block = this.#nextBlock < this.#endBlock ? new Block(this.#read(this.#nextBlock++)) : undefined;
    }
    this.token = this.#block?.tokens[this.#index] ?? Infinity;
    this.passageCount = this.#block?.passageCounts[this.#index] ?? 0;
  }

  decode(passages: Uint32Array, counts: Uint8Array): number {
    return this.#block?.decode(this.#index, this.#firstPassage, passages, counts, 0) ?? 0;
  }
}

/** Blocks are never changed, only deleted: one that is missing means a damaged store. */
export function blockReader(db: Database, name: IndexName): (block: number) => Uint8Array {
  const read = db.prepare<[number], { data: Uint8Array }>(`SELECT data FROM search_${name}_block WHERE block = ?`);
  return (block) => {
    const row = read.get(block);
    if (row === undefined) throw new Error(`Block ${block} of the ${name} search index is missing: rebuild it.`);
    return row.data;
  };
}
