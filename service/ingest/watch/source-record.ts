import { edinetKey } from "../../domain/market/records.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";

/** Changes what is recorded of EDINET itself: from when on it is followed, and why it can't be asked. */
export async function putSource(records: IngestRecords, nowMs: number, changes: Partial<IngestRecord>): Promise<void> {
  const known = await records.find(edinetKey);
  await records.put([
    {
      ...{ key: edinetKey, kind: "source", state: "waiting", fingerprint: "", day: null, submittedAtMs: null },
      ...{ detail: null, reason: null, message: null, attempts: 0, dueAtMs: null, atMs: nowMs },
      ...known,
      ...changes,
    },
  ]);
}
