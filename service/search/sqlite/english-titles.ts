import type { Database } from "../../storage/sqlite/database.ts";
import { type EnglishTitles, englishTitlesFrom } from "../core/english-titles.ts";

export function createEnglishTitles(db: Database): EnglishTitles {
  const version = db.prepare<[], number>("SELECT version FROM search_glossary_state").pluck();
  const learned = db.prepare<[string], { name: string; count: number }>(
    "SELECT name, count FROM search_glossary WHERE label = ?",
  );
  return englishTitlesFrom({ version: () => version.get() ?? 0, of: (label) => learned.all(label) });
}
