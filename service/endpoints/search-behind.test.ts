import { describe, expect, test } from "vitest";
import { SecurityCode } from "../../lib/contract/ids.ts";
import type { SearchLag } from "../search/port.ts";
import { createHarness } from "../testing/harness.ts";

const endpoints = ["searchDocuments", "searchNews"] as const;
const question = { query: "リスク", match_type: "lexical" } as const;

/** The harness's own search, of which so much is not found yet. */
async function harnessBehind(lag: SearchLag) {
  const asked: unknown[] = [];
  const behind = async (filter: unknown) => {
    asked.push(filter);
    return lag;
  };
  const search = {
    documentsBehind: behind,
    newsBehind: behind,
    searchDocuments: async () => ({ engine: "scripted", hits: [] }),
    searchNews: async () => ({ engine: "scripted", hits: [] }),
  };
  return { ...(await createHarness({ search })), asked };
}

describe.each(endpoints)("%s", (name) => {
  test("below a minute's lag a search is sold, and says how many publications of its filter it lacks", async () => {
    const harness = await harnessBehind({ publications: 3, forMs: 60_000 });
    const { id, key } = await harness.newKey({ credits: 5 });
    const ask = () =>
      harness.client.call(
        name,
        { ...question, security_codes: [SecurityCode.parse("1301")] },
        { key, idempotencyKey: "a" },
      );
    const answer = await ask();
    expect([answer.status, answer.charged, answer.headers.get("x-search-behind")]).toEqual([200, 1, "3"]);
    expect(harness.asked).toMatchObject([{ securityCodes: ["1301"] }]);
    // What was sold is repeated as it was sold.
    const again = await ask();
    expect([again.charged, again.headers.get("x-search-behind")]).toEqual([0, "3"]);
    expect((await harness.keyState(id)).charged).toBe(1);
  });

  test("beyond it the search is 504 and costs nothing", async () => {
    const harness = await harnessBehind({ publications: 3, forMs: 60_001 });
    const { id, key } = await harness.newKey({ credits: 5 });
    const answer = await harness.client.call(name, question, { key });
    expect(answer).toMatchObject({ status: 504, code: "search_backend_timeout", charged: 0 });
    expect(JSON.stringify(answer.json)).toContain("3 publications within this filter can't be searched yet");
    expect((await harness.keyState(id)).credits).toEqual({ granted: 5, balance: 5, reserved: 0 });
  });

  test("where everything is found there is no such header", async () => {
    const { client } = await harnessBehind({ publications: 0, forMs: 0 });
    const answer = await client.call(name, question);
    expect([answer.status, answer.headers.has("x-search-behind")]).toEqual([200, false]);
  });
});

test("a service is not ready before its search has caught up once, and stays ready when it falls behind", async () => {
  const ready = async (checks: Record<string, string>) => {
    const { client } = await createHarness({ probe: { check: async () => checks } });
    return client.raw("GET", "/health/ready", { endpoint: "ready" });
  };
  const filling = { search: "filling, 180 of 5386, behind 5206", search_filled: "pending" };
  expect(await ready({ store: "ok", ...filling })).toMatchObject({ status: 503, json: { checks: filling } });
  for (const search of ["ok", "behind 7", "no answer"])
    expect(await ready({ store: "ok", search, search_filled: "ok" })).toMatchObject({ status: 200 });
});
