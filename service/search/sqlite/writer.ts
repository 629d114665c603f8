import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { RowWriter } from "../../storage/sqlite/row-writer.ts";
import { documentHead, documentSections, type EntryHead, newsEntry } from "../core/entries.ts";
import { sortPostings } from "../core/sort-postings.ts";
import type { PreparedSections, SearchWriter } from "../port.ts";
import { Bytes } from "./blocks.ts";
import { createGlossaryWriter } from "./glossary.ts";
import { passageScale, prepareSections } from "./prepare-sections.ts";
import { dueSegments, type IndexName, listSegments, mergeSegments, SegmentWriter } from "./segments.ts";

/** Grows when folding, tokens or passages change what is written: an index of another number must be rebuilt. */
export const foldingVersion = 2;

/** The store's own index, whoever follows the store beside it. */
export function createEmbeddedWriter(db: Database, glossary = createGlossaryWriter(db)): SearchWriter {
  const body = new IndexWriter(db, "body");
  const news = new IndexWriter(db, "news");
  return {
    putDocument: async (document) => {
      if (document.family === "ir_material") body.remove(document.documentId);
      else {
        const prepared = document.prepared?.sections ?? prepareSections(documentSections(document));
        body.put(documentHead(document), prepared);
        glossary.put(document);
      }
    },
    removeDocument: async (documentId) => {
      body.remove(documentId);
      glossary.drop(documentId);
    },
    setSuperseded: async (documentId, superseded) => {
      body.setSuperseded(documentId, superseded);
    },
    putNews: async (statement) => {
      const { sections, ...head } = newsEntry(statement);
      news.put(head, prepareSections(sections));
    },
    removeNews: async (newsId) => {
      news.remove(newsId);
    },
    bulk: {
      begin() {
        body.gather();
        news.gather();
        glossary.gather();
      },
      async end() {
        body.flush();
        news.flush();
        glossary.flush();
      },
      abandon() {
        body.forget();
        news.forget();
        glossary.forget();
      },
    },
  };
}

/** Postings of several entries that become one segment: merging segments of single entries costs far more. */
interface Gathered {
  /** Of each entry, with the number of passages before it. They are joined when the segment is written. */
  readonly entries: { readonly tokens: Float64Array; readonly passagesBefore: number }[];
  tokenCount: number;
  firstPassage: number | undefined;
  passageCount: number;
}

/** About 50 MB of memory, and as much again while they are sorted. */
const gatheredTokensMax = 6_000_000;

export class IndexWriter {
  readonly #db: Database;
  readonly #name: IndexName;
  readonly #statements: ReturnType<typeof prepare>;
  #gathered: Gathered | undefined;

  constructor(db: Database, name: IndexName) {
    this.#db = db;
    this.#name = name;
    this.#statements = prepare(db, name);
  }

  put(entry: EntryHead, { sectionIds, passages, layout, tokens, characterCount }: PreparedSections): void {
    this.#drop(entry.documentId);
    const statements = this.#statements;
    const firstPassage = Number(statements.nextPassage.pluck().get());
    const count = passages.length;
    const gathered = this.#room(count, characterCount, sectionIds.length);
    for (const [i, text] of passages.entries()) statements.passages.add(firstPassage + i, text);
    statements.passages.flush();
    statements.insertDocument.run(
      entry.documentId,
      entry.family,
      entry.type,
      JSON.stringify(entry.securityCodes),
      entry.timelineAtMs,
      entry.superseded ? 1 : 0,
      firstPassage,
      count,
      JSON.stringify(sectionIds),
      layout,
      JSON.stringify(entry.details),
    );
    statements.advance.run(firstPassage + count, foldingVersion);
    if (gathered !== undefined) {
      gathered.entries.push({ tokens, passagesBefore: gathered.passageCount });
      gathered.tokenCount += tokens.length;
      gathered.firstPassage ??= firstPassage;
      gathered.passageCount += count;
      return;
    }
    this.#writeSegment(tokens, firstPassage, count);
    this.#mergeDue();
  }

  /** From here until `flush` entries share a segment. */
  gather(): void {
    this.#gathered = { entries: [], tokenCount: 0, firstPassage: undefined, passageCount: 0 };
  }

  flush(): void {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    if (gathered?.firstPassage === undefined) return;
    this.#writeSegment(joined(gathered), gathered.firstPassage, gathered.passageCount);
    this.#mergeDue();
  }

  forget(): void {
    this.#gathered = undefined;
  }

  /** The shared segment of the entry, if entries are collected; a segment has a maximum size. */
  #room(passageCount: number, characterCount: number, sectionCount: number): Gathered | undefined {
    if (this.#gathered === undefined) return undefined;
    const isFull =
      this.#gathered.tokenCount + characterCount * 2 > gatheredTokensMax ||
      this.#gathered.passageCount + Math.max(passageCount, characterCount / 20 + sectionCount * 2) > passageScale;
    if (isFull && this.#gathered.firstPassage !== undefined) {
      this.flush();
      this.gather();
    }
    return this.#gathered;
  }

  remove(documentId: string): void {
    if (this.#drop(documentId)) this.#statements.touch.run();
  }

  setSuperseded(documentId: string, superseded: boolean): void {
    const { changes } = this.#statements.supersede.run(superseded ? 1 : 0, documentId, superseded ? 1 : 0);
    if (changes > 0) this.#statements.touch.run();
  }

  #drop(documentId: string): boolean {
    const found = this.#statements.find.get(documentId);
    if (found === undefined) return false;
    this.#statements.markRemoved.run(found.document_no);
    this.#statements.dropPassages.run(found.first_passage, found.first_passage + found.passage_count);
    return true;
  }

  #writeSegment(tokens: Float64Array, firstPassage: number, passageCount: number): void {
    const sorted = sortPostings(tokens, passageScale);
    const writer = new SegmentWriter(this.#db, this.#name);
    const bytes = new Bytes();
    let i = 0;
    while (i < sorted.length) {
      const token = Math.floor((sorted[i] ?? outOfRange()) / passageScale);
      const end = (token + 1) * passageScale;
      bytes.clear();
      let before = 0;
      let kept = 0;
      while (i < sorted.length && (sorted[i] ?? Infinity) < end) {
        const value = sorted[i] ?? outOfRange();
        let count = 0;
        while (i < sorted.length && sorted[i] === value) {
          count++;
          i++;
        }
        const passage = value - token * passageScale;
        bytes.posting(passage - before, count);
        before = passage;
        kept++;
      }
      writer.add(token, kept, bytes.view());
    }
    writer.finish(firstPassage, firstPassage + passageCount);
  }

  #mergeDue(): void {
    for (;;) {
      const due = dueSegments(listSegments(this.#db, this.#name));
      if (due.length === 0) return;
      mergeSegments(this.#db, this.#name, due);
    }
  }
}

function joined({ entries, tokenCount }: Gathered): Float64Array {
  const all = new Float64Array(tokenCount);
  let at = 0;
  for (const { tokens, passagesBefore } of entries) {
    for (let i = 0; i < tokens.length; i++) all[at++] = (tokens[i] ?? outOfRange()) + passagesBefore;
  }
  return all;
}

function prepare(db: Database, name: IndexName) {
  const next = `(SELECT version + 1 FROM search_${name}_state)`;
  return {
    nextPassage: db.prepare<[]>(`SELECT next_passage FROM search_${name}_state`),
    passages: new RowWriter(db, `search_${name}_passage`, ["passage", "text"]),
    insertDocument: db.prepare(
      `INSERT INTO search_${name}_document (document_id, family, type, security_codes, timeline_at_ms, superseded,
         removed, version, first_passage, passage_count, section_ids, layout, details)
       VALUES (?, ?, ?, ?, ?, ?, 0, ${next}, ?, ?, ?, ?, ?)`,
    ),
    advance: db.prepare(`UPDATE search_${name}_state SET version = version + 1, next_passage = ?, folding = ?`),
    touch: db.prepare(`UPDATE search_${name}_state SET version = version + 1`),
    supersede: db.prepare(
      `UPDATE search_${name}_document SET superseded = ?, version = ${next}
         WHERE document_id = ? AND removed = 0 AND superseded <> ?`,
    ),
    find: db.prepare<[string], { document_no: number; first_passage: number; passage_count: number }>(
      `SELECT document_no, first_passage, passage_count FROM search_${name}_document
         WHERE document_id = ? AND removed = 0`,
    ),
    markRemoved: db.prepare(
      `UPDATE search_${name}_document SET removed = 1, section_ids = '[]', layout = x'', version = ${next}
         WHERE document_no = ?`,
    ),
    dropPassages: db.prepare(`DELETE FROM search_${name}_passage WHERE passage >= ? AND passage < ?`),
  };
}
