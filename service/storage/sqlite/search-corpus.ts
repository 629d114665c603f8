import { outOfRange } from "../../../lib/format/out-of-range.ts";
import { allowed, type Corpus, fieldLine, filteredOut, type Postings, removed } from "../../domain/search/corpus.ts";
import { IssuerNames } from "../../domain/search/issuer-names.ts";
import type { Database } from "./database.ts";
import { type Block, lastAtMost, NumberReader } from "./search-blocks.ts";
import { Arena, BlockCache } from "./search-memory.ts";
import { blockReader, type IndexName } from "./search-segments.ts";

interface DocumentRow {
  readonly document_no: number;
  readonly document_id: string;
  readonly family: string;
  readonly type: string;
  readonly security_codes: string;
  readonly timeline_at_ms: number;
  readonly superseded: number;
  readonly removed: number;
  readonly first_passage: number;
  readonly passage_count: number;
  readonly layout: Uint8Array;
  readonly details: string;
}

/** What the writer keeps of a document as JSON. */
export interface DocumentDetails {
  readonly issuerNames: readonly string[];
  readonly periodEnd: string | null;
  readonly amends: string | null;
}

interface Entry {
  readonly documentNo: number;
  readonly documentId: string;
  readonly family: string;
  readonly type: string;
  readonly securityCodes: readonly string[];
  readonly timelineAtMs: number;
  readonly periodEnd: string | undefined;
  readonly amends: string | undefined;
  superseded: boolean;
  removed: boolean;
}

interface Segment {
  readonly firstPassage: number;
  readonly firstBlock: number;
  readonly directory: Float64Array;
}

/** A token in one segment. */
interface Place {
  readonly block: Block;
  readonly index: number;
  readonly firstPassage: number;
}

export interface Filter {
  readonly securityCodes?: readonly string[] | undefined;
  readonly documentTypes?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly latestOnly?: boolean | undefined;
}

/**
 * One index as a reader sees it. Call `refresh` first thing inside each read transaction: it takes in what has
 * changed since, so that everything read afterwards belongs to one state of the store.
 */
export class SqliteCorpus implements Corpus {
  passageEnd = 0;
  passageCount = 0;
  removedCount = 0;
  hardCutCount = 0;
  lengths = new Uint16Array(0);
  cuts = new Uint8Array(0);
  sections = new Uint32Array(0);
  owners = new Uint32Array(0);
  scratch = new Float64Array(0);
  fieldScratch = new Float64Array(0);
  readonly issuers = new IssuerNames();
  step: () => void = () => {};
  #lengthSum = 0;
  #version = -1;
  #epoch = -1;
  #entries: Entry[] = [];
  #byNumber = new Map<number, number>();
  #segments: Segment[] = [];
  /** By the id of what is amended: indexes of the documents that amend it. */
  readonly #amendments = new Map<string, number[]>();
  readonly #arena = new Arena();
  readonly #places = new Map<number, readonly Place[]>();
  readonly #cache: BlockCache;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Database, name: IndexName, cacheBytes: number) {
    this.#statements = prepare(db, name);
    this.#cache = new BlockCache(blockReader(db, name), cacheBytes);
  }

  get meanLength(): number {
    return this.passageCount === 0 ? 1 : this.#lengthSum / this.passageCount;
  }

  refresh(): void {
    this.#arena.clear();
    this.#places.clear();
    const state = this.#statements.state.get();
    if (state === undefined) throw new Error("The search index has no state: run the migrations.");
    if (state.version === this.#version && state.epoch === this.#epoch) return;
    if (state.epoch !== this.#epoch || state.version < this.#version) this.#forget();
    this.#grow(state.next_passage);
    for (const row of this.#statements.changed.iterate(this.#version)) this.#take(row);
    this.#segments = this.#statements.segments.all().map((row) => ({
      firstPassage: row.first_passage,
      firstBlock: row.first_block,
      directory: float64s(row.directory),
    }));
    this.#version = state.version;
    this.#epoch = state.epoch;
  }

  #forget(): void {
    this.#version = -1;
    this.#entries = [];
    this.issuers.clear();
    this.#amendments.clear();
    this.#byNumber.clear();
    this.passageCount = 0;
    this.#lengthSum = 0;
    this.removedCount = 0;
    this.hardCutCount = 0;
    this.lengths = new Uint16Array(0);
    this.cuts = new Uint8Array(0);
    this.sections = new Uint32Array(0);
    this.owners = new Uint32Array(0);
    this.#cache.clear();
  }

  #grow(passageEnd: number): void {
    this.passageEnd = passageEnd;
    if (passageEnd <= this.lengths.length) return;
    const size = Math.ceil(passageEnd * 1.25) + 1024;
    this.lengths = enlarged(this.lengths, new Uint16Array(size));
    this.cuts = enlarged(this.cuts, new Uint8Array(size));
    this.sections = enlarged(this.sections, new Uint32Array(size));
    this.owners = enlarged(this.owners, new Uint32Array(size));
    this.scratch = new Float64Array(size);
    this.fieldScratch = new Float64Array(size);
  }

  #take(row: DocumentRow): void {
    const known = this.#byNumber.get(row.document_no);
    const entry = known === undefined ? undefined : this.#entries[known];
    if (entry === undefined) {
      this.#add(row);
      return;
    }
    entry.superseded = row.superseded === 1;
    if (row.removed === 1 && !entry.removed) {
      entry.removed = true;
      this.removedCount++;
      this.#count(row, -1);
    }
  }

  #add(row: DocumentRow): void {
    const owner = this.#entries.length;
    this.#byNumber.set(row.document_no, owner);
    const details = readDetails(row.details);
    this.#entries.push({
      documentNo: row.document_no,
      documentId: row.document_id,
      family: row.family,
      type: row.type,
      securityCodes: strings(row.security_codes),
      timelineAtMs: row.timeline_at_ms,
      periodEnd: details.periodEnd ?? undefined,
      amends: details.amends ?? undefined,
      superseded: row.superseded === 1,
      removed: row.removed === 1,
    });
    this.issuers.add(owner, details.issuerNames);
    if (details.amends !== null) {
      const known = this.#amendments.get(details.amends);
      if (known === undefined) this.#amendments.set(details.amends, [owner]);
      else known.push(owner);
    }
    const end = row.first_passage + row.passage_count;
    this.owners.fill(owner, row.first_passage, end);
    if (row.removed === 1) {
      this.removedCount++;
      for (let passage = row.first_passage; passage < end; passage++) this.sections[passage] = passage;
      return;
    }
    const layout = new NumberReader(row.layout);
    let passage = row.first_passage;
    while (layout.at < row.layout.length) {
      const section = passage;
      const count = layout.next();
      for (let i = 0; i <= count; i++) {
        this.sections[passage] = section;
        const shape = layout.next();
        this.lengths[passage] = shape >>> 2;
        this.cuts[passage] = shape & 3;
        // A context ends where it ends; the last passage of a section has nothing to run on into, but may be counted.
        if (i > 0 && i < count && (shape & 3) === 2) this.hardCutCount++;
        passage++;
      }
    }
    this.#count(row, 1);
  }

  /** Passages of text only: the contexts at the head of sections don't count. */
  #count(row: DocumentRow, sign: 1 | -1): void {
    for (let passage = row.first_passage; passage < row.first_passage + row.passage_count; passage++) {
      if (this.sections[passage] === passage || this.cuts[passage] === fieldLine) continue;
      this.passageCount += sign;
      this.#lengthSum += sign * (this.lengths[passage] ?? outOfRange());
    }
  }

  /** What may be answered under a filter, by index of the document. */
  standing(filter: Filter): Uint8Array {
    const codes = filter.securityCodes && new Set(filter.securityCodes);
    const types = filter.documentTypes && new Set(filter.documentTypes);
    const families = filter.families && new Set(filter.families);
    const since = filter.sinceMs ?? -Infinity;
    const until = filter.untilMs ?? Infinity;
    const passes = (entry: Entry) =>
      entry.timelineAtMs >= since &&
      entry.timelineAtMs < until &&
      !(filter.latestOnly === true && entry.superseded) &&
      (types === undefined || types.has(entry.type)) &&
      (families === undefined || families.has(entry.family)) &&
      (codes === undefined || entry.securityCodes.some((code) => codes.has(code)));
    const entries = this.#entries;
    const flags = new Uint8Array(entries.length);
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      if (entry !== undefined) flags[index] = entry.removed ? removed : passes(entry) ? allowed : filteredOut;
    }
    return flags;
  }

  documentId(owner: number): string {
    return this.#entries[owner]?.documentId ?? "";
  }

  timelineAtMs(owner: number): number {
    return this.#entries[owner]?.timelineAtMs ?? 0;
  }

  periodEnd(owner: number): string | undefined {
    return this.#entries[owner]?.periodEnd;
  }

  /** Whether an amendment that may be answered holds the section anew. */
  isAmended(owner: number, section: number, standing: Uint8Array): boolean {
    const amendments = this.#amendments.get(this.documentId(owner));
    if (amendments === undefined) return false;
    const current = amendments.filter((each) => standing[each] === allowed);
    if (current.length === 0) return false;
    const sectionId = this.sectionId(owner, section);
    return current.some((each) => this.#sectionIds(each).includes(sectionId));
  }

  #sectionIds(owner: number): string[] {
    const row = this.#statements.sectionIds.get(this.#entries[owner]?.documentNo ?? -1);
    return row === undefined ? [] : strings(row.section_ids);
  }

  /** The documents of the issuers that a folded question names, and the question without their names. */
  preferred(folded: string): {
    readonly flags: Uint8Array | undefined;
    readonly rest: string;
    readonly names: readonly string[];
  } {
    const { owners, rest, names } = this.issuers.find(folded);
    if (owners.length === 0) return { flags: undefined, rest: folded, names };
    const flags = new Uint8Array(this.#entries.length);
    for (const owner of owners) flags[owner] = 1;
    return { flags, rest, names };
  }

  /** Id of a section, from the document's own list. */
  sectionId(owner: number, section: number): string {
    const row = this.#statements.sectionIds.get(this.#entries[owner]?.documentNo ?? -1);
    if (row === undefined) return "";
    let position = 0;
    for (let passage = row.first_passage; passage < section; passage++) {
      if (this.sections[passage] === passage) position++;
    }
    return strings(row.section_ids)[position] ?? "";
  }

  /** Whether it is a passage of the section's text. */
  isText(passage: number, section: number): boolean {
    return (
      passage < this.passageEnd &&
      passage !== section &&
      this.sections[passage] === section &&
      this.cuts[passage] !== fieldLine
    );
  }

  text(passage: number): string {
    const text = this.#statements.text.get(passage);
    return typeof text === "string" ? text : "";
  }

  frequency(token: number): number {
    let count = 0;
    for (const { block, index } of this.#placesOf(token)) count += block.passageCounts[index] ?? outOfRange();
    return count;
  }

  postings(token: number): Postings {
    const length = this.frequency(token);
    const { passages, counts } = this.#arena.take(length);
    let end = 0;
    for (const { block, index, firstPassage } of this.#placesOf(token)) {
      end = block.decode(index, firstPassage, passages, counts, end);
    }
    return { length, passages, counts };
  }

  /** Asked twice for each token of a query: how frequent it is, then where it stands. */
  #placesOf(token: number): readonly Place[] {
    const known = this.#places.get(token);
    if (known !== undefined) return known;
    const places: Place[] = [];
    for (const { directory, firstBlock, firstPassage } of this.#segments) {
      const at = lastAtMost(directory, token);
      if (at < 0) continue;
      const block = this.#cache.get(firstBlock + at);
      const index = block.find(token);
      if (index >= 0) places.push({ block, index, firstPassage });
    }
    this.#places.set(token, places);
    return places;
  }

  postingsBetween(from: number, to: number): Postings {
    const sums = new Uint16Array(this.passageEnd);
    let passages = new Uint32Array(1024);
    let counts = new Uint8Array(1024);
    for (const segment of this.#segments) {
      const first = Math.max(0, lastAtMost(segment.directory, from));
      for (let i = first; i < segment.directory.length && (segment.directory[i] ?? Infinity) <= to; i++) {
        this.step();
        const block = this.#cache.get(segment.firstBlock + i);
        for (let index = Math.max(0, lastAtMost(block.tokens, from - 1)); index < block.tokens.length; index++) {
          const token = block.tokens[index] ?? outOfRange();
          if (token < from) continue;
          if (token > to) break;
          const length = block.passageCounts[index] ?? outOfRange();
          if (length > passages.length) {
            passages = new Uint32Array(length * 2);
            counts = new Uint8Array(length * 2);
          }
          block.decode(index, segment.firstPassage, passages, counts, 0);
          for (let each = 0; each < length; each++) {
            const passage = passages[each] ?? outOfRange();
            sums[passage] = (sums[passage] ?? outOfRange()) + (counts[each] ?? outOfRange());
          }
        }
      }
    }
    return collected(sums);
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

function prepare(db: Database, name: IndexName) {
  return {
    state: db.prepare<[], { version: number; epoch: number; next_passage: number }>(
      `SELECT version, epoch, next_passage FROM search_${name}_state`,
    ),
    changed: db.prepare<[number], DocumentRow>(
      `SELECT document_no, document_id, family, type, security_codes, timeline_at_ms, superseded, removed,
              first_passage, passage_count, layout, details
         FROM search_${name}_document WHERE version > ? ORDER BY document_no`,
    ),
    segments: db.prepare<[], { first_passage: number; first_block: number; directory: Uint8Array }>(
      `SELECT first_passage, first_block, directory FROM search_${name}_segment ORDER BY first_passage`,
    ),
    sectionIds: db.prepare<[number], { first_passage: number; section_ids: string }>(
      `SELECT first_passage, section_ids FROM search_${name}_document WHERE document_no = ?`,
    ),
    text: db.prepare<[number]>(`SELECT text FROM search_${name}_passage WHERE passage = ?`).pluck(),
  };
}

function readDetails(json: string): DocumentDetails {
  const value: unknown = JSON.parse(json);
  const read = (key: string): unknown => (typeof value === "object" && value !== null ? Reflect.get(value, key) : null);
  const names = read("issuerNames");
  const [periodEnd, amends] = [read("periodEnd"), read("amends")];
  return {
    issuerNames: Array.isArray(names) ? names.map(String) : [],
    periodEnd: typeof periodEnd === "string" ? periodEnd : null,
    amends: typeof amends === "string" ? amends : null,
  };
}

function strings(json: string): string[] {
  const values: unknown = JSON.parse(json);
  return Array.isArray(values) ? values.map(String) : [];
}

/** A copy: what SQLite hands out need not lie at a multiple of eight. */
function float64s(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer);
}

function enlarged<A extends Uint8Array | Uint16Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
