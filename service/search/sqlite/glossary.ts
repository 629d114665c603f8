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
  /** From here until `flush` counts are held in memory: documents of one kind share nearly all of their pairs. */
  gather(): void;
  flush(): void;
  forget(): void;
}

/** By how much the count of each pair changes. */
class Changes {
  readonly #byName = new Map<string, Map<string, number>>();

  add([name, label]: Pair, by: 1 | -1): void {
    let labels = this.#byName.get(name);
    if (labels === undefined) {
      labels = new Map();
      this.#byName.set(name, labels);
    }
    labels.set(label, (labels.get(label) ?? 0) + by);
  }

  *all(): Generator<readonly [name: string, label: string, by: number]> {
    for (const [name, labels] of this.#byName) for (const [label, by] of labels) if (by !== 0) yield [name, label, by];
  }
}

export function createGlossaryWriter(db: Database): GlossaryWriter {
  const statements = prepare(db);
  let gathered: Changes | undefined;
  const set = (documentId: string, pairs: readonly Pair[]) => {
    const changes = gathered ?? new Changes();
    replace(statements, documentId, pairs, changes);
    if (changes !== gathered) apply(statements, changes);
  };
  return {
    put: (document) => set(document.documentId, document.prepared?.pairs ?? pairsOf(document)),
    drop: (documentId) => set(documentId, []),
    gather() {
      gathered = new Changes();
    },
    flush() {
      const changes = gathered;
      gathered = undefined;
      if (changes !== undefined) apply(statements, changes);
    },
    forget() {
      gathered = undefined;
    },
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

function replace(statements: GlossaryStatements, documentId: string, pairs: readonly Pair[], changes: Changes): void {
  const source = statements.source.get(documentId);
  const before = source === undefined ? [] : readPairs(source);
  const gone = without(before, pairs);
  const fresh = without(pairs, before);
  if (gone.length + fresh.length === 0) return;
  for (const pair of gone) changes.add(pair, -1);
  for (const pair of fresh) changes.add(pair, 1);
  if (pairs.length === 0) statements.dropSource.run(documentId);
  else statements.putSource.run(documentId, JSON.stringify(pairs));
}

function without(pairs: readonly Pair[], others: readonly Pair[]): readonly Pair[] {
  if (others.length === 0 || pairs.length === 0) return pairs;
  const key = ([name, label]: Pair) => `${name}\t${label}`;
  const known = new Set(others.map(key));
  return pairs.filter((pair) => !known.has(key(pair)));
}

/** Deletes all pairs and counts them again from every document. Returns the number of pairs. */
export function rebuildGlossary(db: Database): number {
  return db
    .transaction(() => {
      db.prepare("DELETE FROM search_glossary").run();
      const sources = db.prepare<[], string>("SELECT pairs FROM search_glossary_source").pluck().all();
      const statements = prepare(db);
      const changes = new Changes();
      for (const pairs of sources) for (const pair of readPairs(pairs)) changes.add(pair, 1);
      count(statements, changes);
      db.prepare("UPDATE search_glossary_state SET version = version + 1").run();
      return Number(db.prepare("SELECT count(*) FROM search_glossary").pluck().get());
    })
    .immediate();
}

/** From the documents of this store. */
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

function apply(statements: GlossaryStatements, changes: Changes): void {
  if (count(statements, changes)) statements.changed.run();
}

/** True if a pair came or went: counts alone change nothing that a reader must know at once. */
function count({ add, dropPair }: GlossaryStatements, changes: Changes): boolean {
  let isChanged = false;
  for (const [name, label, by] of changes.all()) {
    const counted = add.get(name, label, by) ?? 0;
    if (counted <= 0) dropPair.run(name, label);
    isChanged ||= counted <= 0 || counted === by;
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
