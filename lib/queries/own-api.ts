import { hasBidiControls, valueWithoutBidiControls } from "../format/bidi.ts";
import type { AppProblem } from "../purchases/wire.ts";
import { api } from "../routes.ts";
import { noteAnswer, noteProblem, pauseSeconds } from "./service-state.ts";
import { checkService } from "./service-watch.ts";

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
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks one of the app's own routes; the only fetch of the browser. Its answers are typed by the routes and
 * trusted here. Inside a pause the free endpoints are not even tried, from any tab.
 */
export async function askOwnApi<T>(url: string, ask: Ask = {}): Promise<T> {
  const { body } = ask;
  const response = await send(url, {
    method: ask.method ?? "GET",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: ask.signal ?? null,
  });
  return (response.status === 204 ? undefined : readJson(await response.text())) as T;
}

/** The free endpoints are relayed as the service sent them: what could reorder the page is taken out here. */
function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasBidiControls(text) || /\\u(?:20|06)/i.test(text) ? valueWithoutBidiControls(value) : value;
}

/** Posts what a plain form would, from a script. */
export async function sendForm(url: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  const body = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  await send(url, { method: "POST", body });
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const isFree = url.startsWith(api.free("/v1/"));
  const seconds = isFree ? pauseSeconds() : undefined;
  if (seconds !== undefined) throw new OwnApiError(problem(429, "rate_limit_exceeded", seconds));
  // What takes long may never come: whether the service still answers is known sooner.
  const doubt = asksService(url) ? setTimeout(() => void checkService(), doubtAfterMs) : undefined;
  let response: Response;
  try {
    response = await fetch(url, { ...init, credentials: "same-origin" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noted(problem(0, "app_unreachable", null));
  } finally {
    clearTimeout(doubt);
  }
  if (!response.ok) throw noted(await problemOf(response));
  if (isFree) noteAnswer();
  return response;
}

const doubtAfterMs = 1_200;

/** The addresses behind which our server waits for the service. */
function asksService(url: string): boolean {
  return url.startsWith(api.free("/v1/")) || url === api.quote() || url === api.credits();
}

function noted(said: AppProblem): OwnApiError {
  noteProblem(said);
  return new OwnApiError(said);
}

function problem(status: number, code: string, retryAfter: number | null): AppProblem {
  return { status, code, detail: "", instance: null, retry_after_seconds: retryAfter };
}

async function problemOf(response: Response): Promise<AppProblem> {
  const raw: unknown = await response.json().catch(() => null);
  const said = typeof raw === "object" && raw !== null ? (raw as Partial<AppProblem>) : {};
  return {
    // What else the service said of the document, such as its status, is kept for the words.
    ...said,
    status: response.status,
    code: said.code ?? "unknown",
    detail: said.detail ?? "",
    instance: said.instance ?? response.headers.get("x-request-id"),
    retry_after_seconds: said.retry_after_seconds ?? null,
  };
}
