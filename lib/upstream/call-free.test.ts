import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NewsId } from "../contract/ids.ts";
import { type FakeUpstream, json, problem, startFakeUpstream } from "../testing/fake-upstream.ts";
import { testService } from "../testing/test-service.ts";
import { callFreeEndpoint } from "./call-free.ts";
import { ProblemError, problemOfAnswer } from "./problem-error.ts";
import { type RetryClock, withRetries } from "./retries.ts";

let fake: FakeUpstream;
let keys = 0;
const upstream = () => ({ ...fake.as("hk_x"), keyId: `call-${++keys}` });
beforeAll(async () => {
  fake = await startFakeUpstream(() => undefined);
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.asked.length = 0;
});

describe("a free call", () => {
  it("reads another service: other list names, unknown fields, missing ones as null", async () => {
    fake.answer = (_, response) =>
      json(response, 200, { items: [{ document_id: "d1", content_status: "brewing", hue: 7 }] });
    const { documents } = await callFreeEndpoint(upstream(), "listDocuments", { timeline_since: "2026-11-01" });
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ document_id: "d1", content_status: "brewing", title: null });
  });

  it("reports an unreadable answer with its request id", async () => {
    for (const body of ["{", "[]oops", '{"toc": 7}', '"x"']) {
      fake.answer = (_, response) =>
        response.writeHead(200, { "content-type": "application/json", "x-request-id": "req-9" }).end(body);
      await expect(
        callFreeEndpoint(upstream(), "listDocuments", { timeline_since: "2026-11-01" }),
      ).rejects.toMatchObject({
        problem: { status: 502, code: "unreadable_answer", instance: "req-9" },
      });
    }
  });

  it("remembers the limits in every answer, problems included", async () => {
    const owner = upstream();
    fake.answer = (_, response) => problem(response, 404, "not_found", { "x-quota-compute-remaining": "41" });
    await expect(callFreeEndpoint(owner, "getNews", { news_id: NewsId.parse("n") })).rejects.toThrow(ProblemError);
    expect(owner.service.keys.lastLimits(owner.keyId)?.compute?.remaining).toBe(41);
  });

  it("retries after a 503 without a problem document, and not after the service's own problem", async () => {
    let answers = 0;
    fake.answer = (_, response) =>
      ++answers === 1
        ? response.writeHead(503, { "content-type": "text/plain" }).end("restarting")
        : json(response, 200, { issuers: [] });
    expect(await callFreeEndpoint(upstream(), "searchIssuers", { q: "x" })).toEqual({ issuers: [] });
    expect(fake.asked).toHaveLength(2);
    fake.asked.length = 0;
    fake.answer = (_, response) => problem(response, 500, "internal_error");
    await expect(callFreeEndpoint(upstream(), "searchIssuers", { q: "x" })).rejects.toMatchObject({
      problem: { code: "internal_error" },
    });
    expect(fake.asked).toHaveLength(1);
  });
});

describe("retries", () => {
  const buckets = testService().retries;
  const refused = () => new ProblemError({ status: 502, code: "upstream_unreachable", detail: "" });

  function clockAt(random: number): RetryClock & { slept: number[] } {
    let nowMs = 0;
    const slept: number[] = [];
    return {
      slept,
      monotonicMs: () => nowMs,
      random: () => random,
      sleep: async (ms) => {
        slept.push(ms);
        nowMs += ms;
      },
    };
  }

  async function tries(service: string, clock: RetryClock, deadlineMs = 10_000): Promise<number> {
    let count = 0;
    await withRetries({ service, buckets, deadlineMs, clock }, async () => {
      count++;
      throw refused();
    }).catch(() => undefined);
    return count;
  }

  it("are at most three attempts, each wait random below twice the limit of the one before", async () => {
    const clock = clockAt(0.5);
    expect(await tries("three", clock)).toBe(3);
    expect(clock.slept).toEqual([100, 200]);
  });

  it("end at the deadline", async () => {
    expect(await tries("deadline", clockAt(1), 150)).toBe(1);
  });

  it("stop when the service keeps failing, so that it does not get three times the load", async () => {
    const clock = clockAt(0);
    let sent = 0;
    for (let call = 0; call < 100; call++) sent += await tries("dry", clock);
    expect(sent).toBe(110);
  });

  it("are not made after the service's own answer", async () => {
    let count = 0;
    const said = new ProblemError({ status: 429, code: "rate_limit_exceeded", detail: "" });
    await withRetries({ service: "said", buckets, deadlineMs: 1000, clock: clockAt(0) }, async () => {
      count++;
      throw said;
    }).catch(() => undefined);
    expect(count).toBe(1);
  });
});

describe("the problem in an answer", () => {
  it.each([
    [422, '{"detail":[{"loc":["query","q"],"msg":"Field required","type":"missing"}]}', "validation_failed"],
    [422, "{}", "unexpected_status"],
    [500, "<html>", "unexpected_status"],
    [429, "<html>", "too_many_requests"],
    [400, '{"code":"new_one","detail":7}', "new_one"],
    [400, '{"code":""}', "unexpected_status"],
    [404, "null", "unexpected_status"],
  ])("%i %s is %s", (status, body, code) => {
    expect(problemOfAnswer({ status, requestId: "r", retryAfterSeconds: null, body })).toMatchObject({ status, code });
  });
});
