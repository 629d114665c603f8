import { createHash } from "node:crypto";
import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { EmbeddingProvider } from "../../embedding/provider.ts";
import type { Database } from "../../storage/sqlite/database.ts";
import { bitCount, cosineWith, type Quantised, quantise, signsOf } from "../core/quantised.ts";
import { topOf } from "../core/top.ts";
import { SqliteCorpus } from "./corpus.ts";
import type { IndexName } from "./segments.ts";

export interface EmbedReport {
  readonly embedded: number;
  /** Passages whose text had a vector already. */
  readonly reused: number;
}

interface EmbedOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Gives every passage of document bodies and every news statement a vector of the provider's model. Each batch is committed: what was
 * embedded is not asked for again, whether the run was stopped or the document was published anew.
 */
export async function embedPassages(
  db: Database,
  provider: EmbeddingProvider,
  options: EmbedOptions = {},
): Promise<EmbedReport> {
  const body = await embedIndex(db, "body", provider, options);
  const news = await embedIndex(db, "news", provider, { ...options, onProgress: () => {} });
  return { embedded: body.embedded + news.embedded, reused: body.reused + news.reused };
}

async function embedIndex(
  db: Database,
  name: IndexName,
  provider: EmbeddingProvider,
  options: EmbedOptions,
): Promise<EmbedReport> {
  const corpus = new SqliteCorpus(db, name, 1_000_000);
  corpus.refresh();
  const missing = missingPassages(db, name, corpus, provider.model);
  const insert = db.prepare(
    "INSERT OR IGNORE INTO search_vector (index_name, model, passage, text_hash, scale, codes) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const known = db.prepare<[string, Uint8Array], Quantised>(
    "SELECT scale, codes FROM search_vector WHERE model = ? AND text_hash = ? LIMIT 1",
  );
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
        if (vector !== undefined) insert.run(name, provider.model, passage, hash, vector.scale, vector.codes);
      }
      for (const [i, { passage, hash }] of asked.entries()) {
        const vector = vectors[i];
        if (vector === undefined) continue;
        const { scale, codes } = quantise(vector);
        insert.run(name, provider.model, passage, hash, scale, codes);
      }
    }).immediate();
    embedded += asked.length;
    reused += batch.length - asked.length;
    options.onProgress?.(Math.min(at + batch.length, missing.length), missing.length);
  }
  dropOrphans(db, name);
  return { embedded, reused };
}

function missingPassages(db: Database, name: IndexName, corpus: SqliteCorpus, model: string): number[] {
  const have = new Set(
    db
      .prepare<[string, string], number>("SELECT passage FROM search_vector WHERE index_name = ? AND model = ?")
      .pluck()
      .all(name, model),
  );
  const passages = db.prepare<[], number>(`SELECT passage FROM search_${name}_passage ORDER BY passage`).pluck().all();
  return passages.filter(
    (passage) => corpus.isText(passage, corpus.sections[passage] ?? outOfRange()) && !have.has(passage),
  );
}

/** After a run every existing text has a vector, and those of removed passages are deleted. */
function dropOrphans(db: Database, name: IndexName): void {
  db.prepare(
    `DELETE FROM search_vector WHERE index_name = ? AND passage NOT IN (SELECT passage FROM search_${name}_passage)`,
  ).run(name);
}

/** How many are compared exactly, after a comparison of their signs. */
const rescoredMax = 512;

/** The signs of one model's vectors in memory, for one reader: 128 bytes for 1,024 dimensions. */
export class VectorTable {
  #model = "";
  #dimensions = 0;
  #last = 0;
  #count = 0;
  #passages = new Uint32Array(0);
  #signs = new Uint32Array(0);
  readonly #name: IndexName;
  readonly #rows;
  readonly #one;

  constructor(db: Database, name: IndexName) {
    this.#name = name;
    this.#rows = db.prepare<[string, string, number], { vector_no: number; passage: number; codes: Uint8Array }>(
      "SELECT vector_no, passage, codes FROM search_vector WHERE index_name = ? AND model = ? AND vector_no > ? ORDER BY vector_no",
    );
    this.#one = db.prepare<[string, string, number], Quantised>(
      "SELECT scale, codes FROM search_vector WHERE index_name = ? AND model = ? AND passage = ?",
    );
  }

  get count(): number {
    return this.#count;
  }

  /** Loads vectors added since, inside the query's read transaction. */
  refresh(model: string, dimensions: number): void {
    if (model !== this.#model || dimensions !== this.#dimensions) {
      this.#model = model;
      this.#dimensions = dimensions;
      this.#last = 0;
      this.#count = 0;
    }
    const words = Math.ceil(dimensions / 32);
    for (const row of this.#rows.iterate(this.#name, model, this.#last)) {
      this.#last = row.vector_no;
      if (row.codes.byteLength !== Math.ceil(dimensions / 2)) continue;
      this.#reserve(words);
      this.#passages[this.#count] = row.passage;
      this.#signs.set(signsOf(row.codes, dimensions), this.#count * words);
      this.#count++;
    }
  }

  /** Calls back with the passages that may be nearest, each with its cosine with the question. */
  compare(
    question: Float32Array,
    accept: (passage: number) => boolean,
    step: () => void,
    visit: (passage: number, cosine: number) => void,
  ): void {
    const words = Math.ceil(this.#dimensions / 32);
    const asked = signsOf(quantise(question).codes, this.#dimensions);
    const near = new Float64Array(this.#count);
    const accepted: number[] = [];
    for (let i = 0; i < this.#count; i++) {
      if ((i & 1023) === 0) step();
      if (!accept(this.#passages[i] ?? outOfRange())) continue;
      let different = 0;
      for (let k = 0; k < words; k++) {
        different += bitCount(((this.#signs[i * words + k] ?? outOfRange()) ^ (asked[k] ?? outOfRange())) >>> 0);
      }
      near[accepted.length] = -different;
      accepted.push(i);
    }
    const order = (x: number, y: number) => (near[y] ?? outOfRange()) - (near[x] ?? outOfRange()) || x - y;
    for (const at of topOf(accepted.length, rescoredMax, near, order)) {
      const passage = this.#passages[accepted[at] ?? outOfRange()] ?? outOfRange();
      const row = this.#one.get(this.#name, this.#model, passage);
      if (row !== undefined) visit(passage, cosineWith(question, row));
    }
  }

  #reserve(words: number): void {
    if (this.#count < this.#passages.length) return;
    // Grows by a fifth, since doubling would for a while take twice the memory needed.
    const size = Math.max(1024, Math.ceil(this.#count * 1.2));
    const passages = new Uint32Array(size);
    passages.set(this.#passages);
    const signs = new Uint32Array(size * words);
    signs.set(this.#signs.subarray(0, this.#count * words));
    this.#passages = passages;
    this.#signs = signs;
  }
}
