import { z } from "zod";
import type { FoundPhrase, StandingMatch, TimelinePage } from "../ports.ts";

export const phraseColumns = `id AS "phraseId", key_id AS "keyId", phrase, folded, created_at_ms AS "createdAtMs"`;

export const standingOfAll = `
  SELECT ${phraseColumns} FROM standing_phrases
  WHERE key_id IN (SELECT id FROM api_keys WHERE revoked_at_ms IS NULL)`;

export const phrasesOfKey = `SELECT ${phraseColumns} FROM standing_phrases WHERE key_id = ? ORDER BY created_at_ms DESC, id`;

export const phraseInsert =
  "INSERT INTO standing_phrases (id, key_id, phrase, folded, created_at_ms) VALUES (?, ?, ?, ?, ?)";

export const madeOnDay = "SELECT made FROM standing_days WHERE key_id = ? AND day = ?";

export const countMade = `
  INSERT INTO standing_days (key_id, day, made) VALUES (?, ?, 1)
  ON CONFLICT (key_id, day) DO UPDATE SET made = standing_days.made + 1`;

export const endPhrase = "DELETE FROM standing_phrases WHERE key_id = ? AND id = ? RETURNING id";

/** A publication under way may still add matches of a phrase that has ended: they are not listed. */
export const forgetMatchesOf = "DELETE FROM standing_matches WHERE phrase_id = ?";

export const matchInsert = `
  INSERT INTO standing_matches (phrase_id, key_id, document_id, sections, matched_at_ms) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (phrase_id, document_id) DO NOTHING`;

export function matchRows(documentId: string, found: readonly FoundPhrase[], nowMs: number): unknown[][] {
  return found.map(({ phraseId, keyId, sections }) => [phraseId, keyId, documentId, JSON.stringify(sections), nowMs]);
}

export const matchesOfKey = `
  SELECT number, phrase_id AS "phraseId", document_id AS "documentId", sections, matched_at_ms AS "matchedAtMs"
  FROM standing_matches WHERE key_id = ? AND matched_at_ms >= ? AND number < ?
    AND phrase_id IN (SELECT id FROM standing_phrases) ORDER BY number DESC LIMIT ?`;

export interface MatchRow {
  readonly number: number;
  readonly phraseId: string;
  readonly documentId: string;
  readonly sections: string;
  readonly matchedAtMs: number;
}

const Sections = z.array(z.tuple([z.string(), z.int()]));

/** Of one row more than the page has. */
export function matchPage(rows: readonly MatchRow[], limit: number): TimelinePage<StandingMatch> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    records: shown.map(({ number: _, sections, ...match }) => ({
      ...match,
      sections: Sections.parse(JSON.parse(sections)),
    })),
    next: rows.length > limit && last !== undefined ? { atMs: last.matchedAtMs, id: String(last.number) } : undefined,
  };
}
