import type { MovedTable, Row } from "../../../lib/kit/moving/moved-table.ts";

/** Everything that the service's store holds, parents first. A test compares it with the schemas of both engines. */
export const movedTables: readonly MovedTable[] = [
  {
    name: "issuers",
    columns: ["security_code", "name", "name_en", "name_kana", "market", "sector", "edinet_code", "corporate_number"],
    key: ["security_code"],
  },
  {
    name: "catalog_versions",
    columns: ["name", "version"],
    key: ["name"],
    isSeeded: true,
    // A database counts there what SQLite counts beside its index, which is made anew.
    on: { postgres: { from: "SELECT name, version FROM catalog_versions WHERE name <> 'glossary'" } },
  },
  {
    name: "documents",
    columns: [
      ...["doc", "document_id", "family", "type", "title", "security_code", "issuer_name", "timeline_at_ms"],
      ...["period_start", "period_end", "fiscal_period", "status", "release_at_ms", "listed_page_count", "page_count"],
      ...["page_runs", "character_count", "language", "amends_document_id", "superseded_by_document_id", "source_url"],
      ...["source_attribution", "fingerprint", "missing_parts"],
    ],
    key: ["doc"],
    numberedBy: "doc",
  },
  {
    name: "sections",
    columns: [
      ...["doc", "position", "section_id", "title", "level", "parent_section_id", "character_count", "text_hash"],
      ...["own_text_hash", "page_number", "page_confidence", "page_breaks", "uncertain_pages"],
    ],
    key: ["doc", "position"],
  },
  {
    name: "section_texts",
    columns: ["doc", "position", "markdown"],
    key: ["doc", "position"],
    rowsAtOnce: 100,
    on: { sqlite: { besides: { text: undefined } } },
  },
  { name: "section_names", columns: ["doc", "position", "names"], key: ["doc", "position"] },
  { name: "retired_sections", columns: ["doc", "section_id", "text_hash", "moved_to"], key: ["doc", "section_id"] },
  {
    name: "originals",
    columns: [
      ...["doc", "original_id", "position", "media_type", "file_name", "deliverable", "blob", "byte_size"],
      ...["maker", "recipe", "fact_count"],
    ],
    key: ["doc", "original_id"],
  },
  { name: "page_files", columns: ["doc", "page_number", "blob", "byte_size"], key: ["doc", "page_number"] },
  {
    name: "images",
    columns: ["doc", "name", "media_type", "blob", "made_blob", "made_byte_size"],
    key: ["doc", "name"],
  },
  {
    name: "news",
    columns: [
      ...["news", "news_id", "title", "statement", "observed_at_ms", "security_codes", "news_references"],
      "fingerprint",
    ],
    key: ["news"],
    numberedBy: "news",
  },
  {
    name: "news_codes",
    columns: ["security_code", "observed_at_ms", "news_id", "news"],
    key: ["security_code", "observed_at_ms", "news_id"],
  },
  {
    name: "sample_market",
    columns: ["id", "seed", "anchor_day", "issuers", "years", "lengths", "written", "completed"],
    key: ["id"],
  },
  {
    name: "ingest_items",
    columns: [
      ...["key", "kind", "state", "fingerprint", "day", "submitted_at_ms", "detail", "reason", "message", "attempts"],
      ...["due_at_ms", "at_ms"],
    ],
    key: ["key"],
  },
  {
    name: "search_changes",
    columns: ["change", "kind", "id"],
    key: ["change"],
    numberedBy: "change",
    rowsAtOnce: 5_000,
    on: {
      // The newest of each, which is all that SQLite keeps.
      sqlite: { besides: { at_ms: undefined } },
      postgres: {
        from: "SELECT max(change) AS change, kind, id FROM search_changes GROUP BY kind, id",
        besides: { at: undefined },
      },
    },
  },
  {
    name: "api_keys",
    columns: [
      ...["id", "name", "secret_hash", "created_at_ms", "revoked_at_ms", "entitled", "per_minute", "per_day"],
      ...["granted", "balance", "charged"],
    ],
    key: ["id"],
    // Nothing is reserved while nothing runs.
    on: { postgres: { besides: { reserved: undefined } } },
  },
  {
    name: "ledger_entries",
    columns: [...["id", "key_id", "kind", "credits", "at_ms", "endpoint", "request_id", "idempotency_key"]],
    key: ["id"],
    numberedBy: "id",
    on: { postgres: { besides: { reservation: undefined } } },
  },
  {
    name: "idempotent_responses",
    // In the order in which they expire, which is that of the ids in SQLite.
    key: ["expires_at_ms", "key_id", "idempotency_key"],
    columns: [
      ...["key_id", "idempotency_key", "fingerprint", "stored_at_ms", "expires_at_ms", "headers", "blob", "packed"],
      "body",
    ],
    rowsAtOnce: 100,
    on: {
      sqlite: { key: ["id"], besides: { id: undefined } },
      postgres: {
        from: "SELECT * FROM idempotent_responses WHERE headers IS NOT NULL",
        besides: { token: "gen_random_uuid()", owner: "gen_random_uuid()" },
      },
    },
  },
  {
    name: "operator_keys",
    columns: ["id", "name", "secret_hash", "created_at_ms", "revoked_at_ms"],
    key: ["id"],
  },
  {
    name: "operator_changes",
    columns: ["number", "id", "at_ms", "operator_key_id", "action", "subject", "detail", "address"],
    key: ["number"],
    numberedBy: "number",
  },
  {
    name: "request_counters",
    columns: ["key_id", "minute", "minute_count", "day", "day_count"],
    key: ["key_id"],
  },
  {
    name: "quote_failures",
    columns: ["key_id", "day", "document_id", "failures"],
    key: ["key_id", "day", "document_id"],
  },
  {
    name: "standing_phrases",
    columns: ["id", "key_id", "phrase", "folded", "created_at_ms"],
    key: ["id"],
  },
  { name: "standing_days", columns: ["key_id", "day", "made"], key: ["key_id", "day"] },
  {
    name: "standing_matches",
    columns: ["number", "phrase_id", "key_id", "document_id", "sections", "matched_at_ms"],
    key: ["number"],
    numberedBy: "number",
  },
  {
    name: "delivered_texts",
    columns: ["key_id", "document_id", "hashes"],
    key: ["key_id", "document_id"],
    on: {
      postgres: {
        from: `SELECT key_id, document_id, string_agg(hash, ''::bytea ORDER BY place) AS hashes
          FROM delivered_texts GROUP BY key_id, document_id`,
        besides: { place: undefined },
        splitColumns: ["key_id", "document_id", "hash"],
        split: hashesApart,
      },
    },
  },
];

/** Not carried, and why. */
export const tablesLeft: Readonly<Record<string, string>> = {
  migrations: "each engine has steps of its own",
  probe: "the readiness check writes it anew",
  installation: "carried as what the house is, with the files that hold it beside SQLite",
  search_place: "its mark is carried as what the house is",
  runners: "leases of processes, of which none runs",
  reservations: "credits under way, of which there are none",
};

const hashBytes = 8;

function hashesApart({ key_id, document_id, hashes }: Row): Row[] {
  if (!(hashes instanceof Uint8Array)) return [];
  return Array.from({ length: hashes.byteLength / hashBytes }, (_, at) => ({
    key_id: key_id ?? null,
    document_id: document_id ?? null,
    hash: hashes.subarray(at * hashBytes, (at + 1) * hashBytes),
  }));
}
