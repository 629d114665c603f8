import type { Queries } from "../../../lib/kit/postgres/connection.ts";
import { pairsOf } from "../../search/index.ts";
import type { IndexedDocument } from "../../search/port.ts";
import { baseGlossary, Glossary, type GlossaryPair } from "../../search/words.ts";

/** Inside the publishing transaction; replaces what the document taught before. */
export async function putGlossary(db: Queries, document: Pick<IndexedDocument, "documentId" | "sections">) {
  // The database stores no half characters and no NUL, and no label needs them.
  const pairs = pairsOf(document).filter((pair) => pair.every((each) => each.isWellFormed() && !each.includes("\0")));
  await db.rows("SELECT put_glossary(?, ?::jsonb)", [document.documentId, JSON.stringify(pairs)]);
}

export const dropGlossary = (db: Queries, documentId: string) =>
  db.rows("SELECT put_glossary(?, '[]'::jsonb)", [documentId]);

/** From the documents of this installation. */
export const learnedPairs = (db: Queries): Promise<GlossaryPair[]> =>
  db.rows<GlossaryPair>("SELECT name, label, count FROM search_glossary ORDER BY name, label");

const lookEveryMs = 1_000;
const slowMs = 400;
const pauseShare = 40;

/** The glossary that ships with the product together with what was learned, in memory, and read again after it has grown. */
export class DatabaseGlossary {
  readonly #db: Queries;
  #version = -1;
  #glossary = new Glossary(baseGlossary());
  #looking: Promise<void> | undefined;
  #nextLookAt = Number.NEGATIVE_INFINITY;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** As it was a second ago. */
  current(): Glossary {
    this.#lookNowAndThen();
    return this.#glossary;
  }

  load(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  #lookNowAndThen(): void {
    if (performance.now() < this.#nextLookAt) return;
    this.#nextLookAt = performance.now() + lookEveryMs;
    // Without the database, what is known already is good enough.
    this.load().catch(() => {});
  }

  async #look(): Promise<void> {
    const row = await this.#db.row<{ version: number }>("SELECT version FROM catalog_versions WHERE name = 'glossary'");
    const version = row?.version ?? 0;
    if (version === this.#version) return;
    const learned = await learnedPairs(this.#db);
    const startedAt = performance.now();
    this.#glossary = new Glossary([...baseGlossary(), ...learned]);
    this.#version = version;
    const tookMs = performance.now() - startedAt;
    // While much is ingested a large glossary changes all the time: searches must not pay for that each time.
    if (tookMs > slowMs) this.#nextLookAt = startedAt + tookMs * pauseShare;
  }
}
