import type { IngestRecord } from "../ports.ts";

export function makeRecord(key: string, changes: Partial<IngestRecord>): IngestRecord {
  return {
    ...{ key, kind: "document", state: "waiting", fingerprint: "", day: null, submittedAtMs: null, detail: null },
    ...{ reason: null, message: null, attempts: 0, dueAtMs: null, atMs: 0 },
    ...changes,
  };
}
