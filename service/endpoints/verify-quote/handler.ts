import { jstDate, jstDateTime, jstDayEndMs } from "../../../lib/contract/dates.ts";
import { partsMax, wholePartMin } from "../../../lib/text/quotes/quote-parts.ts";
import { failureBounds } from "../../domain/quotes/verify-quote.ts";
import { Problem, retryAfter } from "../../http/problem.ts";
import type { QuoteBounds } from "../../storage/ports.ts";
import { getDocumentOr404, requireText } from "../deliverable.ts";
import { type FreeHandler, given } from "../handler.ts";

export const verifyQuote: FreeHandler<"verifyQuote"> = {
  kind: "free",
  async respond(input, { catalog, quoteVerifier, nowMs }, keyId, client) {
    const document = await getDocumentOr404(catalog, given(input.document_id));
    requireText(document, nowMs());
    const { document_id } = document.summary;
    const told = await quoteVerifier.verify(keyId, document_id, given(input.quote), client.gone);
    if (told.kind === "refused") throw new Problem("invalid_quote", faults[told.fault]);
    if (told.kind === "reached") throw limitReached(told.bound, nowMs());
    const { presence, rule, failuresLeft } = told;
    return {
      document_id,
      left_out: presence.leftOut,
      verdict: presence.found ? "found" : "not_found",
      ellipsis: presence.ellipsis,
      rule,
      failures_left: failuresLeft,
    };
  },
};

const faults = {
  too_short: `Over text that was not bought with this key a quote has at least ${wholePartMin} characters, on each side of an ellipsis too, spaces not counted.`,
  too_many_parts: `A quote may have ${partsMax} parts at the most.`,
};

function limitReached(bound: keyof QuoteBounds, nowMs: number): Problem {
  const opensMs = jstDayEndMs(jstDate(nowMs));
  const what =
    bound === "perDocument"
      ? `${failureBounds.perDocument} quotes of this document were`
      : `${failureBounds.perKey} quotes asked for with this key were`;
  const detail = `Today ${what} not found. Text that was not bought with this key is looked into again from ${jstDateTime(opensMs)}.`;
  const headers = retryAfter(opensMs, nowMs);
  return new Problem("quote_limit_reached", detail, {
    fields: { retry_after_seconds: Number(headers["Retry-After"]) },
    headers,
  });
}
