/** The reasons are those of archives. */
export { Refusal, type RefusalReason } from "../../lib/archives/refusal.ts";
