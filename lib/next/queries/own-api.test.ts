import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../routes.ts";
import { fetchOwnApi, OwnApiError } from "./own-api.ts";
import { forgetPause, noteProblem, pauseSeconds, serviceState } from "./service-state.ts";

const sent = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  sent.mockReset();
  vi.stubGlobal("fetch", sent);
});
afterEach(() => {
  forgetPause();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const free = api.free("/v1/documents/S1");
const refuse = (status: number, body: unknown) => sent.mockResolvedValueOnce(Response.json(body, { status }));
const failure = (asking: Promise<unknown>) => asking.catch((error: unknown) => error as OwnApiError);

describe("the browser's requests to the app", () => {
  it("gives the answer of our own route", async () => {
    sent.mockResolvedValueOnce(Response.json({ a: 1 }));
    expect(await fetchOwnApi(free)).toEqual({ a: 1 });
    sent.mockResolvedValueOnce(new Response(null, { status: 204 }));
    expect(await fetchOwnApi(api.watches(), { method: "DELETE" })).toBeUndefined();
  });

  it("removes text-direction controls from titles, escaped or not, and leaves a document's text unchanged", async () => {
    const answers = ['{"title":"\u202eevil","content":"\u202e"}', '{"title":"\\u202Eevil","content":"\\u202e"}'];
    for (const text of answers) {
      sent.mockResolvedValueOnce(new Response(text));
      expect(await fetchOwnApi(free)).toEqual({ title: "\u2060evil", content: "\u202e" });
    }
  });

  it("throws the route's problem, with all its fields about the document", async () => {
    refuse(409, { code: "content_not_available", content_status: "pending_release", instance: "r1" });
    const error = await failure(fetchOwnApi(free));
    expect(error).toBeInstanceOf(OwnApiError);
    expect((error as OwnApiError).problem).toMatchObject({
      status: 409,
      code: "content_not_available",
      content_status: "pending_release",
      instance: "r1",
    });
  });

  it("reports a server that can't be reached, but not a page that was left", async () => {
    sent.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await failure(fetchOwnApi(free))).toMatchObject({ problem: { code: "app_unreachable" } });
    expect(serviceState().unreachable).toBe(true);
    const left = new AbortController();
    left.abort();
    sent.mockRejectedValueOnce(left.signal.reason);
    expect(await failure(fetchOwnApi(free, { signal: left.signal }))).toBe(left.signal.reason);
  });

  it("sends no free request during a pause, and continues after it", async () => {
    refuse(429, { code: "rate_limit_exceeded", retry_after_seconds: 20 });
    await failure(fetchOwnApi(free));
    expect(pauseSeconds()).toBe(20);
    const paused = await failure(fetchOwnApi(free));
    expect(paused).toMatchObject({ problem: { code: "rate_limit_exceeded", retry_after_seconds: 20 } });
    expect(sent).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(20_000);
    sent.mockResolvedValueOnce(Response.json({}));
    await fetchOwnApi(free);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it("still asks the app's own store during a pause", async () => {
    noteProblem({ status: 429, code: "rate_limit_exceeded", detail: "", instance: null, retry_after_seconds: 20 });
    sent.mockResolvedValueOnce(Response.json({ watches: [] }));
    expect(await fetchOwnApi(api.watches())).toEqual({ watches: [] });
  });

  it("does not pause free requests when the credits are used up", () => {
    noteProblem({ status: 429, code: "quota_exceeded", detail: "", instance: null, retry_after_seconds: 3600 });
    expect(pauseSeconds()).toBeUndefined();
    expect(serviceState().quotaUntilMs).toBe(Date.now() + 3_600_000);
  });
});
