import { hasBidiControls, valueWithoutBidiControls } from "../../contract/bidi.ts";
import { api } from "../../routes.ts";
import type { AppProblem } from "../../spending/wire.ts";
import { noteAnswer, noteProblem, pauseSeconds } from "./service-state.ts";
import { checkService } from "./service-watch.ts";

export class OwnApiError extends Error {
  readonly problem: AppProblem;

  constructor(problem: AppProblem) {
    super(`${problem.status} ${problem.code}`);
    this.name = "OwnApiError";
    this.problem = problem;
  }
}

/** A request that our own server did not answer may still have been done. */
export function problemOf(error: unknown): AppProblem {
  return error instanceof OwnApiError ? error.problem : problem(0, "app_unreachable", null);
}

interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to one of the app's own routes; the browser's only fetch. The routes define the types of their
 * answers, which are trusted here. During a pause the free endpoints are not called, from any tab.
 */
export async function fetchOwnApi<T>(url: string, ask: RequestOptions = {}): Promise<T> {
  const { body } = ask;
  const response = await send(url, {
    method: ask.method ?? "GET",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: ask.signal ?? null,
  });
  return (response.status === 204 ? undefined : readJson(await response.text())) as T;
}

/** Answers of the free endpoints are relayed unchanged, so text-direction controls are removed here. */
function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasBidiControls(text) || /\\u(?:20|06)/i.test(text) ? valueWithoutBidiControls(value) : value;
}

/** Sends the bytes of a file. */
export async function sendFile(url: string, file: Blob, signal: AbortSignal | null = null): Promise<Response> {
  return send(url, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file, signal });
}

/** Posts the fields of a plain form from a script. */
export async function sendForm(url: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  const body = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  await send(url, { method: "POST", body });
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const isFree = url.startsWith(api.free("/v1/"));
  const seconds = isFree ? pauseSeconds() : undefined;
  if (seconds !== undefined) throw new OwnApiError(problem(429, "rate_limit_exceeded", seconds));
  // A slow answer may never arrive, so after this time it is checked whether the service still answers.
  const slowTimer = isServiceRequest(url) ? setTimeout(() => void checkService(), slowAfterMs) : undefined;
  let response: Response;
  try {
    response = await fetch(url, { ...init, credentials: "same-origin" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noted(problem(0, "app_unreachable", null));
  } finally {
    clearTimeout(slowTimer);
  }
  if (!response.ok) throw noted(await problemOfAnswer(response));
  if (isFree) {
    noteAnswer();
    lastAnswer = { headers: response.headers, atMs: Date.now() };
  }
  return response;
}

/** The headers of the last free answer, which tell how much of the rate limit is left. */
let lastAnswer: { readonly headers: Headers; readonly atMs: number } | undefined;

export function lastFreeAnswer() {
  return lastAnswer;
}

const slowAfterMs = 1_200;

function isServiceRequest(url: string): boolean {
  return url.startsWith(api.free("/v1/")) || url === api.quote() || url === api.credits();
}

function noted(problem: AppProblem): OwnApiError {
  noteProblem(problem);
  return new OwnApiError(problem);
}

function problem(status: number, code: string, retryAfter: number | null): AppProblem {
  return { status, code, detail: "", instance: null, retry_after_seconds: retryAfter };
}

async function problemOfAnswer(response: Response): Promise<AppProblem> {
  const raw: unknown = await response.json().catch(() => null);
  const said = typeof raw === "object" && raw !== null ? (raw as Partial<AppProblem>) : {};
  return {
    // Other fields of the problem, such as the document's status, are kept for the messages.
    ...said,
    status: response.status,
    code: said.code ?? "unknown",
    detail: said.detail ?? "",
    instance: said.instance ?? response.headers.get("x-request-id"),
    retry_after_seconds: said.retry_after_seconds ?? null,
  };
}
