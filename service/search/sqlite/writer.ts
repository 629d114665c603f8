import { outOfRange } from "../../../lib/format/out-of-range.ts";
import { foldText } from "../../../lib/format/fold.ts";
import { documentEntry, type Entry, newsEntry } from "../core/entries.ts";
import { cutAfter, passages } from "../core/passages.ts";
import { type FieldLine, packLine, tokensOfLine } from "../core/field-lines.ts";
import { titleCore } from "../core/labels.ts";
import { fieldLine } from "../core/corpus.ts";
import type { SearchWriter } from "../port.ts";
import { sortPostings } from "../core/sort-postings.ts";
import { collectTokens, fieldTokens, inField, NumberList } from "../core/tokens.ts";
import { Bytes } from "./blocks.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { dropGlossary, putGlossary } from "./glossary.ts";
import { dueSegments, type IndexName, listSegments, mergeSegments, SegmentWriter } from "./segments.ts";

/** Grows when folding, tokens or passages change what is written: an index of another number must be rebuilt. */
export const foldingVersion = 2;

/** The store's own index, whoever follows the store beside it. */
export function createEmbeddedWriter(db: Database): SearchWriter {
  const body = new IndexWriter(db, "body");
  const news = new IndexWriter(db, "news");
  return {
    putDocument: async (document) => {
      if (document.family === "ir_material") body.remove(document.documentId);
      else {
        body.put(documentEntry(document));
        putGlossary(db, document);
      }
    },
    removeDocument: async (documentId) => {
      body.remove(documentId);
      dropGlossary(db, documentId);
    },
    setSuperseded: async (documentId, superseded) => {
      body.setSuperseded(documentId, superseded);
    },
    putNews: async (statement) => {
      news.put(newsEntry(statement));
    },
    removeNews: async (newsId) => {
      news.remove(newsId);
    },
    bulk: {
      begin() {
        body.gather();
        news.gather();
      },
      async end() {
        body.flush();
        news.flush();
      },
      abandon() {
        body.forget();
        news.forget();
      },
    },
  };
}

/** Passages of one entry at most, so that a token and its passage fit one exact number. */
const passageScale = 2 ** 19;

/** Postings of several entries that become one segment: merging segments of single entries costs far more. */
interface Gathered {
  readonly tokens: NumberList;
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

  put(entry: Entry): void {
    this.#drop(entry.documentId);
    const statements = this.#statements;
    const firstPassage = Number(statements.nextPassage.pluck().get());
    const gathered = this.#room(entry);
    const tokens = gathered?.tokens ?? new NumberList();
    const offset = gathered?.passageCount ?? 0;
    const layout = new Bytes();
    let count = 0;
    const add = (text: string, folded: string, next: string) => {
      if (offset + count >= passageScale) throw new Error(`Document ${entry.documentId} is too long to be searched.`);
      collectTokens(folded, next, tokens, passageScale, offset + count);
      layout.number(Math.min(folded.length, 65_535) * 4 + cutAfter(text));
      statements.insertPassage.run(firstPassage + count, text);
      count++;
    };
    const addLine = (line: FieldLine, distance: number, isSaid: boolean) => {
      if (offset + count >= passageScale) throw new Error(`Document ${entry.documentId} is too long to be searched.`);
      for (const token of isSaid ? [] : tokensOfLine(line)) tokens.push(inField(token) * passageScale + offset + count);
      layout.number(Math.min(distance, 65_535) * 4 + fieldLine);
      statements.insertPassage.run(firstPassage + count, packLine(line));
      count++;
    };
    for (const section of entry.sections) {
      const texts = passages(section.text.toWellFormed());
      const folded = texts.map(foldText);
      layout.number(texts.length + section.lines.length);
      const context = section.context.toWellFormed();
      for (const token of fieldTokens(titleCore(section.title.toWellFormed())))
        tokens.push(inField(token) * passageScale + offset + count);
      add(context, foldText(context), "");
      for (const [i, text] of texts.entries()) add(text, folded[i] ?? "", folded[i + 1] ?? "");
      let head = count;
      const said = new Set<string>();
      for (const line of section.lines) {
        if (line.kind !== "row") head = count;
        // Tables of two years repeat their rows: a label is indexed once a section, and kept each time.
        const key =
          line.kind === "row" ? `${line.label}\t${line.words}` : line.kind === "head" ? line.text : line.words;
        addLine(line, count - head, said.has(key));
        said.add(key);
      }
    }
    statements.insertDocument.run(
      entry.documentId,
      entry.family,
      entry.type,
      JSON.stringify(entry.securityCodes),
      entry.timelineAtMs,
      entry.superseded ? 1 : 0,
      firstPassage,
      count,
      JSON.stringify(entry.sections.map((section) => section.sectionId)),
      layout.view(),
      JSON.stringify(entry.details),
    );
    statements.advance.run(firstPassage + count, foldingVersion);
    if (gathered !== undefined) {
      gathered.firstPassage ??= firstPassage;
      gathered.passageCount += count;
      return;
    }
    this.#writeSegment(tokens, firstPassage, count);
    this.#mergeDue();
  }

  /** From here until `flush` entries share a segment. */
  gather(): void {
    this.#gathered = { tokens: new NumberList(), firstPassage: undefined, passageCount: 0 };
  }

  flush(): void {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    if (gathered?.firstPassage === undefined) return;
    this.#writeSegment(gathered.tokens, gathered.firstPassage, gathered.passageCount);
    this.#mergeDue();
  }

  forget(): void {
    this.#gathered = undefined;
  }

  /** The shared segment of the entry, if entries are collected; a segment has a maximum size. */
  #room(entry: Entry): Gathered | undefined {
    if (this.#gathered === undefined) return undefined;
    const characters = entry.sections.reduce((sum, section) => sum + section.text.length + section.context.length, 0);
    const isFull =
      this.#gathered.tokens.length + characters * 2 > gatheredTokensMax ||
      this.#gathered.passageCount + characters / 20 + entry.sections.length * 2 > passageScale;
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

  #writeSegment(tokens: NumberList, firstPassage: number, passageCount: number): void {
    const sorted = sortPostings(tokens.values.subarray(0, tokens.length), passageScale);
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

function prepare(db: Database, name: IndexName) {
  const next = `(SELECT version + 1 FROM search_${name}_state)`;
  return {
    nextPassage: db.prepare<[]>(`SELECT next_passage FROM search_${name}_state`),
    insertPassage: db.prepare(`INSERT INTO search_${name}_passage (passage, text) VALUES (?, ?)`),
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
