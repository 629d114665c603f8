import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { CandidateLists } from "../core/candidates.ts";
import { fieldLine, type Postings } from "../core/corpus.ts";
import type { FindCorpus } from "../core/find.ts";
import { ReadTexts } from "../core/read-texts.ts";
import { NumberReader } from "./blocks.ts";
import { type Filter, IndexedDocuments } from "./documents.ts";
import { SegmentPostings } from "./postings.ts";
import type { IndexName } from "./segments.ts";
import { type DocumentRow, readingStatements, strings } from "./stored-rows.ts";

/** Of how many documents the ids of sections are kept in memory. */
const documentsKept = 2048;

/** Reading as many takes about a tenth of a second: beyond it one query would hold up all others. */
export const commonPostingsMax = 3_000_000;

/**
 * One index for a reader. Call `refresh` first inside each read transaction: it loads all changes, so that everything
 * read afterwards belongs to one state of the store.
 */
export class SqliteCorpus implements FindCorpus {
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
  readonly texts: ReadTexts;
  readonly lists = new CandidateLists();
  step: () => void = () => {};
  #lengthSum = 0;
  #version = -1;
  #epoch = -1;
  readonly #commonMax: number;
  readonly #documents = new IndexedDocuments();
  readonly #idsOf = new Map<number, readonly string[]>();
  readonly #postings: SegmentPostings;
  readonly #statements: ReturnType<typeof readingStatements>;

  constructor(db: Database, name: IndexName, cacheBytes: number, commonMax = commonPostingsMax) {
    this.#commonMax = commonMax;
    this.#statements = readingStatements(db, name);
    this.#postings = new SegmentPostings(db, name, (cacheBytes * 3) / 4);
    this.texts = new ReadTexts(this, cacheBytes / 4);
  }

  get meanLength(): number {
    return this.passageCount === 0 ? 1 : this.#lengthSum / this.passageCount;
  }

  refresh(): void {
    this.#postings.begin();
    this.lists.begin();
    const state = this.#statements.state.get();
    if (state === undefined) throw new Error("The search index has no state: run the migrations.");
    if (state.version === this.#version && state.epoch === this.#epoch) return;
    if (state.epoch !== this.#epoch || state.version < this.#version) this.#forget();
    this.#grow(state.next_passage);
    for (const row of this.#statements.changed.iterate(this.#version)) this.#take(row);
    this.#postings.setSegments(this.#statements.segments.all());
    this.#version = state.version;
    this.#epoch = state.epoch;
  }

  #forget(): void {
    this.#version = -1;
    this.#documents.clear();
    this.#idsOf.clear();
    this.#postings.forget();
    this.texts.clear();
    this.passageCount = 0;
    this.#lengthSum = 0;
    this.removedCount = 0;
    this.hardCutCount = 0;
    this.lengths = new Uint16Array(0);
    this.cuts = new Uint8Array(0);
    this.sections = new Uint32Array(0);
    this.owners = new Uint32Array(0);
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
    const { owner, change } = this.#documents.take(row);
    if (change === "removed") {
      this.removedCount++;
      this.#count(row, -1);
    } else if (change === "added") this.#add(owner, row);
  }

  #add(owner: number, row: DocumentRow): void {
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

  /** By index of the document. */
  standing(filter: Filter): Uint8Array {
    return this.#documents.standing(filter);
  }

  preferred(query: string) {
    return this.#documents.preferred(query);
  }

  get documentCount(): number {
    return this.#documents.count;
  }

  documentId(owner: number): string {
    return this.#documents.documentId(owner);
  }

  timelineAtMs(owner: number): number {
    return this.#documents.timelineAtMs(owner);
  }

  periodEnd(owner: number): string | undefined {
    return this.#documents.periodEnd(owner);
  }

  /** An amendment that may be answered has the section anew. */
  isAmended(owner: number, section: number, standing: Uint8Array): boolean {
    const amending = this.#documents.amending(owner, standing);
    if (amending.length === 0) return false;
    const sectionId = this.sectionId(owner, section);
    return amending.some((each) => this.#sectionIds(each).includes(sectionId));
  }

  #sectionIds(owner: number): readonly string[] {
    const known = this.#idsOf.get(owner);
    if (known !== undefined) return known;
    const ids = strings(this.#statements.sectionIds.get(this.#documents.documentNo(owner)) ?? "[]");
    this.#idsOf.set(owner, ids);
    if (this.#idsOf.size > documentsKept) {
      const [oldest] = this.#idsOf.keys();
      if (oldest !== undefined) this.#idsOf.delete(oldest);
    }
    return ids;
  }

  /** Id of a section, from the document's own list. */
  sectionId(owner: number, section: number): string {
    let position = -1;
    for (let passage = this.#documents.firstPassage(owner); passage <= section; passage++) {
      if (this.sections[passage] === passage) position++;
    }
    return this.#sectionIds(owner)[position] ?? "";
  }

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
    return this.#postings.frequency(token);
  }

  postings(token: number): Postings {
    return this.#postings.of(token);
  }

  isTooCommon(from: number, to: number): boolean {
    return this.#postings.countBetween(from, to, this.#commonMax, this.step) > this.#commonMax;
  }

  postingsBetween(from: number, to: number): Postings {
    return this.#postings.between(from, to, this.passageEnd, this.step);
  }
}

function enlarged<A extends Uint8Array | Uint16Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
