import { createReadStream } from "node:fs";
import type { BlobPlace } from "../../lib/kit/objects/place.ts";
import { openLibrary } from "../library.ts";
import { openServiceStore, type StorePlace } from "../storage/open-service-store.ts";
import type { PublicationSink } from "./run/publication-sink.ts";

interface OpenSink extends PublicationSink {
  /** True where this process watches the sources for all that have the store open. */
  ingests(): Promise<boolean>;
}

/** Publishes into a store, also while a service serves from it. */
export async function openPublicationSink(where: StorePlace, place?: BlobPlace): Promise<OpenSink> {
  const store = await openServiceStore(where);
  // No files are generated here, and those that a running service has generated must not be evicted.
  const library = openLibrary(store, {
    dataFolder: where.data,
    place,
    madeBytesMax: Number.MAX_SAFE_INTEGER,
    makers: {},
  });
  const { blobs, catalog, publisher } = library;
  return {
    records: store.ingestRecords(),
    storeBlob: (bytes) => blobs.put(bytes instanceof Uint8Array ? [bytes] : createReadStream(bytes.file), "kept"),
    publish: (publication) => publisher.publishDocument(publication),
    async withdraw(documentId) {
      if ((await catalog.findDocument(documentId)) === undefined) return "unknown";
      return publisher.withdrawDocument(documentId);
    },
    typeOf: async (documentId) => (await catalog.findDocument(documentId))?.summary.document_type ?? undefined,
    publishNews: (news) => publisher.publishNews(news),
    publishIssuers: (issuers) => publisher.publishIssuers(issuers),
    learnIssuer: async (issuer) => void (await publisher.publishIssuers([issuer], "unknown")),
    ingests: () => store.ingests(),
    async close() {
      await library.close();
      await store.close();
    },
  };
}
