import { beforeEach, describe, expect, test } from "vitest";
import { PoolBusyError } from "../../../kit/workers/errors.ts";
import type { AgentCall } from "../../../spending/programs/agent-call.ts";
import { answerCharactersMax, pageOfList, pagesOfText } from "../../../spending/programs/answer.ts";
import { approvalView, decideApproval } from "../../../spending/programs/approvals.ts";
import { runTool } from "../../../spending/programs/run-tool.ts";
import { agentOfAnn, callTool as run } from "../../../spending/programs/testing/agent-setup.ts";
import { toolFacts } from "../../../spending/programs/testing/tool-facts.ts";
import { endTask } from "../../../spending/tasks.ts";
import { ann, at, buy, charged, inTime, restart, sections } from "../../../spending/testing/purchase-setup.ts";
import { ledger } from "./tools/ledger.ts";
import { ownTools as tools } from "./tools.ts";

beforeEach(() => restart());

function callTool(of: AgentCall, name: string, args: unknown) {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return run(of, tool, args);
}

let call: AgentCall;
beforeEach(async () => {
  restart();
  call = await agentOfAnn();
});

const section = (section_id: string, max_credits = 10) => ({ document_id: "D1", section_id, max_credits });

describe("a plan", () => {
  const media_type = "application/zip";
  test.each([
    ["the service's count", { media_type, fact_count: 12 }, { fact_count: 12 }],
    ["null where none is told", { media_type }, { fact_count: null }],
    ["nothing of another file", { media_type: "application/pdf" }, {}],
  ])("tells of the figures in an original %s", async (_, original, told) => {
    restart({ original });
    call = await agentOfAnn();
    const action = { kind: "original", document_id: "D1", original_id: "pdf" };
    const planned = await callTool(call, "plan", { action });
    expect(planned).toMatchObject({ owned: false, ...told });
    expect("fact_count" in planned).toBe("fact_count" in told);
  });
});

test("a tool whose thread has too much to do asks the program to wait, and is no failure", async () => {
  const busy = { ...ledger, run: () => Promise.reject(new PoolBusyError(7_000)) };
  const answer = await inTime(runTool(call, busy, {}));
  expect(toolFacts(answer)).toMatchObject({ error: { code: "too_many_requests", retry_after_seconds: 7 } });
});

describe("a paid tool", () => {
  test("search tells how much of its filter can't be searched yet, also when it is answered from the library", async () => {
    restart({ searchBehind: 4 });
    call = await agentOfAnn();
    for (let i = 0; i < 2; i++)
      expect(await callTool(call, "search", { query: "為替", max_credits: 1 })).toMatchObject({
        not_searchable_yet: 4,
      });
    restart();
    call = await agentOfAnn();
    expect(await callTool(call, "search", { query: "為替", max_credits: 1 })).not.toHaveProperty("not_searchable_yet");
  });

  test.each(['"', "\ud800", "？！", "、"])(
    "search for %j has nothing to look for, and sends nothing",
    async (query) => {
      const { error } = await callTool(call, "search", { query, max_credits: 1 });
      expect(error).toMatchObject({ code: "invalid_query_parameter" });
      expect(error["detail"]).toContain("nothing was searched or charged");
      expect(at.service.requests).toBe(0);
    },
  );

  test.each(["read", "search", "page_image", "confirm"])(
    "%s refuses without max_credits, and sends nothing",
    async (name) => {
      const args = { document_id: "D1", section_id: "s1", query: "売上", page_number: 1, quote: "x" };
      expect((await callTool(call, name, args)).error.code).toBe("max_credits_required");
      expect(at.service.requests).toBe(0);
    },
  );

  test("refuses over max_credits with the price, and is not charged", async () => {
    const refused = await callTool(call, "read", section("s1-1", 0));
    expect(refused.error.code).toBe("not_owned");
    const tooDear = await callTool(call, "read", { document_id: "D1", max_credits: 1 });
    expect(tooDear.error.code).toBe("over_max_credits");
    expect(tooDear.money["price_max"]).toBeGreaterThan(1);
    expect(charged()).toBe(0);
  });

  test("what a program reads is owned in the browser, and costs nothing there or here again", async () => {
    const first = await callTool(call, "read", section("s1-1"));
    expect(first.isError).toBe(false);
    const price = first.money["charged"] ?? 0;
    expect(price).toBeGreaterThan(0);
    expect(first["untrusted_text"]).toContain("主要な経営指標");
    const inBrowser = await inTime(at.app.purchaseService.quote(ann, sections("s1-1")));
    expect(inBrowser.owned).toBe(true);
    const again = await callTool(call, "read", section("s1-1", 0));
    expect(again.money["charged"]).toBe(0);
    expect(charged()).toBe(price);
  });

  test("a purchase in the browser is read by a program for nothing, even by a token that makes no calls", async () => {
    await buy(sections("s1-1"));
    const before = at.service.requests;
    const reader = await agentOfAnn({ token_id: "tok_reader", scope: "owned", daily_cap: 0, total_cap: 0 });
    expect((await callTool(reader, "read", section("s1-1", 0))).isError).toBe(false);
    expect((await callTool(reader, "read", section("s2-1", 5))).error.code).toBe("token_reads_owned_only");
    expect(at.service.requests).toBe(before);
  });

  test("a token without permission to spend is refused by the engine, whatever it may call", async () => {
    const looker = await agentOfAnn({ token_id: "tok_free", scope: "free", daily_cap: 0, total_cap: 0 });
    expect((await callTool(looker, "read", section("s1-1"))).error.code).toBe("token_may_not_spend");
    expect(charged()).toBe(0);
  });

  test("twenty calls that buy one section at once tell in sum what the ledger tells", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => callTool(call, "read", section("s1-1"))));
    const told = answers.reduce((sum, { money }) => sum + Number(money["charged"]), 0);
    expect([told, charged()]).toEqual([2, 2]);
  });

  test("the same call twenty times at once is one charge", async () => {
    const quote = await callTool(call, "plan", { action: { kind: "pages", document_id: "D1", pages: [3] } });
    const order = { quote: quote["quote"], max_credits: 1 };
    await Promise.all(Array.from({ length: 20 }, () => callTool(call, "confirm", order)));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        callTool(call, "page_image", { document_id: "D1", page_number: 3, max_credits: 1 }),
      ),
    );
    expect(charged()).toBe(1);
    const ledger = await callTool(call, "ledger", {});
    expect(ledger["rows"]).toMatchObject([{ credits: 1, token: "notebook", state: "stored" }]);
  });

  test("an expired or revoked token is refused within the transaction of a purchase", async () => {
    await at.store.prepare("update agent_tokens set revoked_at = 1").run();
    expect((await callTool(call, "read", section("s1-1"))).error.code).toBe("token_ended");
    expect(charged()).toBe(0);
  });
});

describe("a task", () => {
  const pagesAtOnce = (from: number, count: number, task_id: unknown) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        callTool(call, "page_image", { document_id: "D1", page_number: from + index, max_credits: 1, task_id }),
      ),
    );
  const opened = async (budget: number) =>
    ((await callTool(call, "task", { action: "open", title: "Risks", budget }))["task"] as { task_id: string }).task_id;

  test("parallel calls never pass its budget", async () => {
    const task_id = await opened(3);
    const answers = await pagesAtOnce(1, 5, task_id);
    expect(answers.filter((each) => !each.isError)).toHaveLength(3);
    expect(new Set(answers.filter((each) => each.isError).map((each) => each.error.code))).toEqual(
      new Set(["over_task_budget"]),
    );
    expect(charged()).toBe(3);
    const status = await callTool(call, "task", { action: "status", task_id });
    expect(status["task"]).toMatchObject({ budget: 3, spent: 3, left: 0 });
    expect(status.money["task_left"]).toBe(0);
  });

  test("the token's cap bounds the sum of its tasks, and their purchases together", async () => {
    call = await agentOfAnn({ token_id: "tok_small", daily_cap: 4, total_cap: 4 });
    await at.app.rows.budget.saveBudget(ann.ownerId, { daily_cap: null, monthly_cap: null, confirm_at: 100 });
    const [first, second] = [await opened(3), await opened(1)];
    expect((await callTool(call, "task", { action: "open", title: "More", budget: 1 })).error.code).toBe(
      "over_token_total_cap",
    );
    await Promise.all([pagesAtOnce(1, 5, first), pagesAtOnce(1, 5, second), pagesAtOnce(1, 5, undefined)]);
    expect(charged()).toBe(4);
  });

  test("a failed purchase gives its credits back to the task", async () => {
    const task_id = await opened(1);
    at.disk.freeBytes = 1_000;
    const failed = await callTool(call, "page_image", { document_id: "D1", page_number: 1, max_credits: 1, task_id });
    expect(failed.error.code).toBe("disk_full");
    expect(failed.money["task_left"]).toBe(1);
    at.disk.freeBytes = 1e12;
    const page = await callTool(call, "page_image", { document_id: "D1", page_number: 1, max_credits: 1, task_id });
    expect(page.isError).toBe(false);
    expect(charged()).toBe(1);
  });

  test("a stopped task spends nothing more, and another token's task can't be used", async () => {
    const task_id = await opened(5);
    const stranger = await agentOfAnn({ token_id: "tok_other" });
    const page = { document_id: "D1", page_number: 1, max_credits: 1, task_id };
    expect((await callTool(stranger, "page_image", page)).error.code).toBe("task_ended");
    expect((await callTool(stranger, "task", { action: "status", task_id })).error.code).toBe("task_not_found");
    await endTask(at.app.rows, { ownerId: ann.ownerId, taskId: task_id, state: "stopped", at: at.clock.nowMs() });
    expect((await callTool(call, "page_image", page)).error.code).toBe("task_ended");
    expect(charged()).toBe(0);
  });

  test("its purchases are named in the ledger", async () => {
    const task_id = await opened(5);
    await pagesAtOnce(1, 1, task_id);
    const ledger = await callTool(call, "ledger", { task_id });
    expect(ledger["rows"]).toMatchObject([{ token: "notebook", task_id, credits: 1 }]);
  });
});

describe("a plan at the owner's threshold", () => {
  const whole = { document_id: "D1", max_credits: 20 };
  const ask = async () => (await callTool(call, "read", whole)).error;
  const decide = (approvalId: unknown, state: "approved" | "declined") =>
    decideApproval(at.app.rows, { ownerId: ann.ownerId, approvalId: String(approvalId), state, at: at.clock.nowMs() });

  test("waits for a person, and goes on when they have approved it", async () => {
    const refused = await ask();
    expect(refused.code).toBe("approval_required");
    expect(refused["approval_url"]).toBe(`http://localhost/account/agents/${String(refused["approval_id"])}`);
    expect((await ask())["approval_id"]).toBe(refused["approval_id"]);
    expect(charged()).toBe(0);
    expect(await decide(refused["approval_id"], "approved")).toBe(true);
    const read = await callTool(call, "read", whole);
    expect(read.isError).toBe(false);
    expect(charged()).toBe(read.money["charged"]);
  });

  test("is refused for good when they have declined it, and only its owner decides", async () => {
    const { approval_id } = await ask();
    const stranger = {
      ownerId: "bob",
      approvalId: String(approval_id),
      state: "approved",
      at: at.clock.nowMs(),
    } as const;
    expect(await decideApproval(at.app.rows, stranger)).toBe(false);
    expect(await decide(approval_id, "declined")).toBe(true);
    expect(await decide(approval_id, "approved")).toBe(false);
    expect((await ask()).code).toBe("approval_declined");
    expect(charged()).toBe(0);
  });

  test("an approval pays for no more than its plan: a new copy needs another one", async () => {
    const { approval_id } = await ask();
    await decide(approval_id, "approved");
    await callTool(call, "read", whole);
    const spent = charged();
    const again = { action: { kind: "content", document_id: "D1", epoch: "again" } };
    const quote = await callTool(call, "plan", again);
    const refused = await callTool(call, "confirm", { quote: quote["quote"], max_credits: 20 });
    expect(refused.error.code).toBe("approval_required");
    await decide(refused.error["approval_id"], "approved");
    for (let copies = 0; copies < 3; copies++) {
      const next = await callTool(call, "plan", again);
      await callTool(call, "confirm", { quote: next["quote"], max_credits: 20 });
    }
    expect(charged()).toBe(2 * spent);
  });
});

describe("small purchases within an hour", () => {
  const buyPage = (page_number: number, document_id = "D1", of = call) =>
    callTool(of, "page_image", { document_id, page_number, max_credits: 1 });

  test("count together at the owner's threshold, however many run at once", async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((page) => buyPage(page)));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(3);
    expect(answers.filter(({ error }) => error.code === "approval_required")).toHaveLength(2);
    expect(charged()).toBe(3);
  });

  test("count whatever is bought, for each token alone, and an hour later not any more", async () => {
    for (const page of [1, 2]) expect((await buyPage(page)).isError).toBe(false);
    const searched = await callTool(call, "search", { query: "為替", max_credits: 1 });
    expect(searched).toMatchObject({ isError: false, money: { approval_from: 1 } });
    expect((await buyPage(1, "D2")).error.code).toBe("approval_required");
    expect((await callTool(call, "search", { query: "金利", max_credits: 1 })).error.code).toBe("approval_required");
    const other = await agentOfAnn({ token_id: "tok_2" });
    expect((await buyPage(4, "D1", other)).isError).toBe(false);
    expect((await buyPage(5)).error.code).toBe("approval_required");
    at.clock.jump(3_600_001);
    expect((await buyPage(5)).isError).toBe(false);
  });

  test("are planned as needing a person, and what a person approved runs and does not count", async () => {
    for (const page of [1, 2, 3]) await buyPage(page);
    const plan = await callTool(call, "plan", { action: { kind: "pages", document_id: "D1", pages: [4] } });
    expect(plan["needs_approval"]).toBe(true);
    const { error } = await buyPage(4);
    const decision = { ownerId: ann.ownerId, approvalId: String(error["approval_id"]), state: "approved" } as const;
    expect(await decideApproval(at.app.rows, { ...decision, at: at.clock.nowMs() })).toBe(true);
    expect((await buyPage(4)).isError).toBe(false);
    expect(charged()).toBe(4);
    at.clock.jump(3_599_000);
    expect((await buyPage(5)).error.code).toBe("approval_required");
    at.clock.jump(2_000);
    expect((await buyPage(5)).isError).toBe(false);
  });

  test("within a basket count with those before it", async () => {
    for (const page of [1, 2]) await buyPage(page);
    const lines = [
      { kind: "pages", document_id: "D1", pages: [3, 4] },
      { kind: "pages", document_id: "D2", pages: [1] },
    ];
    const plan = await callTool(call, "plan", { action: { kind: "basket", lines } });
    expect(plan["needs_approval"]).toBe(true);
    const refused = await callTool(call, "confirm", { quote: plan["quote"], max_credits: 3 });
    expect(refused.error.code).toBe("approval_required");
    expect(charged()).toBe(2);
  });
});

describe("a basket", () => {
  const basket = (...pages: number[]) => ({
    kind: "basket",
    lines: [
      { kind: "sections", document_id: "D1", sections: ["s1-1"] },
      { kind: "pages", document_id: "D2", pages },
    ],
  });

  test("is planned with one total, confirmed once within a task, and each line is named in the ledger", async () => {
    const opened = await callTool(call, "task", { action: "open", title: "Risks", budget: 3 });
    const { task_id } = opened["task"] as { task_id: string };
    const plan = await callTool(call, "plan", { action: basket(1) });
    expect(plan.money["price_max"]).toBe(3);
    const order = { quote: plan["quote"], max_credits: 3, task_id };
    await Promise.all([callTool(call, "confirm", order), callTool(call, "confirm", order)]);
    expect(charged()).toBe(3);
    expect((await callTool(call, "ledger", { task_id }))["rows"]).toHaveLength(2);
    expect((await callTool(call, "task", { action: "status", task_id })).money["task_left"]).toBe(0);
  });

  test("waits for a person by its total, and goes on when they have approved it", async () => {
    const plan = await callTool(call, "plan", { action: basket(1, 2) });
    expect(plan["needs_approval"]).toBe(true);
    const order = { quote: plan["quote"], max_credits: 4 };
    const refused = await callTool(call, "confirm", order);
    expect(refused.error.code).toBe("approval_required");
    const approvalId = String(refused.error["approval_id"]);
    const nowMs = at.clock.nowMs();
    const owner = { ownerId: ann.ownerId, upstream: ann.upstream };
    expect((await approvalView(at.app.rows, owner, approvalId, nowMs))?.action.kind).toBe("basket");
    await decideApproval(at.app.rows, { ownerId: ann.ownerId, approvalId, state: "approved", at: nowMs });
    expect((await callTool(call, "confirm", order)).isError).toBe(false);
    expect(charged()).toBe(4);
  });
});

test.each(tools.map(({ name }) => name))("%s refuses an argument that it does not have, by name", async (name) => {
  const args = {
    ...{ document_id: "D1", section_id: "s1", query: "売上", page_number: 1, quote: "x", max_credits: 0 },
    ...{ action: name === "task" ? "list" : { kind: "content", document_id: "D1" } },
  };
  const tool = tools.find((each) => each.name === name);
  const known = Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(tool?.input.shape ?? {}, key)));
  expect((await callTool(call, name, known)).error.code).not.toBe("invalid_arguments");
  const { error } = await callTool(call, name, { ...known, includeAll: true });
  expect(error).toMatchObject({ code: "invalid_arguments" });
  expect(error["detail"]).toContain('"includeAll"');
});

test("a plan refuses what its action does not have, in a basket's lines too", async () => {
  const line = { kind: "content", document_id: "D1", section: "s1" };
  for (const action of [line, { kind: "basket", lines: [line] }]) {
    const { error } = await callTool(call, "plan", { action });
    expect(error).toMatchObject({ code: "invalid_arguments", detail: expect.stringContaining('"section"') });
  }
});

describe("long answers", () => {
  test("come in pages that put together are the whole, and turning them is free", () => {
    const text = Array.from({ length: 900 }, (_, line) => `第${line}行 𠮷${"あ".repeat(line % 90)}`).join("\n");
    const pages = pagesOfText(text);
    expect(pages.join("")).toBe(text);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(answerCharactersMax);
    const list = Array.from({ length: 500 }, (_, id) => ({ id, title: "x".repeat(id % 120) }));
    const { pages: count } = pageOfList(list, 1);
    const all = Array.from({ length: count }, (_, index) => pageOfList(list, index + 1).items).flat();
    expect(all).toEqual(list);
    expect(JSON.stringify(pageOfList(list, 2).items).length).toBeLessThanOrEqual(answerCharactersMax);
  });

  test("the text of a filing is marked as untrusted by words it can't foresee", async () => {
    const read = tools.find((each) => each.name === "read");
    const { runTool } = await import("../../../spending/programs/run-tool.ts");
    await callTool(call, "read", section("s1-1"));
    if (read === undefined) throw new Error("no tool");
    const { content } = await runTool(call, read, section("s1-1", 0));
    const block = content[1];
    if (block?.type !== "text") throw new Error("no text");
    const mark = /^\[untrusted text of a filing ([0-9a-f]{12}):/.exec(block.text)?.[1];
    expect(block.text.endsWith(`[end of untrusted text ${mark}]`)).toBe(true);
    expect(block._meta).toEqual({ "hiraku/untrusted": true });
  });
});
