import type { StandingBounds, StandingPhrase, StandingPhrases } from "../ports.ts";
import * as sql from "../rows/standing.ts";
import type { Database } from "./database.ts";
import { write } from "./writes.ts";

export function createStandingPhrases(db: Database): StandingPhrases {
  const ofKey = db.prepare<[string], StandingPhrase>(sql.phrasesOfKey);
  const made = db.prepare<[string, string], number>(sql.madeOnDay).pluck();
  const count = db.prepare(sql.countMade);
  const insert = db.prepare(sql.phraseInsert);
  const end = db.prepare<[string, string], { id: string }>(sql.endPhrase);
  const matches = db.prepare<[string, number, number, number], sql.MatchRow>(sql.matchesOfKey);
  const forgetDays = db.prepare("DELETE FROM standing_days WHERE day < ?");
  const forgetMatches = db.prepare("DELETE FROM standing_matches WHERE matched_at_ms < ?");
  const add = db.transaction((phrase: StandingPhrase, day: string, bounds: StandingBounds) => {
    const { phraseId, keyId, folded, createdAtMs } = phrase;
    const before = ofKey.all(keyId);
    const same = before.find((each) => each.folded === folded);
    if (same !== undefined) return { phrase: same };
    if (before.length >= bounds.standing) return { reached: "standing" } as const;
    if ((made.get(keyId, day) ?? 0) >= bounds.newADay) return { reached: "newADay" } as const;
    insert.run(phraseId, keyId, phrase.phrase, folded, createdAtMs);
    count.run(keyId, day);
    return { phrase };
  });
  const forget = db.prepare(sql.forgetMatchesOf);
  const ended = db.transaction((keyId: string, phraseId: string) => {
    if (end.get(keyId, phraseId) !== undefined) forget.run(phraseId);
  });
  return {
    add: (phrase, day, bounds) => write(db, () => add.immediate(phrase, day, bounds)),
    list: async (keyId, day) => ({ phrases: ofKey.all(keyId), made: made.get(keyId, day) ?? 0 }),
    end: (keyId, phraseId) => write(db, () => ended.immediate(keyId, phraseId)),
    matches: async (keyId, sinceMs, after, limit) =>
      sql.matchPage(matches.all(keyId, sinceMs, Number(after?.id ?? Number.MAX_SAFE_INTEGER), limit + 1), limit),
    purge: (day, beforeMs) =>
      write(db, () => {
        forgetDays.run(day);
        forgetMatches.run(beforeMs);
      }),
  };
}
