import { describe, expect, test } from "vitest";
import {
  commonProblems,
  type Endpoint,
  type EndpointInput,
  type EndpointName,
  endpointNames,
  endpointOf,
  isPaid,
} from "../../lib/contract/endpoints.ts";
import { conformanceCases } from "../testing/conformance-cases.ts";
import { failing } from "../testing/failing.ts";
import { createHarness } from "../testing/harness.ts";
import type { Answer } from "../testing/test-client.ts";
import { handlers } from "./table.ts";

/**
 * Checks the endpoint table: every row has a handler, a 200, and each of its problems is provoked through HTTP. A row
 * or problem without a case here fails.
 */
/** The problems that every keyed endpoint shares, provoked the same way on each. */
const common: Readonly<
  Record<(typeof commonProblems)[number], (name: EndpointName, input: EndpointInput<EndpointName>) => Promise<Answer>>
> = {
  authentication_required: async (name, input) => (await createHarness()).client.call(name, input, { key: null }),
  invalid_api_key: async (name, input) => (await createHarness()).client.call(name, input, { key: "hk_wrong" }),
  async access_not_enabled(name, input) {
    const { client, newKey } = await createHarness();
    return client.call(name, input, { key: (await newKey({ entitled: false })).key });
  },
  async rate_limit_exceeded(name, input) {
    const { client, newKey } = await createHarness();
    const { key } = await newKey({ perMinute: 1 });
    await client.call(name, input, { key });
    return client.call(name, input, { key });
  },
  async quota_exceeded(name, input) {
    const { client, newKey } = await createHarness();
    const { key } = await newKey({ perDay: 1 });
    await client.call(name, input, { key });
    return client.call(name, input, { key });
  },
  async internal_error(name, input) {
    const { client } = await createHarness({
      catalog: failing("disk on fire"),
      artifacts: failing("disk on fire"),
      search: failing("disk on fire"),
      standing: failing("disk on fire"),
    });
    return client.call(name, input);
  },
};

describe.each(endpointNames)("%s", (name) => {
  const row: Endpoint = endpointOf(name);
  const { ok, problems } = conformanceCases[name];

  test("has a handler of the kind that its price says", () => {
    expect(handlers[name].kind).toBe(isPaid(row) ? "paid" : "free");
  });

  test("answers 200 with its record and headers", async () => {
    const { client } = await createHarness();
    const answer = await client.call(name, ok, row.auth === "health" ? { key: null } : {});
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  });

  test("has a case for each problem it lists, and no other", () => {
    expect(Object.keys(problems).sort()).toEqual([...row.problems].sort());
  });

  test.each(row.problems)("answers %s", async (code) => {
    const harness = await createHarness();
    const answer = await problems[code]?.(harness);
    expect(answer?.code, JSON.stringify(answer?.json)).toBe(code);
  });

  test.each(row.auth === "key" ? commonProblems : [])("answers %s", async (code) => {
    const answer = await common[code](name, ok);
    expect(answer.code).toBe(code);
  });
});
