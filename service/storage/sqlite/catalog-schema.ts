import { addExactHashes } from "./exact-hashes.ts";
import type { Migration } from "./migration.ts";

/**
 * Documents with everything that belongs to them, news and issuers. Timelines are read by keyset, so each filter that
 * can lead has an index that ends in (timeline_at_ms, document_id). Large values are in separate tables: reading a
 * table of contents reads no text, and a section no other section.
 */
export const catalogMigrations: readonly Migration[] = [
  {
    id: "catalog-001",
    apply: `
      CREATE TABLE issuers (
        security_code TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        name_en TEXT,
        name_kana TEXT,
        market TEXT,
        sector TEXT,
        edinet_code TEXT,
        corporate_number TEXT
      ) STRICT, WITHOUT ROWID;

      -- Counts writes, so that a reader knows when what it keeps in memory is old.
      CREATE TABLE catalog_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO catalog_versions VALUES ('issuers', 0);

      CREATE TABLE documents (
        doc INTEGER PRIMARY KEY,
        document_id TEXT NOT NULL UNIQUE,
        family TEXT NOT NULL,
        type TEXT NOT NULL,
        title TEXT NOT NULL,
        security_code TEXT,
        issuer_name TEXT,
        timeline_at_ms INTEGER NOT NULL,
        period_start TEXT,
        period_end TEXT,
        fiscal_period TEXT,
        status TEXT NOT NULL CHECK (status IN ('ready', 'pending_release', 'unavailable', 'withdrawn')),
        release_at_ms INTEGER,
        listed_page_count INTEGER NOT NULL,
        page_count INTEGER,
        -- As [[first, last, width, height, listed], …]: pages of a document are mostly alike.
        page_runs TEXT NOT NULL,
        character_count INTEGER,
        language TEXT,
        amends_document_id TEXT,
        superseded_by_document_id TEXT,
        source_url TEXT,
        source_attribution TEXT,
        fingerprint TEXT NOT NULL
      ) STRICT;
      CREATE INDEX documents_by_time ON documents (timeline_at_ms, document_id);
      CREATE INDEX documents_by_code ON documents (security_code, timeline_at_ms, document_id)
        WHERE security_code IS NOT NULL;
      CREATE INDEX documents_by_family ON documents (family, timeline_at_ms, document_id);
      CREATE INDEX documents_by_type ON documents (type, family, timeline_at_ms, document_id);
      CREATE INDEX documents_by_amended ON documents (amends_document_id, timeline_at_ms, document_id)
        WHERE amends_document_id IS NOT NULL;
      CREATE INDEX documents_by_period ON documents (security_code, type)
        WHERE type IN ('annual_securities_report', 'earnings_summary') AND security_code IS NOT NULL;

      CREATE TABLE sections (
        doc INTEGER NOT NULL REFERENCES documents (doc),
        position INTEGER NOT NULL,
        section_id TEXT NOT NULL,
        title TEXT NOT NULL,
        level INTEGER NOT NULL,
        parent_section_id TEXT,
        -- With descendants.
        character_count INTEGER NOT NULL,
        PRIMARY KEY (doc, position)
      ) STRICT, WITHOUT ROWID;
      -- Own text in Zstandard.
      CREATE TABLE section_texts (
        text INTEGER PRIMARY KEY,
        doc INTEGER NOT NULL REFERENCES documents (doc),
        position INTEGER NOT NULL,
        markdown BLOB NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX section_texts_by_section ON section_texts (doc, position);
      CREATE TABLE retired_sections (
        doc INTEGER NOT NULL REFERENCES documents (doc),
        section_id TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        PRIMARY KEY (doc, section_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE originals (
        doc INTEGER NOT NULL REFERENCES documents (doc),
        original_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        media_type TEXT NOT NULL,
        file_name TEXT NOT NULL,
        deliverable INTEGER NOT NULL CHECK (deliverable IN (0, 1)),
        blob TEXT,
        byte_size INTEGER,
        maker TEXT,
        recipe TEXT,
        PRIMARY KEY (doc, original_id),
        CHECK (blob IS NOT NULL OR maker IS NOT NULL)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX originals_by_blob ON originals (blob) WHERE blob IS NOT NULL;
      CREATE TABLE page_files (
        doc INTEGER NOT NULL REFERENCES documents (doc),
        page_number INTEGER NOT NULL,
        blob TEXT NOT NULL,
        byte_size INTEGER NOT NULL,
        PRIMARY KEY (doc, page_number)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE images (
        doc INTEGER NOT NULL REFERENCES documents (doc),
        name TEXT NOT NULL,
        media_type TEXT NOT NULL,
        blob TEXT NOT NULL,
        PRIMARY KEY (doc, name)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX images_by_blob ON images (blob);

      CREATE TABLE news (
        news INTEGER PRIMARY KEY,
        news_id TEXT NOT NULL UNIQUE,
        title TEXT,
        statement TEXT NOT NULL,
        observed_at_ms INTEGER NOT NULL,
        security_codes TEXT NOT NULL,
        news_references TEXT NOT NULL,
        fingerprint TEXT NOT NULL
      ) STRICT;
      CREATE INDEX news_by_time ON news (observed_at_ms, news_id);
      CREATE TABLE news_codes (
        security_code TEXT NOT NULL,
        observed_at_ms INTEGER NOT NULL,
        news_id TEXT NOT NULL,
        news INTEGER NOT NULL REFERENCES news (news),
        PRIMARY KEY (security_code, observed_at_ms, news_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX news_codes_by_news ON news_codes (news);

      -- What the sample market was made from, so that loading it again makes the same.
      CREATE TABLE sample_market (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seed INTEGER NOT NULL,
        anchor_day TEXT NOT NULL,
        issuers INTEGER NOT NULL,
        years INTEGER NOT NULL,
        completed INTEGER NOT NULL CHECK (completed IN (0, 1))
      ) STRICT;
    `,
  },
  {
    id: "catalog-002",
    apply: `
      CREATE INDEX documents_by_release ON documents (release_at_ms)
        WHERE status = 'pending_release' AND release_at_ms IS NOT NULL;
    `,
  },
  {
    id: "catalog-section-hashes",
    apply: `
      -- Of what was published before, they are not known.
      ALTER TABLE sections ADD COLUMN text_hash TEXT;
      ALTER TABLE sections ADD COLUMN page_number INTEGER;
      -- As ["part", …].
      ALTER TABLE documents ADD COLUMN missing_parts TEXT;
    `,
  },
  {
    id: "catalog-section-pages",
    apply: `
      -- NULL beside a page is certain.
      ALTER TABLE sections ADD COLUMN page_confidence REAL;
      -- As [[page, characters before it], …].
      ALTER TABLE sections ADD COLUMN page_breaks TEXT;
    `,
  },
  {
    id: "catalog-names-001",
    apply: `
      CREATE TABLE section_names (
        doc INTEGER NOT NULL,
        position INTEGER NOT NULL,
        names BLOB NOT NULL,
        PRIMARY KEY (doc, position)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    id: "catalog-moved-sections",
    apply: `
      -- The section that has the text now; unknown of what was retired before.
      ALTER TABLE retired_sections ADD COLUMN moved_to TEXT;
    `,
  },
  { id: "catalog-exact-hashes", apply: addExactHashes },
  {
    id: "catalog-uncertain-pages",
    apply: `
      -- Pages whose tables had to be guessed, as [page, …].
      ALTER TABLE sections ADD COLUMN uncertain_pages TEXT;
    `,
  },
  {
    id: "catalog-made-figures",
    apply: `
      -- The image as it is delivered with the text; it can be made again.
      ALTER TABLE images ADD COLUMN made_blob TEXT;
      ALTER TABLE images ADD COLUMN made_byte_size INTEGER;
    `,
  },
  {
    id: "catalog-sample-lengths",
    apply: `
      -- Markets were all short before there was a choice.
      ALTER TABLE sample_market ADD COLUMN lengths TEXT NOT NULL DEFAULT 'short';
      -- How much of the load has been written, so that a load that was interrupted goes on there.
      ALTER TABLE sample_market ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
    `,
  },
  {
    id: "catalog-fact-counts",
    apply: `
      -- The figures in an XBRL package; NULL of what was published before, until a service has counted it.
      ALTER TABLE originals ADD COLUMN fact_count INTEGER;
    `,
  },
  {
    id: "catalog-ingest-items",
    apply: `
      CREATE TABLE ingest_items (
        key TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        day TEXT,
        submitted_at_ms INTEGER,
        detail TEXT,
        reason TEXT,
        message TEXT,
        attempts INTEGER NOT NULL,
        due_at_ms INTEGER,
        at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX ingest_items_by_due ON ingest_items (due_at_ms) WHERE due_at_ms IS NOT NULL;
      CREATE INDEX ingest_items_by_state ON ingest_items (state, key);
      CREATE INDEX ingest_items_by_kind ON ingest_items (kind, state, day);
    `,
  },
];
