import type { WordKey } from "@/lib/text/i18n/namespaces";

/** The messages for a problem: what happened, and what to do. Unknown codes are described by their status. */
const known = [
  "not_found",
  "content_not_available",
  "pending_release",
  "withdrawn",
  "image_not_available",
  "invalid_section",
  "invalid_cursor",
  "invalid_date_range",
  "rate_limit_exceeded",
  "quota_exceeded",
  "authentication_required",
  "invalid_api_key",
  "access_not_enabled",
  "search_backend_timeout",
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_redirected",
  "unreadable_answer",
  "app_unreachable",
  "app_error",
  "signed_out",
] as const;

type Known = (typeof known)[number];
export type ProblemName = Known | "refused" | "failed";

interface ProblemFields {
  readonly status: number;
  readonly code: string;
  readonly content_status?: string | undefined;
}

export function nameOfProblem({ status, code, content_status }: ProblemFields): ProblemName {
  if (code === "content_not_available") {
    if (content_status === "pending_release" || content_status === "withdrawn") return content_status;
    return code;
  }
  if (code === "too_many_requests") return "rate_limit_exceeded";
  if (code === "service_busy") return "upstream_timeout";
  const name = known.find((each) => each === code);
  if (name !== undefined) return name;
  if (status === 429) return "rate_limit_exceeded";
  if (status === 404) return "not_found";
  return status >= 400 && status < 500 ? "refused" : "failed";
}

export function titleKey(name: ProblemName): WordKey<"errors"> {
  return name;
}

export function adviceKey(name: ProblemName): WordKey<"errors"> {
  return `${name}More`;
}

/** True where the same request may succeed later; the others need something to change first. */
export function mayHelpToRetry(name: ProblemName): boolean {
  return (
    name === "rate_limit_exceeded" ||
    name === "search_backend_timeout" ||
    name === "upstream_unreachable" ||
    name === "upstream_timeout" ||
    name === "unreadable_answer" ||
    name === "app_unreachable" ||
    name === "app_error" ||
    name === "failed"
  );
}
