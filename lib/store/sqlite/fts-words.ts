import type { SearchedWord } from "../../text/library-words.ts";
import type { Store, WordIndex } from "../store.ts";

/** The index of words as a table of FTS5, which keeps the terms and their places without the text. */
export function ftsWords(store: Pick<Store, "prepare">): WordIndex {
  const addRow = store.prepare<[string, string]>(
    "insert into owned_word_rows (owner_id, artifact_id) values (?, ?) on conflict do nothing",
  );
  const rowOf = store.prepare<[string], { row_id: number }>("select row_id from owned_word_rows where artifact_id = ?");
  const drop = store.prepare<[number]>("delete from owned_words where rowid = ?");
  const add = store.prepare<[number, string]>("insert into owned_words (rowid, words) values (?, ?)");
  return {
    async put({ ownerId, artifactId, words }) {
      await addRow.run(ownerId, artifactId);
      const row = await rowOf.get(artifactId);
      if (row === undefined) return;
      await drop.run(row.row_id);
      await add.run(row.row_id, words);
    },
    containing: (ownerId, words) => ({
      sql: `artifacts.artifact_id in (select artifact_id from owned_words
        join owned_word_rows on row_id = owned_words.rowid where owned_words match ? and owner_id = ?)`,
      values: [words.map(phrase).join(" AND "), ownerId],
    }),
  };
}

function phrase({ terms, isPrefix }: SearchedWord): string {
  return isPrefix ? `"${terms}"*` : `"${terms}"`;
}
