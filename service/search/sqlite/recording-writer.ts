import type { Database } from "../../storage/sqlite/database.ts";
import type { SearchWriter } from "../port.ts";
import type { SearchedKind } from "../source.ts";
import { createGlossaryWriter } from "./glossary.ts";
import { createEmbeddedWriter } from "./writer.ts";

/**
 * The writer of publications: it leaves a change for an engine outside the store, and writes the store's own index
 * unless that was left to such an engine. The glossary is kept in either case, since titles are translated by it.
 */
export function createSearchWriter(db: Database): SearchWriter {
  const glossary = createGlossaryWriter(db);
  const embedded = createEmbeddedWriter(db, glossary);
  const isLeft = db.prepare<[], number>("SELECT embedded = 'left' FROM search_place").pluck();
  const record = db.prepare(
    "INSERT OR REPLACE INTO search_changes (kind, id, at_ms) VALUES (?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER))",
  );
  const step = async (kind: SearchedKind, id: string, own: () => Promise<void>, always: () => void = () => {}) => {
    record.run(kind, id);
    if (isLeft.get() === 1) always();
    else await own();
  };
  return {
    ...embedded,
    putDocument: (document) =>
      step(
        "document",
        document.documentId,
        () => embedded.putDocument(document),
        () => glossary.put(document),
      ),
    removeDocument: (documentId) =>
      step(
        "document",
        documentId,
        () => embedded.removeDocument(documentId),
        () => glossary.drop(documentId),
      ),
    setSuperseded: (documentId, superseded) =>
      step("document", documentId, () => embedded.setSuperseded(documentId, superseded)),
    putNews: (news) => step("news", news.newsId, () => embedded.putNews(news)),
    removeNews: (newsId) => step("news", newsId, () => embedded.removeNews(newsId)),
  };
}
