import { type ListedDocument, readListedDocument } from "../../text/format/free-lists.ts";

/** Reads a document's record as updates store it. */
export function readStoredDocument(json: string): ListedDocument | undefined {
  const raw: unknown = JSON.parse(json);
  return typeof raw === "object" && raw !== null ? readListedDocument({ ...raw })[0] : undefined;
}
