import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paidUpstream } from "../spending/adapters/paid-service.ts";
import { type FakeUpstream, json, problem, startFakeUpstream } from "../testing/fake-upstream.ts";
import { testService } from "../testing/test-service.ts";
import { callFreeEndpoint } from "./call-free.ts";

let fake: FakeUpstream;
const refused: string[] = [];
const service = testService({ keyRefused: async (keyId) => void refused.push(keyId) });
beforeAll(async () => {
  fake = await startFakeUpstream((_, response) => json(response, 200, {}));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});
beforeEach(() => {
  refused.length = 0;
});

async function askFree(): Promise<string> {
  const upstream = { ...fake.as("hk_free"), service };
  await callFreeEndpoint(upstream, "searchIssuers", { q: "x" }).catch(() => undefined);
  return upstream.keyId;
}

async function askPaid(): Promise<string> {
  const { baseUrl, key, keyId } = fake.as("hk_paid");
  const call = {
    method: "GET",
    target: "/v1/documents/S1/content",
    accept: "application/json",
    body: undefined,
  } as const;
  const asked = { ...call, upstream: baseUrl, key, keyId, idempotencyKey: "i" };
  const answer = await paidUpstream(service)
    .send(asked, new AbortController().signal)
    .catch(() => undefined);
  const text: Uint8Array[] = [];
  for await (const chunk of answer?.body ?? []) text.push(chunk);
  if (answer?.status === 401) expect(Buffer.concat(text).length).toBeGreaterThan(0);
  return keyId;
}

describe("a key that the service no longer accepts", () => {
  it("is reported by a free call and by a paid one", async () => {
    fake.answer = (_, response) => problem(response, 401, "invalid_api_key");
    expect([await askFree(), await askPaid()]).toEqual(refused);
    expect(refused).toHaveLength(2);
  });

  it.each([
    ["a 403", 403, "access_not_enabled"],
    ["a 403 with the code", 403, "invalid_api_key"],
    ["a request without a key", 401, "authentication_required"],
    ["a failure", 500, "internal_error"],
    ["a service that starts", 503, "service_starting"],
    ["a rate limit", 429, "rate_limit_exceeded"],
    ["used-up credits", 429, "quota_exceeded"],
  ])("is not reported by %s", async (_, status, code) => {
    fake.answer = (__, response) => problem(response, status, code);
    await askFree();
    await askPaid();
    expect(refused).toEqual([]);
  });

  it("is not reported by a proxy's own 401, or without an answer", async () => {
    fake.answer = (_, response) => response.writeHead(401, { "content-type": "text/html" }).end("<p>Log in</p>");
    await askFree();
    await askPaid();
    fake.answer = (_, response) => response.destroy();
    await askFree();
    await askPaid();
    expect(refused).toEqual([]);
  });
});
