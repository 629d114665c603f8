import type { AppProblem } from "../purchases/wire.ts";

/** An answer of the app's own routes that is not a success; `problem` is what they said, in their words. */
export class OwnApiError extends Error {
  readonly problem: AppProblem;

  constructor(problem: AppProblem) {
    super(`${problem.status} ${problem.code}`);
    this.name = "OwnApiError";
    this.problem = problem;
  }
}

interface Ask {
  readonly method?: "GET" | "POST" | "PUT";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Asks one of the app's own routes. Its answers are typed by the routes themselves and trusted here. */
export async function askOwnApi<T>(url: string, ask: Ask = {}): Promise<T> {
  const response = await fetch(url, {
    method: ask.method ?? "GET",
    headers: ask.body === undefined ? {} : { "Content-Type": "application/json" },
    body: ask.body === undefined ? null : JSON.stringify(ask.body),
    signal: ask.signal ?? null,
    credentials: "same-origin",
  });
  if (!response.ok) throw new OwnApiError(await problemOf(response));
  return (await response.json()) as T;
}

async function problemOf(response: Response): Promise<AppProblem> {
  const raw: unknown = await response.json().catch(() => null);
  const said = typeof raw === "object" && raw !== null ? (raw as Partial<AppProblem>) : {};
  return {
    status: response.status,
    code: said.code ?? "unknown",
    detail: said.detail ?? "",
    instance: said.instance ?? response.headers.get("x-request-id"),
    retry_after_seconds: said.retry_after_seconds ?? null,
  };
}
