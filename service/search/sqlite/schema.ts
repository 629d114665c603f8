import type { Migration } from "../../storage/sqlite/migration.ts";
import { quantise } from "../core/quantised.ts";

interface WholeVector {
  readonly model: string;
  readonly passage: number;
  readonly text_hash: Uint8Array;
  readonly vector: Uint8Array;
}

/**
 * The search index, once for document bodies and once for news.
 *
 * Passages are numbered in the order of writing. Postings live in segments, each over a contiguous range of passages: a
 * document is published as a segment of its own, and segments that have become many are merged into one. A segment's
 * tokens are in blocks, ascending; the segment has the first token of each. Written blocks are never changed, only
 * deleted, and ids are never reused, so that a reader may keep blocks indefinitely. `version` grows with every change;
 * a document carries the version at which it last changed. `epoch` grows when documents long removed are forgotten, and
 * then a reader starts over. `folding` is that of the program that filled the index.
 */
const index = (name: string) => `
CREATE TABLE search_${name}_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  next_passage INTEGER NOT NULL,
  next_block INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  folding INTEGER NOT NULL
) STRICT;
INSERT INTO search_${name}_state VALUES (1, 0, 0, 1, 0, 0);
CREATE TABLE search_${name}_document (
  document_no INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT NOT NULL,
  family TEXT NOT NULL,
  type TEXT NOT NULL,
  security_codes TEXT NOT NULL,
  timeline_at_ms INTEGER NOT NULL,
  superseded INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  version INTEGER NOT NULL,
  first_passage INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  section_ids TEXT NOT NULL,
  layout BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_${name}_document_id ON search_${name}_document (document_id) WHERE removed = 0;
CREATE INDEX search_${name}_document_version ON search_${name}_document (version);
CREATE TABLE search_${name}_passage (
  passage INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE search_${name}_segment (
  segment INTEGER PRIMARY KEY AUTOINCREMENT,
  first_passage INTEGER NOT NULL,
  end_passage INTEGER NOT NULL,
  first_block INTEGER NOT NULL,
  block_count INTEGER NOT NULL,
  byte_count INTEGER NOT NULL,
  directory BLOB NOT NULL
) STRICT;
CREATE TABLE search_${name}_block (
  block INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;
`;

export const searchMigrations: readonly Migration[] = [
  { id: "search-001-body", apply: index("body") },
  { id: "search-002-news", apply: index("news") },
  {
    id: "search-003-rebuild",
    apply: "CREATE TABLE search_rebuild (name TEXT PRIMARY KEY, after_id TEXT NOT NULL) STRICT, WITHOUT ROWID",
  },
  {
    id: "search-004-vectors",
    apply: `
      CREATE TABLE search_vector (
        vector_no INTEGER PRIMARY KEY AUTOINCREMENT,
        model TEXT NOT NULL,
        passage INTEGER NOT NULL,
        text_hash BLOB NOT NULL,
        vector BLOB NOT NULL,
        UNIQUE (model, passage)
      ) STRICT;
      CREATE INDEX search_vector_hash ON search_vector (model, text_hash);
    `,
  },
  {
    // Details of a document beside its text, as JSON: issuer names, end of period, what it amends.
    id: "search-005-details",
    apply: `
      ALTER TABLE search_body_document ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
      ALTER TABLE search_news_document ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
    `,
  },
  {
    // English names beside Japanese words, and which documents they came from, so that counts go with them.
    id: "search-006-glossary",
    apply: `
      CREATE TABLE search_glossary (
        name TEXT NOT NULL,
        label TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (name, label)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE search_glossary_source (document_id TEXT PRIMARY KEY, pairs TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE search_glossary_state (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL) STRICT;
      INSERT INTO search_glossary_state VALUES (1, 0);
    `,
  },
  {
    // Vectors in an eighth of their size, and of news too: what was embedded before is kept.
    id: "search-007-quantised-vectors",
    apply(db) {
      db.exec(`
        ALTER TABLE search_vector RENAME TO search_vector_whole;
        DROP INDEX search_vector_hash;
        CREATE TABLE search_vector (
          vector_no INTEGER PRIMARY KEY AUTOINCREMENT,
          index_name TEXT NOT NULL,
          model TEXT NOT NULL,
          passage INTEGER NOT NULL,
          text_hash BLOB NOT NULL,
          scale REAL NOT NULL,
          codes BLOB NOT NULL,
          UNIQUE (index_name, model, passage)
        ) STRICT;
        CREATE INDEX search_vector_hash ON search_vector (model, text_hash);
      `);
      const put = db.prepare(
        "INSERT INTO search_vector (index_name, model, passage, text_hash, scale, codes) VALUES ('body', ?, ?, ?, ?, ?)",
      );
      const rows = db
        .prepare<[], WholeVector>("SELECT model, passage, text_hash, vector FROM search_vector_whole")
        .all();
      for (const { model, passage, text_hash, vector } of rows) {
        const { scale, codes } = quantise(new Float32Array(vector.slice().buffer));
        put.run(model, passage, text_hash, scale, codes);
      }
      db.exec("DROP TABLE search_vector_whole");
    },
  },
  {
    // A title in English is looked up by the Japanese one.
    id: "search-008-glossary-labels",
    apply: "CREATE INDEX search_glossary_label ON search_glossary (label)",
  },
  {
    // Followed by an engine outside the store: the newest change of each document and statement, in its transaction.
    id: "search-009-changes",
    apply: `
      CREATE TABLE search_changes (
        change INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('document', 'news')),
        id TEXT NOT NULL,
        UNIQUE (kind, id)
      ) STRICT;
      -- Whether the store's own index is kept, was left to an engine outside, or is being brought back.
      CREATE TABLE search_place (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        mark TEXT NOT NULL,
        embedded TEXT NOT NULL CHECK (embedded IN ('kept', 'left', 'returning'))
      ) STRICT;
      INSERT INTO search_place VALUES (1, lower(hex(randomblob(16))), 'kept');
    `,
  },
  {
    // So that an engine outside the store can tell how long a publication has been waiting. Of older ones it is not known.
    id: "search-010-change-times",
    apply: "ALTER TABLE search_changes ADD COLUMN at_ms INTEGER",
  },
];
