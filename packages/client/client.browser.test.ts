import { expect, test } from "vitest";
import { createClient } from "./index.ts";

/** The same package in a real browser, with the browser's own `fetch`. */

const toc = {
  document_id: "D1",
  content_tiers: [{ max_characters: null, credits: 2 }],
  toc: [],
  missing_parts: [],
  moved_sections: [],
};

test("reads an answer and refuses what may cost too much", async () => {
  const client = createClient({
    baseUrl: "https://service.example",
    apiKey: "k",
    fetch: async () => Response.json(toc, { headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" } }),
  });
  expect(await client.call("getToc", { document_id: "D1" })).toMatchObject({
    ok: true,
    charged: 0,
    value: { toc: [] },
  });
  const dear = await client.call("getContent", { document_id: "D1" }, { maxCredits: 1 });
  expect(dear).toMatchObject({ ok: false, problem: { code: "over_max_credits" } });
});

test("a page of another server is no answer, and a closed port is told", async () => {
  const here = createClient({ baseUrl: location.origin, apiKey: "k" });
  const page = await here.call("getDocument", { document_id: "D1" });
  expect(page.ok ? "" : page.problem.code).toMatch(/^(unexpected_answer|unreadable_answer)$/);
  const nobody = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "k", deadlineMs: 1 });
  expect(await nobody.call("getDocument", { document_id: "D1" })).toMatchObject({ problem: { code: "unreachable" } });
});
