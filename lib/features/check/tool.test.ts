import { beforeEach, describe, expect, test } from "vitest";
import { agentOfAnn, callTool } from "../../spending/programs/testing/agent-setup.ts";
import { at, buy, charged, restart, sections } from "../../spending/testing/purchase-setup.ts";
import { sampleChecks, sampleFinds } from "./testing/check-setup.ts";
import { checkTool } from "./tool.ts";

beforeEach(() => restart());

const tool = checkTool(() => ({ deps: sampleChecks(), finds: sampleFinds }));
const text = "海鳴精機の2026年3月期の売上高は12,345百万円だった。";

describe("check_draft", () => {
  test("needs to be told how much it may charge, and something to check", async () => {
    const call = await agentOfAnn();
    expect((await callTool(call, tool, { text })).error.code).toBe("max_credits_required");
    expect((await callTool(call, tool, { max_credits: 0 })).error.code).toBe("invalid_arguments");
  });

  test("for 0 credits tells the verdicts and what would decide the rest, and charges nothing", async () => {
    const facts = await callTool(await agentOfAnn(), tool, { text, max_credits: 0 });
    expect(facts).toMatchObject({
      isError: false,
      counts: { agrees: 0, undecided: 1, differs: 0 },
      claims: [{ text: "12,345百万円", verdict: "not_checked", because: "not_owned", issuer: "7001" }],
      plan: { credits: 2, lines: [{ document_id: "D1", sections: ["s1-1"], credits: 2 }] },
    });
    expect(charged()).toBe(0);
  });

  test("buys what would decide it within its credits, once, and says what it charged", async () => {
    const call = await agentOfAnn();
    expect(await callTool(call, tool, { text, max_credits: 1 })).toMatchObject({ money: { charged: 0 } });
    const bought = await callTool(call, tool, { text, max_credits: 3 });
    expect(bought).toMatchObject({ isError: false, money: { charged: 2 }, looked_in: [{ document_id: "D1" }] });
    expect(await callTool(call, tool, { text, max_credits: 3 })).toMatchObject({ isError: false });
    expect(charged()).toBeLessThanOrEqual(6);
  });

  test("waits for what it buys, and says what it was charged and what did not arrive", async () => {
    restart({ workMs: 20_000, script: [null] });
    const slow = await callTool(await agentOfAnn(), tool, { text, max_credits: 3 });
    expect(slow).toMatchObject({ money: { charged: 2 }, purchase: { done: true, missing: [] } });
    restart({ balance: 0 });
    const failed = await callTool(await agentOfAnn(), tool, { text, max_credits: 3 });
    expect(failed).toMatchObject({ money: { charged: 0 } });
    expect([failed["purchase"], failed.error.code]).not.toEqual([undefined, ""]);
  });

  test("says what it was charged for what failed for somebody else before", async () => {
    restart({ script: Array(20).fill("worker died") });
    const { intents } = await buy(sections("s1-1"));
    expect(intents).toMatchObject([{ state: "failed" }]);
    const { store } = at;
    restart({}, store);
    expect(await callTool(await agentOfAnn(), tool, { text, max_credits: 3 })).toMatchObject({ money: { charged: 2 } });
  });

  test("a token that reads what is owned makes no call and has no plan", async () => {
    const call = await agentOfAnn({ scope: "owned" });
    expect(await callTool(call, tool, { text, max_credits: 5 })).toMatchObject({ isError: false, plan: null });
    expect(charged()).toBe(0);
  });

  test("quotes are looked for in owned text", async () => {
    const quotes = [{ document_id: "D1", quote: "主要な経営指標" }];
    expect(await callTool(await agentOfAnn(), tool, { quotes, max_credits: 0 })).toMatchObject({
      quotes: [{ verdict: "not_owned" }],
    });
  });
});
