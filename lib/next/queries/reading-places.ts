import { api } from "../../routes.ts";
import type { ReadingRow } from "../../store/reading.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Saves the reading position for "continue reading". Called only when it has not changed for a while. */
export function noteReadingPlace(place: Omit<ReadingRow, "read_at">) {
  return fetchOwnApi<void>(api.reading(), { method: "PUT", body: place });
}

export function forgetReadingPlace(documentId: string) {
  return fetchOwnApi<void>(api.reading({ document_id: documentId }), { method: "DELETE" });
}
