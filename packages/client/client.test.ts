import { describe, expect, test } from "vitest";
import { toWireRequest } from "../../lib/contract/client.ts";
import {
  type EndpointInput,
  type EndpointName,
  endpointNames,
  endpointOf,
  isPaid,
} from "../../lib/contract/endpoints.ts";
import { conformanceCases } from "../../service/testing/conformance-cases.ts";
import { createHarness, type Harness } from "../../service/testing/harness.ts";
import type { Answer } from "../../service/testing/test-client.ts";
import contractCases from "../contract-cases.json" with { type: "json" };
import { type Client, createClient, type Result } from "./index.ts";
import { stillClock } from "./testing/still-clock.ts";

/** The conformance walk once more, through the package: every row, and every problem that the service can give. */

const baseUrl = "http://service.test";

async function clientOf(harness: Harness, credits: number | null = 1_000) {
  const { key, id } = await harness.newKey({ credits });
  const sent: Request[] = [];
  const client = createClient({
    baseUrl,
    apiKey: key,
    clock: stillClock(),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(request.clone());
      return harness.service.fetch(request, { address: "192.0.2.1" });
    },
  });
  return { client, sent, keyId: id };
}

/** A call whose name is known only when the test runs. */
const callAny = (client: Client, name: EndpointName, input: object): Promise<Result<unknown>> =>
  client.call<EndpointName>(name, input as EndpointInput<EndpointName>, { maxCredits: 8 });

describe.each(endpointNames)("%s", (name) => {
  const { ok, problems } = conformanceCases[name];

  test("gives its value, what it cost and what is left", async () => {
    const harness = await createHarness();
    const { client } = await clientOf(harness);
    const result = await callAny(client, name, ok);
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    const { method, target, body } = toWireRequest(name, ok as EndpointInput<typeof name>);
    const answer = await harness.client.raw(method, target, { body, endpoint: name });
    if (answer.json === undefined) expect(result.value).toMatchObject({ bytes: answer.bytes });
    else if (name !== "standPhrase") expect(result.value).toEqual(answer.json);
    // Each key has a phrase of its own.
    else expect(result.value).toMatchObject({ phrase: expect.any(String), phrase_id: expect.stringMatching(/^ph-/) });
    expect(result.charged).toBe(answer.charged);
    expect(result.intent === null).toBe(!isPaid(endpointOf(name)));
    if (endpointOf(name).auth === "key") expect(result.limits.rate?.remaining).toBeTypeOf("number");
  });

  test.each(Object.entries(problems))("tells %s as its own member of the union", async (code, provoke) => {
    const answer = await provoke(await createHarness());
    const client = createClient({ baseUrl, apiKey: "k", clock: stillClock(), fetch: async () => responseOf(answer) });
    const result = await callAny(client, name, ok);
    if (result.ok) throw new Error("there is a problem");
    // A request that is still running is waited for; its outcome is open when the time is over.
    const { problem } = result;
    const told = problem.code === "outcome_unknown" ? problem.after : problem;
    expect(told).toMatchObject({ code, status: answer.status, requestId: answer.headers.get("x-request-id") });
    expect(told.detail).toMatch(/\S/);
    expect(result.charged).toBe(problem.code === "outcome_unknown" ? null : 0);
  });
});

const responseOf = (answer: Answer) =>
  new Response(new Uint8Array(answer.bytes), { status: answer.status, headers: answer.headers });

describe("prices before calls", () => {
  test("the price of text is exact, by the free table of contents, and is what is charged", async () => {
    const harness = await createHarness();
    const { client } = await clientOf(harness);
    const toc = await client.call("getToc", { document_id: "LONG" });
    if (!toc.ok) throw new Error(toc.problem.code);
    const choices = [
      [],
      ...toc.value.toc.map((entry) => [entry.section_id]),
      toc.value.toc.map((each) => each.section_id),
    ];
    for (const sections of choices) {
      const input = { document_id: "LONG", ...(sections.length === 0 ? {} : { sections }) };
      const price = await client.price("getContent", input);
      if (!price.ok) throw new Error(price.problem.code);
      expect(price.value.min).toBe(price.value.max);
      const bought = await client.call("getContent", input, { maxCredits: 8 });
      expect(bought.ok && bought.charged, sections.join()).toBe(price.value.max);
    }
  });

  test("what may cost more than allowed is not sent", async () => {
    const harness = await createHarness();
    const { client, sent, keyId } = await clientOf(harness);
    const dear = await client.call("getContent", { document_id: "LONG" }, { maxCredits: 1 });
    expect(dear).toMatchObject({ ok: false, charged: 0, problem: { code: "over_max_credits", maxCredits: 1 } });
    const exact = await client.call("getContent", { document_id: "LONG" }, { maxCredits: 3 });
    expect(exact).toMatchObject({ ok: false, problem: { code: "over_max_credits" } });
    const search = await client.call("searchDocuments", { query: "配当" }, { maxCredits: 0 });
    expect(search).toMatchObject({ ok: false, problem: { code: "over_max_credits", price: { min: 1, max: 1 } } });
    expect(sent.map((each) => new URL(each.url).pathname)).toEqual(["/v1/documents/LONG/toc"]);
    expect((await harness.keyState(keyId)).credits?.balance).toBe(1_000);
  });

  test("a paid call without a bound throws before anything is sent", async () => {
    const { client, sent } = await clientOf(await createHarness());
    for (const maxCredits of [undefined, -1, 1.5, Number.NaN]) {
      const options = { maxCredits } as { maxCredits: number };
      expect(() => client.call("searchNews", { query: "配当" }, options)).toThrow(/maxCredits/);
    }
    expect(() => client.call("searchNews", { query: "配当" }, { maxCredits: 1, intent: "a b" })).toThrow(/ASCII/);
    expect(sent).toHaveLength(0);
  });
});

describe("intents", () => {
  test("the same call with the same intent is one charge, also from another client", async () => {
    const harness = await createHarness();
    const { client, sent, keyId } = await clientOf(harness);
    const input = { document_id: "READY1" };
    const first = await client.call("getContent", input, { maxCredits: 8, intent: "memo-1" });
    for (let i = 0; i < 19; i++) {
      const again = await client.call("getContent", input, { maxCredits: 8, intent: "memo-1" });
      expect(again).toMatchObject({ ok: true, charged: 0, replayed: true, value: first.ok && first.value });
    }
    expect(sent).toHaveLength(20);
    expect((await harness.keyState(keyId)).credits?.balance).toBe(998);
    const other = await client.call("getContent", { document_id: "LONG" }, { maxCredits: 8, intent: "memo-1" });
    expect(other).toMatchObject({ ok: false, problem: { code: "idempotency_key_reused" } });
  });

  test("without an intent every call is a purchase of its own", async () => {
    const harness = await createHarness();
    const { client, keyId } = await clientOf(harness);
    for (let i = 0; i < 3; i++) await client.call("searchNews", { query: "配当" }, { maxCredits: 1 });
    expect((await harness.keyState(keyId)).credits?.balance).toBe(997);
  });
});

describe("lists page by page", () => {
  test("go to the end, each record once", async () => {
    const { client } = await clientOf(await createHarness());
    const whole = await client.call("listDocuments", { timeline_since: "2024-01-01", limit: 100 });
    const ids: string[] = [];
    for await (const page of client.pages("listDocuments", { timeline_since: "2024-01-01", limit: 2 })) {
      if (!page.ok) throw new Error(page.problem.code);
      ids.push(...page.value.documents.map((each) => each.document_id));
    }
    expect(ids).toEqual(whole.ok && whole.value.documents.map((each) => each.document_id));
    expect(ids.length).toBeGreaterThan(4);
  });

  test("the pages of a paid list cost no more than allowed together", async () => {
    const harness = await createHarness();
    const { client, keyId } = await clientOf(harness);
    const filters = { timeline_since: "2024-01-01", limit: 1 };
    const pages = [];
    for await (const page of client.pages("listNews", filters, { maxCredits: 1, intent: "news" })) pages.push(page);
    expect(pages).toMatchObject([
      { ok: true, charged: 1 },
      { ok: false, problem: { code: "over_max_credits" } },
    ]);
    expect((await harness.keyState(keyId)).credits?.balance).toBe(999);
  });

  test("cursors that go round in a circle end the list", async () => {
    const body = JSON.stringify({ documents: [], next_cursor: "again" });
    const client = createClient({ baseUrl, apiKey: "k", clock: stillClock(), fetch: async () => new Response(body) });
    const pages = [];
    for await (const page of client.pages("listDocuments", { timeline_since: "2025-01-01" })) pages.push(page);
    expect(pages).toHaveLength(3);
    expect(pages.at(-1)).toMatchObject({ ok: false, problem: { code: "unreadable_answer" } });
  });
});

describe("nothing from outside is trusted", () => {
  const answering = (response: () => Response) =>
    createClient({ baseUrl, apiKey: "k", clock: stillClock(), answerBytesMax: 1_000, fetch: async () => response() });
  const call = (client: Client) => client.call("getDocument", { document_id: "D1" });

  test.each(contractCases)("$name", async ({ status, headers, body, code }) => {
    const response = () => new Response(body, { status, headers: { ...headers } });
    expect(await call(answering(response))).toMatchObject({ ok: false, charged: 0, problem: { code } });
  });

  test("too much", async () => {
    const result = await call(answering(() => new Response("x".repeat(1_001))));
    expect(result).toMatchObject({ ok: false, charged: 0, problem: { code: "unreadable_answer" } });
  });

  test("a redirect is not followed, and the key goes to no other address", async () => {
    const seen: (RequestInit | undefined)[] = [];
    const client = createClient({
      baseUrl: "https://service.example/base/",
      apiKey: "$& secret",
      fetch: async (input, init) => {
        expect(String(input)).toBe("https://service.example/base/v1/documents/D1");
        seen.push(init);
        return new Response("{}", { status: 404 });
      },
    });
    await call(client);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ redirect: "manual", credentials: "omit", cache: "no-store" });
    expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer $& secret" });
  });

  test.each(["..", ".", ""])("the id %j is no address", async (document_id) => {
    const client = answering(() => new Response("{}"));
    expect(await client.call("getDocument", { document_id })).toMatchObject({ ok: false, charged: 0 });
  });

  test.each(["ftp://x", "https://user:pass@x", "https://x?y", "nonsense"])("the address %s is refused", (address) => {
    expect(() => createClient({ baseUrl: address, apiKey: "k" })).toThrow(TypeError);
  });
});
