import type { AppProblem } from "@/lib/spending/wire";
import type { CostWords } from "./action-words.ts";

/** An unknown code is described by its status class, never as an internal error of this app. */
export function problemWords(problem: AppProblem, words: CostWords): string {
  const wait = problem.retry_after_seconds;
  switch (problem.code) {
    case "rate_limit_exceeded":
      return wait === null ? words("problemRate") : words("problemRateWait", { n: wait });
    case "quota_exceeded":
      return quotaWords(problem, words);
    case "search_backend_timeout":
      return words("problemTimeout");
    case "not_deliverable":
      return words("notDeliverable");
    case "content_not_available":
    case "image_not_available":
      return words("problemNotAvailable");
    case "not_found":
    case "invalid_section":
      return words("problemNotFound");
    case "authentication_required":
    case "invalid_api_key":
    case "access_not_enabled":
      return words("problemKey");
    case "upstream_unreachable":
      return words("problemUnreachable");
    case "app_unreachable":
      return words("problemApp");
    case "quote_expired":
      return words("problemExpired");
    case "disk_full":
      return words("problemDisk");
    case "stopped":
      return words("problemStopped");
    case "basket_full":
      return words("basketFull");
    case "interrupted":
      return words("problemInterrupted");
    case "key_busy":
      return words("problemKeyBusy");
    case "insufficient":
      return words("problemQuota");
    case "over_daily_cap":
    case "over_monthly_cap":
      return words("problemCap");
    default:
      return problem.status >= 500 || problem.status === 0 ? words("problemService") : words("problemRefused");
  }
}

/** Uses the numbers in the service's answer where it has any, since the balance on the screen may be outdated. */
function quotaWords(problem: AppProblem, words: CostWords): string {
  const { credits_required: required, credits_remaining: remaining } = problem;
  if (required === undefined || remaining === undefined) return words("problemQuota");
  return words("problemQuotaCredits", { required, remaining });
}
