/** The reasons are those of archives. */
export { Refusal, type RefusalReason } from "../../lib/kit/archives/refusal.ts";
