import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import { isSearched } from "../../domain/publishing/indexing.ts";
import { createTransaction, publishing } from "./catalog-writer.ts";
import { dropGlossary, putGlossary } from "./glossary.ts";
import { createSearchSource } from "./search-source.ts";

const documentsAtOnce = 200;

/** Reads again what every document teaches, also those published before it was recorded. Returns the number of pairs. */
export async function rebuildGlossary(connections: Connections): Promise<number> {
  const source = createSearchSource(connections);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const ids: readonly string[] = await source.idsAfter("document", after, documentsAtOnce);
    for (const id of ids) {
      await publishing(connections, async (db) => {
        const catalog = createTransaction(db);
        const known = await catalog.find(id);
        if (known === undefined || !isSearched(known)) return void (await dropGlossary(db, id));
        const sections = (await catalog.sections(id)).map(({ sectionId, title, markdown, names }) => ({
          sectionId,
          title: title ?? "",
          path: [],
          markdown,
          ...(names === undefined ? {} : { names }),
        }));
        await putGlossary(db, { documentId: id, sections });
      });
    }
    after = ids.at(-1);
  }
  return publishing(connections, async (db) => {
    await db.script("DELETE FROM search_glossary");
    await db.script(`INSERT INTO search_glossary (name, label, count)
      SELECT e->>0, e->>1, count(*) FROM search_glossary_source, jsonb_array_elements(pairs) e GROUP BY 1, 2`);
    await db.script("UPDATE catalog_versions SET version = version + 1 WHERE name = 'glossary'");
    const counted = await db.row<{ pairs: number }>("SELECT count(*) AS pairs FROM search_glossary");
    return counted?.pairs ?? 0;
  });
}
