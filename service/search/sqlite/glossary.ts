import type { Database } from "../../storage/sqlite/database.ts";
import { baseGlossary } from "../core/base-glossary.ts";
import { Glossary, type GlossaryPair } from "../core/glossary.ts";
import { type LearnedPair as Pair, pairsOf } from "../core/glossary-pairs.ts";
import type { IndexedDocument } from "../port.ts";

/** Counts the names and labels of documents, inside the caller's transaction. */
export interface GlossaryWriter {
  /** Replaces what the document had before. */
  put(document: IndexedDocument): void;
  drop(documentId: string): void;
}

export function createGlossaryWriter(db: Database): GlossaryWriter {
  const statements = prepare(db);
  return {
    put: (document) => replace(statements, document.documentId, document.prepared?.pairs ?? pairsOf(document)),
    drop: (documentId) => replace(statements, documentId, []),
  };
}

type GlossaryStatements = ReturnType<typeof prepare>;

function prepare(db: Database) {
  return {
    add: db
      .prepare<[string, string, number], number>(
        "INSERT INTO search_glossary (name, label, count) VALUES (?, ?, ?) ON CONFLICT (name, label) DO UPDATE SET count = count + excluded.count RETURNING count",
      )
      .pluck(),
    dropPair: db.prepare("DELETE FROM search_glossary WHERE name = ? AND label = ?"),
    changed: db.prepare("UPDATE search_glossary_state SET version = version + 1"),
    source: db.prepare<[string], string>("SELECT pairs FROM search_glossary_source WHERE document_id = ?").pluck(),
    putSource: db.prepare("INSERT OR REPLACE INTO search_glossary_source (document_id, pairs) VALUES (?, ?)"),
    dropSource: db.prepare("DELETE FROM search_glossary_source WHERE document_id = ?"),
  };
}

function replace(statements: GlossaryStatements, documentId: string, pairs: readonly Pair[]): void {
  const source = statements.source.get(documentId);
  const before = source === undefined ? [] : readPairs(source);
  const key = ([name, label]: Pair) => `${name}\t${label}`;
  const now = new Set(pairs.map(key));
  const known = new Set(before.map(key));
  const gone = before.filter((pair) => !now.has(key(pair)));
  const fresh = pairs.filter((pair) => !known.has(key(pair)));
  if (gone.length + fresh.length === 0) return;
  if ([change(statements, gone, -1), change(statements, fresh, 1)].includes(true)) statements.changed.run();
  if (pairs.length === 0) statements.dropSource.run(documentId);
  else statements.putSource.run(documentId, JSON.stringify(pairs));
}

/** Deletes all pairs and counts them again from every document. Returns the number of pairs. */
export function rebuildGlossary(db: Database): number {
  return db
    .transaction(() => {
      db.prepare("DELETE FROM search_glossary").run();
      const sources = db.prepare<[], string>("SELECT pairs FROM search_glossary_source").pluck().all();
      const statements = prepare(db);
      for (const pairs of sources) change(statements, readPairs(pairs), 1);
      db.prepare("UPDATE search_glossary_state SET version = version + 1").run();
      return Number(db.prepare("SELECT count(*) FROM search_glossary").pluck().get());
    })
    .immediate();
}

/** What was learned from the documents of this store. */
export function learnedPairs(db: Database): GlossaryPair[] {
  return db.prepare<[], GlossaryPair>("SELECT name, label, count FROM search_glossary ORDER BY name, label").all();
}

const slowMs = 400;
const pauseShare = 40;

/** The glossary that ships with the product together with this store's own, which is reloaded after it has grown. */
export class StoredGlossary {
  readonly #version;
  readonly #db: Database;
  #known = -1;
  #nextAt = 0;
  #glossary: Glossary | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#version = db.prepare<[], number>("SELECT version FROM search_glossary_state").pluck();
  }

  current(): Glossary {
    const version = this.#version.get() ?? 0;
    const startedAt = performance.now();
    if (this.#glossary !== undefined && (version === this.#known || startedAt < this.#nextAt)) return this.#glossary;
    this.#glossary = new Glossary([...baseGlossary(), ...learnedPairs(this.#db)]);
    this.#known = version;
    const tookMs = performance.now() - startedAt;
    // While much is ingested a large glossary changes all the time: searches must not pay for that each time.
    if (tookMs > slowMs) this.#nextAt = startedAt + tookMs * pauseShare;
    return this.#glossary;
  }
}

/** Whether a pair came or went: counts alone change nothing that a reader must know at once. */
function change({ add, dropPair }: GlossaryStatements, pairs: readonly Pair[], by: 1 | -1): boolean {
  let isChanged = false;
  for (const [name, label] of pairs) {
    const count = add.get(name, label, by) ?? 0;
    if (count <= 0) dropPair.run(name, label);
    isChanged ||= count <= 0 || (by === 1 && count === 1);
  }
  return isChanged;
}

function readPairs(json: string): Pair[] {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): Pair[] =>
    Array.isArray(each) && typeof each[0] === "string" && typeof each[1] === "string" ? [[each[0], each[1]]] : [],
  );
}
