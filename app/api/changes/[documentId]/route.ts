import { app } from "@/lib/app.server";
import { readerLanguage } from "@/lib/next/locale.server";

/** For a row of a list: what changed in a document, in words; null where that is not known. */
export const GET = app.ownerRoute<{ documentId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.changesInALine(owner, await readerLanguage(), params.documentId)),
);
