/** What ingestion refuses, it refuses as archives do. */
export { Refusal, type RefusalReason } from "../../lib/archives/refusal.ts";
