import { z } from "zod";

const Line = z.looseObject({
  event: z.string(),
  status: z.number().optional(),
  problem: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
});

/** Lines of either program's log that tell of a failure, the first of each kind; a refusal that says when to ask again is none. */
export function failuresIn(lines: readonly string[]): Record<string, string> {
  const failures: Record<string, string> = {};
  for (const text of lines) {
    const line = Line.parse(JSON.parse(text));
    if (!isRefusal(line)) failures[`${line.event} ${line.status ?? ""}`.trim()] ??= text;
  }
  return failures;
}

function isRefusal({ event, status, problem, retryAfterSeconds }: z.infer<typeof Line>): boolean {
  if (event === "request")
    return (status === 503 && problem === "service_busy") || (status === 504 && problem === "search_backend_timeout");
  return event === "an answer failed" && (status === 503 || status === 504) && retryAfterSeconds !== undefined;
}
