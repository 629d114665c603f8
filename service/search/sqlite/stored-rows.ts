import type { Database } from "../../storage/sqlite/database.ts";
import type { IndexName } from "./segments.ts";

export interface DocumentRow {
  readonly document_no: number;
  readonly document_id: string;
  readonly family: string;
  readonly type: string;
  readonly security_codes: string;
  readonly timeline_at_ms: number;
  readonly superseded: number;
  readonly removed: number;
  readonly first_passage: number;
  readonly passage_count: number;
  readonly layout: Uint8Array;
  readonly details: string;
}

/** The writer's own, as JSON. */
export interface DocumentDetails {
  readonly issuerNames: readonly string[];
  readonly periodEnd: string | null;
  readonly amends: string | null;
}

export interface SegmentRow {
  readonly first_passage: number;
  readonly first_block: number;
  readonly directory: Uint8Array;
}

export function readingStatements(db: Database, name: IndexName) {
  return {
    state: db.prepare<[], { version: number; epoch: number; next_passage: number }>(
      `SELECT version, epoch, next_passage FROM search_${name}_state`,
    ),
    changed: db.prepare<[number], DocumentRow>(
      `SELECT document_no, document_id, family, type, security_codes, timeline_at_ms, superseded, removed,
              first_passage, passage_count, layout, details
         FROM search_${name}_document WHERE version > ? ORDER BY document_no`,
    ),
    segments: db.prepare<[], SegmentRow>(
      `SELECT first_passage, first_block, directory FROM search_${name}_segment ORDER BY first_passage`,
    ),
    sectionIds: db
      .prepare<[number], string>(`SELECT section_ids FROM search_${name}_document WHERE document_no = ?`)
      .pluck(),
    text: db.prepare<[number]>(`SELECT text FROM search_${name}_passage WHERE passage = ?`).pluck(),
  };
}

export function readDetails(json: string): DocumentDetails {
  const value: unknown = JSON.parse(json);
  const read = (key: string): unknown => (typeof value === "object" && value !== null ? Reflect.get(value, key) : null);
  const names = read("issuerNames");
  const [periodEnd, amends] = [read("periodEnd"), read("amends")];
  return {
    issuerNames: Array.isArray(names) ? names.map(String) : [],
    periodEnd: typeof periodEnd === "string" ? periodEnd : null,
    amends: typeof amends === "string" ? amends : null,
  };
}

export function strings(json: string): string[] {
  const values: unknown = JSON.parse(json);
  return Array.isArray(values) ? values.map(String) : [];
}
