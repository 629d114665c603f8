import Database from "better-sqlite3";
import type { Engine, MovedTable, MovingDatabase, Row } from "../../kit/moving/moved-table.ts";
import { gramsOf } from "../postgres/words.ts";

/**
 * The index of words, which each engine keeps in its own form: SQLite as the terms of a text and where each stands,
 * PostgreSQL as the terms in a row. In between it is the terms in their order.
 */
export function ownedWords([from, to]: readonly [from: Engine, to: Engine]): MovedTable {
  const isMixed = from !== to;
  return {
    name: "owned_words",
    columns: ["artifact_id", "owner_id", "words"],
    key: ["artifact_id"],
    rowsAtOnce: 100,
    on: {
      sqlite: {
        before: termsInOrder,
        from: `SELECT r.artifact_id, r.owner_id, coalesce(t.words, '') AS words
          FROM owned_word_rows AS r LEFT JOIN temp.moved_terms AS t ON t.row_id = r.row_id`,
        counted: "owned_word_rows",
        put: putIntoIndex,
      },
      postgres: {
        from: "SELECT artifact_id, owner_id, btrim(words) AS words FROM owned_words",
        // SQLite has the terms as its index cuts them, which may be without what is no letter there.
        ...(isMixed ? { meaning: termsOf() } : {}),
        put: putWithGrams,
      },
    },
  };
}

/** One sorted pass over the index: it has no text to read a row from. */
const termsInOrder = [
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.moved_vocabulary USING fts5vocab(main, owned_words, 'instance')",
  "DROP TABLE IF EXISTS temp.moved_terms",
  `CREATE TEMP TABLE moved_terms AS
     SELECT doc AS row_id, group_concat(term, ' ' ORDER BY offset) AS words FROM temp.moved_vocabulary GROUP BY doc`,
  "CREATE UNIQUE INDEX temp.moved_terms_by_row ON moved_terms (row_id)",
];

async function putIntoIndex(db: MovingDatabase, rows: readonly Row[]): Promise<void> {
  for (const { artifact_id = null, owner_id = null, words = null } of rows) {
    await db.rows("INSERT INTO owned_word_rows (owner_id, artifact_id) VALUES (?, ?)", [owner_id, artifact_id]);
    await db.rows(
      "INSERT INTO owned_words (rowid, words) VALUES ((SELECT row_id FROM owned_word_rows WHERE artifact_id = ?), ?)",
      [artifact_id, words],
    );
  }
}

async function putWithGrams(db: MovingDatabase, rows: readonly Row[]): Promise<void> {
  const values = rows.flatMap(({ artifact_id = null, owner_id = null, words = null }) => [
    artifact_id,
    owner_id,
    ` ${String(words)} `,
    gramsOf(String(words)).join(" "),
  ]);
  const tuples = rows.map(() => "(?, ?, ?, string_to_array(?, ' '))").join(", ");
  await db.rows(`INSERT INTO owned_words (artifact_id, owner_id, words, grams) VALUES ${tuples}`, values);
}

/** The terms of a text as SQLite's index has them. */
function termsOf(): (row: Row) => Row {
  const db = new Database(":memory:");
  // Cuts as the store's own does.
  db.exec(
    "CREATE VIRTUAL TABLE owned_words USING fts5(words, content = '', contentless_delete = 1, tokenize = \"unicode61 remove_diacritics 0\")",
  );
  db.exec("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(owned_words, 'instance')");
  const put = db.prepare<[string]>("INSERT INTO owned_words (rowid, words) VALUES (1, ?)");
  const read = db.prepare<[], string>("SELECT term FROM vocabulary ORDER BY offset").pluck();
  const drop = db.prepare("DELETE FROM owned_words WHERE rowid = 1");
  return (row) => {
    put.run(String(row["words"] ?? ""));
    const words = read.all().join(" ");
    drop.run();
    return { ...row, words };
  };
}
