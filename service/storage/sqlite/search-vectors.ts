import { outOfRange } from "../../../lib/format/out-of-range.ts";
import { createHash } from "node:crypto";
import type { EmbeddingProvider } from "../../embedding/provider.ts";
import type { Database } from "./database.ts";
import { SqliteCorpus } from "./search-corpus.ts";

export interface EmbedReport {
  readonly embedded: number;
  /** Passages whose text had a vector already. */
  readonly reused: number;
}

/**
 * Gives every passage of document bodies a vector of the provider's model. Each batch is committed: what was
 * embedded is not asked for again, whether the run was stopped or the document was published anew.
 */
export async function embedPassages(
  db: Database,
  provider: EmbeddingProvider,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<EmbedReport> {
  const corpus = new SqliteCorpus(db, "body", 1_000_000);
  corpus.refresh();
  const missing = missingPassages(db, corpus, provider.model);
  const insert = db.prepare(
    "INSERT OR IGNORE INTO search_vector (model, passage, text_hash, vector) VALUES (?, ?, ?, ?)",
  );
  const known = db
    .prepare<[string, Uint8Array], Uint8Array>("SELECT vector FROM search_vector WHERE model = ? AND text_hash = ?")
    .pluck();
  let embedded = 0;
  let reused = 0;
  for (let at = 0; at < missing.length; at += provider.batchMax) {
    const batch = missing.slice(at, at + provider.batchMax).map((passage) => {
      const text = `${corpus.text(corpus.sections[passage] ?? outOfRange())}\n${corpus.text(passage)}`;
      const hash = createHash("sha256").update(text).digest().subarray(0, 16);
      return { passage, text, hash, vector: known.get(provider.model, hash) };
    });
    const asked = batch.filter((each) => each.vector === undefined);
    const vectors =
      asked.length === 0
        ? []
        : await provider.embed(
            asked.map((each) => each.text),
            options.signal,
          );
    db.transaction(() => {
      for (const { passage, hash, vector } of batch) {
        if (vector !== undefined) insert.run(provider.model, passage, hash, vector);
      }
      for (const [i, { passage, hash }] of asked.entries()) {
        const vector = vectors[i];
        if (vector !== undefined) insert.run(provider.model, passage, hash, new Uint8Array(vector.buffer));
      }
    }).immediate();
    embedded += asked.length;
    reused += batch.length - asked.length;
    options.onProgress?.(Math.min(at + batch.length, missing.length), missing.length);
  }
  dropOrphans(db);
  return { embedded, reused };
}

function missingPassages(db: Database, corpus: SqliteCorpus, model: string): number[] {
  const have = new Set(
    db.prepare<[string], number>("SELECT passage FROM search_vector WHERE model = ?").pluck().all(model),
  );
  const passages = db.prepare<[], number>("SELECT passage FROM search_body_passage ORDER BY passage").pluck().all();
  return passages.filter((passage) => corpus.sections[passage] !== passage && !have.has(passage));
}

/** After a run every text that still stands has a vector of its own: those of removed passages have served. */
function dropOrphans(db: Database): void {
  db.prepare("DELETE FROM search_vector WHERE passage NOT IN (SELECT passage FROM search_body_passage)").run();
}

/** The vectors of one model in memory, for one reader. */
export class VectorTable {
  #model = "";
  #dimensions = 0;
  #last = 0;
  #count = 0;
  #passages = new Uint32Array(0);
  #values = new Float32Array(0);
  readonly #rows;

  constructor(db: Database) {
    this.#rows = db.prepare<[string, number], { vector_no: number; passage: number; vector: Uint8Array }>(
      "SELECT vector_no, passage, vector FROM search_vector WHERE model = ? AND vector_no > ? ORDER BY vector_no",
    );
  }

  get count(): number {
    return this.#count;
  }

  /** Takes in what was embedded since; inside the query's read transaction. */
  refresh(model: string, dimensions: number): void {
    if (model !== this.#model || dimensions !== this.#dimensions) {
      this.#model = model;
      this.#dimensions = dimensions;
      this.#last = 0;
      this.#count = 0;
    }
    for (const row of this.#rows.iterate(model, this.#last)) {
      this.#last = row.vector_no;
      if (row.vector.byteLength !== dimensions * 4) continue;
      this.#reserve();
      this.#passages[this.#count] = row.passage;
      this.#values.set(new Float32Array(row.vector.slice().buffer), this.#count * dimensions);
      this.#count++;
    }
  }

  /** Calls back with each passage and its cosine with the question. */
  compare(question: Float32Array, step: () => void, visit: (passage: number, cosine: number) => void): void {
    const size = this.#dimensions;
    const values = this.#values;
    for (let i = 0; i < this.#count; i++) {
      if ((i & 1023) === 0) step();
      let cosine = 0;
      const from = i * size;
      for (let k = 0; k < size; k++) cosine += (values[from + k] ?? outOfRange()) * (question[k] ?? outOfRange());
      visit(this.#passages[i] ?? outOfRange(), cosine);
    }
  }

  #reserve(): void {
    if (this.#count < this.#passages.length) return;
    const size = Math.max(1024, this.#count * 2);
    const passages = new Uint32Array(size);
    passages.set(this.#passages);
    const values = new Float32Array(size * this.#dimensions);
    values.set(this.#values.subarray(0, this.#count * this.#dimensions));
    this.#passages = passages;
    this.#values = values;
  }
}
