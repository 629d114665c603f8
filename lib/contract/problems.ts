import { z } from "zod";

/** The table of the service's problem codes; the service, the documentation and the app's messages derive from it. */
export const problemTable = {
  authentication_required: { status: 401, title: "Authentication required" },
  invalid_api_key: { status: 401, title: "Invalid API key" },
  access_not_enabled: { status: 403, title: "Access not enabled" },
  missing_required_filter: { status: 400, title: "Missing required filter" },
  invalid_date_range: { status: 400, title: "Invalid date range" },
  invalid_cursor: { status: 400, title: "Invalid cursor" },
  invalid_document_family: { status: 400, title: "Invalid document family" },
  invalid_query_parameter: { status: 400, title: "Invalid query parameter" },
  malformed_request: { status: 400, title: "Malformed request" },
  invalid_quote: { status: 400, title: "Invalid quote" },
  invalid_section: { status: 400, title: "Invalid section" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Request timeout" },
  content_not_available: { status: 409, title: "Content not available" },
  image_not_available: { status: 409, title: "Image not available" },
  idempotency_key_reused: { status: 409, title: "Idempotency key reused" },
  idempotency_in_progress: { status: 409, title: "Idempotent request in progress" },
  quote_limit_reached: { status: 409, title: "Too many quotes that were not found" },
  standing_limit_reached: { status: 409, title: "Too many standing phrases" },
  payload_too_large: { status: 413, title: "Payload too large" },
  headers_too_large: { status: 431, title: "Request header fields too large" },
  rate_limit_exceeded: { status: 429, title: "Rate limit exceeded" },
  quota_exceeded: { status: 429, title: "Quota exceeded" },
  internal_error: { status: 500, title: "Internal error" },
  service_starting: { status: 503, title: "Service starting" },
  service_busy: { status: 503, title: "Service busy" },
  search_backend_timeout: { status: 504, title: "Search backend timeout" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problemTable;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemTable, code);
}

/** RFC 7807, flat. `code` stays a string for readers: unknown codes are generic errors, never failures. */
export const ProblemDetails = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  instance: z.string().optional(),
  section_id_now: z
    .string()
    .optional()
    .describe("Of `invalid_section`: the section that has the text now, where the document was read anew."),
  document_id: z.string().optional().describe("Of `content_not_available`: which document."),
  content_status: z.string().optional().describe("Of `content_not_available`: the document's status."),
  retry_after_seconds: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Of `content_not_available`, `quote_limit_reached` and `standing_limit_reached`: when to ask again; absent where that changes nothing.",
    ),
  credits_required: z
    .int()
    .min(1)
    .optional()
    .describe("Of `quota_exceeded`: what the request costs; absent where the daily requests are used up."),
  credits_remaining: z
    .int()
    .min(0)
    .optional()
    .describe("Of `quota_exceeded`: what is left; absent where the daily requests are used up."),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;

export const ValidationFailure = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});
export type ValidationFailure = z.infer<typeof ValidationFailure>;

export const HTTPValidationError = z.object({ detail: z.array(ValidationFailure) });
export type HTTPValidationError = z.infer<typeof HTTPValidationError>;

/** `{base}/errors/<code-with-hyphens>`, the `type` of a problem. */
export function problemType(publicUrl: string, code: string): string {
  return `${publicUrl}/errors/${code.replaceAll("_", "-")}`;
}
