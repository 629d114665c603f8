import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createPublisher } from "../domain/publishing/publisher.ts";
import { createFileBlobs } from "../storage/blobs/file-blobs.ts";
import { openStore } from "../storage/open-store.ts";
import { createBlobReferences } from "../storage/sqlite/blob-references.ts";
import { createCatalog } from "../storage/sqlite/catalog.ts";
import { createCatalogWriter } from "../storage/sqlite/catalog-writer.ts";
import { createSearchWriter } from "../storage/sqlite/search-writer.ts";
import type { PublishingDoor } from "./run/door.ts";

/** The door of a data folder, also while a service serves from it. */
export async function openDoor(dataFolder: string): Promise<PublishingDoor> {
  const store = openStore(dataFolder);
  const catalog = createCatalog(store.db);
  const publisher = createPublisher({ catalog: createCatalogWriter(store.db), search: createSearchWriter(store.db) });
  const blobs = createFileBlobs({
    folder: join(dataFolder, "blobs"),
    madeBytesMax: Number.MAX_SAFE_INTEGER,
    pins: store.pins,
    references: createBlobReferences(store.db),
  });
  return {
    storeBlob: (bytes) => blobs.put(bytes instanceof Uint8Array ? [bytes] : createReadStream(bytes.file), "kept"),
    publish: (publication) => publisher.publishDocument(publication),
    async withdraw(documentId) {
      if ((await catalog.findDocument(documentId)) === undefined) return "unknown";
      return publisher.withdrawDocument(documentId);
    },
    typeOf: async (documentId) => (await catalog.findDocument(documentId))?.summary.document_type ?? undefined,
    publishNews: (news) => publisher.publishNews(news),
    publishIssuers: (issuers) => publisher.publishIssuers(issuers),
    close: async () => store.close(),
  };
}
