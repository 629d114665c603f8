import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DocumentId } from "../../contract/ids.ts";
import { type FakeUpstream, json, problem, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { askService } from "./ask-service.ts";

let fake: FakeUpstream;
let keys = 0;
beforeAll(async () => {
  fake = await startFakeUpstream(() => undefined);
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.asked.length = 0;
});
const owner = () => ({ ...fake.as("hk_x"), keyId: `ask-${++keys}` });
const noon = Date.parse("2026-11-22T12:00:00.400+09:00");
const ask = (upstream = owner()) =>
  askService(upstream, { document_id: DocumentId.parse("D1"), quote: "言葉" }, { nowMs: noon });
const document = { document_id: "D1", content_status: "ready" };

test("what our own service says of a quote, in one request", async () => {
  const said = { document_id: "D1", verdict: "found", ellipsis: true, rule: "whole_sentences", failures_left: 9 };
  fake.answer = (_, response) => json(response, 200, said);
  expect(await ask()).toEqual({ kind: "told", left_out: null, found: true, ellipsis: true, failures_left: 9 });
  fake.answer = (_, response) => json(response, 200, { ...said, left_out: ["negation"] });
  expect(await ask()).toMatchObject({ left_out: ["negation"] });
  expect(fake.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(2).fill("POST /quotes/verify"));
  fake.answer = (_, response) => json(response, 200, { ...said, verdict: "not_found", failures_left: null });
  expect(await ask()).toMatchObject({ found: false, failures_left: null });
});

test.each([
  ["404 of the interface", (response: Parameters<FakeUpstream["answer"]>[1]) => problem(response, 404, "not_found")],
  [
    "404 of a framework",
    (response: Parameters<FakeUpstream["answer"]>[1]) => json(response, 404, { detail: "Not Found" }),
  ],
  ["405", (response: Parameters<FakeUpstream["answer"]>[1]) => response.writeHead(405).end()],
])("another service that answers %s does not verify quotes, where it has the document", async (_what, refuse) => {
  fake.answer = (request, response) => (request.method === "POST" ? refuse(response) : json(response, 200, document));
  expect(await ask()).toEqual({ kind: "not_offered" });
  fake.answer = (_request, response) => problem(response, 404, "not_found");
  expect(await ask()).toEqual({ kind: "no_document" });
});

test("a limit is told with its time and pauses nothing else", async () => {
  const upstream = owner();
  fake.answer = (_, response) => problem(response, 409, "quote_limit_reached", { "retry-after": "43200" });
  expect(await ask(upstream)).toEqual({ kind: "refused", code: "quote_limit_reached", again_from: "2026-11-23 00:00" });
  expect(upstream.service.keys.pauseFor(upstream.keyId, "free", Date.now())).toBeUndefined();
  fake.answer = (_, response) => problem(response, 400, "invalid_quote");
  expect(await ask(upstream)).toEqual({ kind: "refused", code: "invalid_quote", again_from: null });
});

test("a failure is told as one, and sent once: the service counts what it is asked", async () => {
  fake.answer = (_, response) => response.writeHead(503, { "content-type": "text/plain" }).end("restarting");
  await expect(ask()).rejects.toMatchObject({ problem: { code: "unexpected_status" } });
  fake.answer = (_, response) => json(response, 200, { verdict: "perhaps" });
  await expect(ask()).rejects.toMatchObject({ problem: { code: "unreadable_answer" } });
  expect(fake.asked).toHaveLength(2);
});
