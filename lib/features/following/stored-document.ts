import { type ListedDocument, readListedDocument } from "../../text/format/free-lists.ts";

export function readStoredDocument(json: string): ListedDocument | undefined {
  const raw: unknown = JSON.parse(json);
  return typeof raw === "object" && raw !== null ? readListedDocument({ ...raw })[0] : undefined;
}
