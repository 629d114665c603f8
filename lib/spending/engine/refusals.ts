import { z } from "zod";
import { ProblemDetails } from "../../contract/problems.ts";
import { parseJson } from "../kinds/reading.ts";
import type { AppProblem } from "../wire.ts";

/** `fromService` is true for a problem document, and false for the page of a proxy. */
export function readRefusal(
  status: number,
  bytes: Uint8Array,
  requestId: string | null,
): { problem: AppProblem; fromService: boolean } {
  const raw = parseJson(bytes);
  const parsed = ProblemDetails.pick({ code: true }).safeParse(raw);
  const detail = textField(raw, "detail");
  const instance = requestId ?? textField(raw, "instance");
  if (parsed.success) {
    const problem = { status, code: parsed.data.code, detail: detail ?? "", instance, retry_after_seconds: null };
    return { problem: { ...problem, ...readReportedCredits(raw) }, fromService: true };
  }
  const code = status === 429 ? "rate_limit_exceeded" : status === 422 ? "validation" : `http_${status}`;
  return {
    problem: { status, code, detail: detail ?? "", instance, retry_after_seconds: null },
    fromService: status === 422,
  };
}

const ReportedCredits = z.object({
  credits_required: z.int().nonnegative().optional().catch(undefined),
  credits_remaining: z.int().nonnegative().optional().catch(undefined),
});

/** The credits in a service's problem document; a field that is no whole number counts as absent. */
function readReportedCredits(raw: unknown): Pick<AppProblem, "credits_required" | "credits_remaining"> {
  const { credits_required, credits_remaining } = ReportedCredits.safeParse(raw).data ?? {};
  return {
    ...(credits_required === undefined ? {} : { credits_required }),
    ...(credits_remaining === undefined ? {} : { credits_remaining }),
  };
}

function textField(raw: unknown, name: string): string | null {
  if (typeof raw !== "object" || raw === null) return null;
  const value = (raw as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value.slice(0, 500) : null;
}
