import { api } from "../routes.ts";
import type { ReadingRow } from "../store/reading.ts";
import { askOwnApi } from "./own-api.ts";

/** Saves the reading position for "continue reading". Called only when it has not changed for a while. */
export function noteReadingPlace(place: Omit<ReadingRow, "read_at">) {
  return askOwnApi<void>(api.reading(), { method: "PUT", body: place });
}

export function forgetReadingPlace(documentId: string) {
  return askOwnApi<void>(api.reading({ document_id: documentId }), { method: "DELETE" });
}
