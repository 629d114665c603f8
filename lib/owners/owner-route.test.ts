import { describe, expect, it, vi } from "vitest";
import { PoolBusyError, PoolClosedError, TaskLateError, WorkerEndedError } from "../kit/workers/errors.ts";
import { logger } from "../log.ts";
import { withTestApp } from "../testing/test-app.ts";
import { ProblemError } from "../upstream/problem-error.ts";
import { noContent, problemResponse, RouteProblem } from "./answers.ts";
import { openRoute } from "./owner-route.ts";

withTestApp();

const address = "http://127.0.0.1:3000/x";
const own = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" };

function ask(method: string, headers: Record<string, string>, answer = vi.fn(() => noContent())) {
  // Request forbids setting Host, as browsers do; Next's own requests carry it.
  const request = new Request(address, { method });
  Object.defineProperty(request, "headers", { value: new Headers(headers) });
  return { answer, response: openRoute(answer)(request) };
}

const events: object[] = [];
vi.mock("../log.ts", async (original) => ({
  ...(await original<typeof import("../log.ts")>()),
  logEvent: (name: string, fields: object) => void events.push({ name, ...fields }),
}));

describe("a request to our own routes", () => {
  it("is logged when it comes from another site or under another host name, without what it asked for", async () => {
    events.length = 0;
    await ask("POST", { ...own, origin: "https://evil.example", cookie: "hiraku-session=x" }).response;
    await ask("GET", { host: "evil.example" }).response;
    expect(events).toEqual([
      { name: "request_refused", peer: "unknown", reason: "wrong_origin" },
      { name: "request_refused", peer: "unknown", reason: "wrong_host" },
    ]);
  });

  it("is answered when it comes from our own pages", async () => {
    expect((await ask("POST", own).response).status).toBe(204);
    expect((await ask("GET", { host: own.host }).response).status).toBe(204);
  });

  it.each([
    ["GET", { host: "evil.example" }, 421],
    ["POST", { ...own, host: "evil.example" }, 421],
    ["POST", { ...own, origin: "https://evil.example" }, 403],
    ["PUT", { ...own, "sec-fetch-site": "cross-site" }, 403],
    ["DELETE", { host: own.host }, 403],
    ["POST", { ...own, "content-length": "999999999" }, 413],
    ["POST", { ...own, "transfer-encoding": "chunked" }, 411],
  ])("is refused to %s with %j: %i, before anything is done", async (method, headers, status) => {
    const { answer, response } = ask(method, headers);
    expect((await response).status).toBe(status);
    expect(answer).not.toHaveBeenCalled();
  });
});

describe("an answer to HEAD", () => {
  it("lets go of its body, which nobody reads", async () => {
    const cancel = vi.fn();
    const body = new ReadableStream({ cancel });
    const { response } = ask(
      "HEAD",
      { host: own.host },
      vi.fn(() => new Response(body)),
    );
    expect((await response).status).toBe(200);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("a client that goes away", () => {
  it("leaves what it waited for, and that is no failure", async () => {
    const failed = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    const client = new AbortController();
    const request = new Request(address, { headers: own, signal: client.signal });
    Object.defineProperty(request, "headers", { value: new Headers(own) });
    const answer = openRoute(async ({ signal }) => {
      client.abort();
      signal.throwIfAborted();
      return noContent();
    });
    expect((await answer(request)).status).toBe(499);
    expect(failed).not.toHaveBeenCalled();
  });

  it.each([true, false])(
    "in the midst of its body is no failure of ours, and a reset of another is (gone: %s)",
    async (gone) => {
      const failed = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
      failed.mockClear();
      const client = new AbortController();
      const request = new Request(address, { headers: own, signal: client.signal });
      Object.defineProperty(request, "headers", { value: new Headers(own) });
      const answer = openRoute(async () => {
        if (gone) client.abort();
        throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
      });
      expect((await answer(request)).status).toBe(gone ? 499 : 500);
      expect(failed).toHaveBeenCalledTimes(gone ? 0 : 1);
    },
  );
});

describe("a failure", () => {
  it("is answered with its code, uncached, with the request id and the time to wait", async () => {
    const response = problemResponse(
      new ProblemError({
        status: 429,
        code: "rate_limit_exceeded",
        detail: "d",
        instance: "req-1",
        retry_after_seconds: 7,
        content_status: "pending_release",
      }),
    );
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-type": "application/problem+json",
      "retry-after": "7",
      "x-request-id": "req-1",
    });
    expect(await response.json()).toMatchObject({ code: "rate_limit_exceeded", content_status: "pending_release" });
  });

  it.each([
    ["a full queue", new PoolBusyError(7_400), "8"],
    ["a deadline", new TaskLateError(1), "5"],
    ["a thread that ended", new WorkerEndedError("exit 1"), "5"],
    ["threads that end with the server", new PoolClosedError(), "5"],
  ])("by %s is 503 with a time to ask again and an id", (_name, error, retryAfter) => {
    const { status, headers } = problemResponse(error);
    expect([status, headers.get("retry-after")]).toEqual([503, retryAfter]);
    expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  it("inside the app is answered as an internal error without details", async () => {
    vi.spyOn(logger(), "error").mockImplementation(() => undefined);
    const response = problemResponse(new Error("SQLITE_CORRUPT at /secret/path with hk_key"));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/SQLITE|secret|hk_/);
  });

  it("of one of the app's own codes keeps its status", () => {
    expect(problemResponse(new RouteProblem({ status: 409, code: "desk_full", detail: "" })).status).toBe(409);
  });
});
