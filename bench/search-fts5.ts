import { foldText } from "../lib/text/format/fold.ts";
import { plainText } from "../service/search/core/plain-text.ts";
import { lexicalTerms } from "../service/search/core/query.ts";
import type { DocumentQuery, IndexedDocument } from "../service/search/port.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import type { Peer } from "./search-groonga.ts";

/** SQLite's own full-text index, in process: trigrams made by it, or pairs made by us. */
export function openFts5(documents: readonly IndexedDocument[], kind: "trigram" | "pairs", file: string): Peer {
  const db = openDatabase(file, { durability: "normal" });
  const started = performance.now();
  db.exec(`
    CREATE TABLE sections (id INTEGER PRIMARY KEY, code TEXT, at INTEGER);
    CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='${kind === "trigram" ? "trigram" : "unicode61"}');
  `);
  const insertSection = db.prepare("INSERT INTO sections VALUES (?, ?, ?)");
  const insertText = db.prepare("INSERT INTO texts (rowid, text) VALUES (?, ?)");
  db.transaction(() => {
    let id = 0;
    for (const document of documents) {
      for (const section of document.sections) {
        const text = foldText(plainText(section.markdown));
        insertSection.run(++id, document.securityCode, document.timelineAtMs);
        insertText.run(id, kind === "trigram" ? text : pairs(text));
      }
    }
  })();
  const buildSeconds = (performance.now() - started) / 1000;
  const indexBytes = Number(db.prepare("SELECT sum(length(block)) FROM texts_data").pluck().get());
  const statement = (filters: string) =>
    db.prepare(
      `SELECT texts.rowid FROM texts JOIN sections ON sections.id = texts.rowid
         WHERE texts MATCH ? ${filters} ORDER BY rank LIMIT ?`,
    );
  return {
    name: `fts5 ${kind}`,
    buildSeconds,
    indexBytes,
    async search(query) {
      const filters: string[] = [];
      const values: (string | number)[] = [matchOf(query, kind)];
      if (query.securityCodes !== undefined) {
        filters.push(`AND code IN (${query.securityCodes.map(() => "?").join()})`);
        values.push(...query.securityCodes);
      }
      if (query.sinceMs !== undefined) {
        filters.push("AND at >= ?");
        values.push(query.sinceMs);
      }
      if (query.untilMs !== undefined) {
        filters.push("AND at < ?");
        values.push(query.untilMs);
      }
      if (values[0] !== "") statement(filters.join(" ")).all(...values, query.topK);
    },
    close: async () => void db.close(),
  };
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, " ");

function pairs(text: string): string {
  const plain = letters(text);
  let out = "";
  for (let i = 0; i + 1 < plain.length; i++) if (!/\s/.test(plain.slice(i, i + 2))) out += `${plain.slice(i, i + 2)} `;
  return out;
}

function matchOf(query: DocumentQuery, kind: "trigram" | "pairs"): string {
  const phrase = (term: string) => `"${(kind === "trigram" ? term : pairs(term).trim()).replaceAll('"', '""')}"`;
  // Trigrams can't answer fewer than three characters.
  const usable = (term: string) => kind === "pairs" || term.length >= 3;
  if (query.matchType === "lexical") return lexicalTerms(query.query).filter(usable).map(phrase).join(" AND ");
  const text = letters(foldText(query.query)).replaceAll(" ", "");
  const size = kind === "trigram" ? 3 : 2;
  const grams = new Set(Array.from({ length: text.length - size + 1 }, (_, i) => `"${text.slice(i, i + size)}"`));
  return [...grams].join(" OR ");
}
