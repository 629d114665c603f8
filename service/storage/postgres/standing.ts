import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import type { StandingPhrase, StandingPhrases } from "../ports.ts";
import * as sql from "../rows/standing.ts";

export function createStandingPhrases({ transaction, durable, quick }: Connections): StandingPhrases {
  return {
    add: (phrase, day, bounds) =>
      transaction(async (db) => {
        const { phraseId, keyId, folded, createdAtMs } = phrase;
        // Phrases of a key are made one after the other, in whichever process.
        await db.rows("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`standing ${keyId}`]);
        const before = await db.rows<StandingPhrase>(sql.phrasesOfKey, [keyId]);
        const same = before.find((each) => each.folded === folded);
        if (same !== undefined) return { phrase: same };
        if (before.length >= bounds.standing) return { reached: "standing" };
        const made = (await db.row<{ made: number }>(sql.madeOnDay, [keyId, day]))?.made ?? 0;
        if (made >= bounds.newADay) return { reached: "newADay" };
        await db.rows(sql.phraseInsert, [phraseId, keyId, phrase.phrase, folded, createdAtMs]);
        await db.rows(sql.countMade, [keyId, day]);
        return { phrase };
      }),
    list: async (keyId, day) => ({
      phrases: await quick.rows<StandingPhrase>(sql.phrasesOfKey, [keyId]),
      made: (await quick.row<{ made: number }>(sql.madeOnDay, [keyId, day]))?.made ?? 0,
    }),
    async end(keyId, phraseId) {
      if ((await durable.rows(sql.endPhrase, [keyId, phraseId])).length > 0) {
        await quick.rows(sql.forgetMatchesOf, [phraseId]);
      }
    },
    async matches(keyId, sinceMs, after, limit) {
      const values = [keyId, sinceMs, Number(after?.id ?? Number.MAX_SAFE_INTEGER), limit + 1];
      return sql.matchPage(await quick.rows<sql.MatchRow>(sql.matchesOfKey, values), limit);
    },
    async purge(day, beforeMs) {
      await quick.rows("DELETE FROM standing_days WHERE day < ?", [day]);
      await quick.rows("DELETE FROM standing_matches WHERE matched_at_ms < ?", [beforeMs]);
    },
  };
}
