import type { Store, WordIndex } from "../store.ts";

/**
 * The index of words: an index of the pairs of characters tells which texts have all of them, and the text of these
 * tells whether they stand in sequence.
 */
export function postgresWords(store: Pick<Store, "prepare">): WordIndex {
  const put = store.prepare<{ artifactId: string; ownerId: string; words: string; grams: string[] }>(
    `insert into owned_words (artifact_id, owner_id, words, grams) values (@artifactId, @ownerId, @words, @grams)
     on conflict (artifact_id) do update set words = excluded.words, grams = excluded.grams`,
  );
  return {
    async put({ ownerId, artifactId, words }) {
      await put.run({ artifactId, ownerId, words: ` ${words} `, grams: gramsOf(words) });
    },
    containing(ownerId, words) {
      const sequences = words.filter(({ terms, isPrefix }) => !isPrefix && terms.includes(" "));
      const grams = words.map(({ terms }) => terms).join(" ");
      return {
        sql: `artifacts.artifact_id in (select artifact_id from owned_words
          where owner_id = ? and grams @> string_to_array(?, ' ')${sequences.map(() => " and position(? in words) > 0").join("")})`,
        values: [ownerId, grams, ...sequences.map(({ terms }) => ` ${terms} `)],
      };
    },
  };
}

/** The terms, each once, and the letters with which they begin. */
export function gramsOf(words: string): string[] {
  const terms = words.split(" ").filter((term) => term !== "");
  return [...new Set(terms.flatMap((term) => [term, String.fromCodePoint(term.codePointAt(0) ?? 0)]))];
}
