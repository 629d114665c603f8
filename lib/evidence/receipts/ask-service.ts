import { jstDateTime } from "../../contract/dates.ts";
import type { DocumentId } from "../../contract/ids.ts";
import type { LeftOut } from "../../text/quotes/left-out.ts";
import { callExtension } from "../../upstream/call-extension.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";

/** Costs nothing. */
export type ServiceAnswer =
  | {
      readonly kind: "told";
      /** To be said first; null where the service does not tell it. */
      readonly left_out: readonly LeftOut[] | null;
      readonly found: boolean;
      readonly ellipsis: boolean;
      /** Looked for by whole sentences only, and counted where not found: that many may still fail today. */
      readonly failures_left: number | null;
    }
  /** Only our own service verifies quotes. */
  | { readonly kind: "not_offered" }
  | { readonly kind: "no_document" }
  /** `again_from` is a minute in Japan, YYYY-MM-DD HH:MM. */
  | { readonly kind: "refused"; readonly code: Refusal; readonly again_from: string | null };

const refusals = ["invalid_quote", "quote_limit_reached", "content_not_available"] as const;
type Refusal = (typeof refusals)[number];

export async function askService(
  upstream: Upstream,
  { document_id, quote }: { readonly document_id: DocumentId; readonly quote: string },
  { nowMs = Date.now(), signal }: { readonly nowMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<ServiceAnswer> {
  try {
    const told = await callExtension(upstream, "verifyQuote", { document_id, quote }, signal);
    if (told === undefined) return await whatIsMissing(upstream, document_id);
    const { verdict, ellipsis, failures_left } = told;
    // A service from before it told what is left out leaves it open.
    const left_out = told.left_out ?? (ellipsis ? null : []);
    return { kind: "told", left_out, found: verdict === "found", ellipsis, failures_left };
  } catch (error) {
    const code = refusals.find((each) => isProblem(error, each));
    if (code === undefined || !isProblem(error)) throw error;
    const { retry_after_seconds: seconds } = error.problem;
    return { kind: "refused", code, again_from: seconds === null ? null : minuteAt(nowMs + seconds * 1000) };
  }
}

/** The nearest minute: the wait is counted in seconds, from a moment ago. */
function minuteAt(ms: number): string {
  return jstDateTime(ms + 30_000)
    .slice(0, 16)
    .replace("T", " ");
}

/** The same 404 is given for an address that a service doesn't have and for a document that it doesn't have. */
async function whatIsMissing(upstream: Upstream, document_id: DocumentId): Promise<ServiceAnswer> {
  try {
    await callFreeEndpoint(upstream, "getDocument", { document_id });
    return { kind: "not_offered" };
  } catch (error) {
    if (isProblem(error) && error.problem.status === 404) return { kind: "no_document" };
    throw error;
  }
}
