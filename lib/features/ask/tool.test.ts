import { beforeEach, describe, expect, test, vi } from "vitest";
import { decideApproval } from "../../spending/programs/approvals.ts";
import { obtain } from "../../spending/programs/obtain.ts";
import { agentOfAnn, callTool } from "../../spending/programs/testing/agent-setup.ts";
import { ann, at, buy, charged, inTime, restart } from "../../spending/testing/purchase-setup.ts";
import { answerOf } from "./answer-service.ts";
import { sampleAnswers } from "./testing/answer-setup.ts";
import { sampleRun } from "./testing/sample-answer.ts";
import { askTool, runFacts } from "./tool.ts";

beforeEach(() => restart());

const ask = askTool(() => ({ answers: sampleAnswers(), endpoint: undefined }));
const question = "海鳴精機の事業のリスクはどのようなものですか";

test("a passage is plain text, with its issuer and the end of its period", () => {
  const [first] = sampleRun.passages;
  if (first === undefined) throw new Error("no passage");
  const text = "## 事業等のリスク\n\n| 区分 | 割合 |\n| --- | --- |\n| **調達** | 6割 |";
  const { passages } = runFacts({ ...sampleRun, passages: [{ ...first, text }] }, 1);
  const period_end = sampleRun.plan.documents.find((each) => each.document_id === first.document_id)?.period_end;
  expect(period_end).toMatch(/^\d{4}-/);
  expect(passages).toMatchObject([
    { issuer: first.issuer_name, period_end, untrusted_passage: "事業等のリスク\n区分 割合\n調達 6割" },
  ]);
});

describe("ask", () => {
  test("needs to be told how much it may charge", async () => {
    const refused = await callTool(await agentOfAnn(), ask, { question });
    expect(refused.error.code).toBe("max_credits_required");
    expect(charged()).toBe(0);
  });

  test("tells its plan for nothing", async () => {
    const facts = await callTool(await agentOfAnn(), ask, { question, max_credits: 3, mode: "plan" });
    expect(facts).toMatchObject({ isError: false, state: "planned", budget: 3, needs_approval: false });
    expect(facts.money["charged"]).toBe(0);
    expect(charged()).toBe(0);
  });

  test("runs once, however often it is called, in a task of its own", async () => {
    const call = await agentOfAnn();
    const first = await callTool(call, ask, { question, max_credits: 3 });
    const again = await callTool(call, ask, { question, max_credits: 3 });
    expect(first).toMatchObject({ isError: false, state: "done" });
    expect(again["answer_id"]).toBe(first["answer_id"]);
    expect(charged()).toBeLessThanOrEqual(3);
    expect(charged()).toBeGreaterThan(0);
    expect(first.money["charged"]).toBe(charged());
    expect(await at.app.rows.agents.tasks(ann.ownerId, 10)).toMatchObject([
      { budget: 3, state: "closed", token_id: "tok_1" },
    ]);
  });

  test("over the owner's threshold a person sees the plan first, and approves what stands in it", async () => {
    const call = await agentOfAnn();
    const wanted = { question, max_credits: 20 };
    const planned = () => callTool(call, ask, { ...wanted, mode: "plan" });
    expect(await planned()).toMatchObject({ needs_approval: true });
    const refused = await callTool(call, ask, wanted);
    expect(refused.error.code).toBe("approval_required");
    expect(await callTool(call, ask, wanted)).toMatchObject({ error: { approval_id: refused.error["approval_id"] } });
    expect(charged()).toBe(0);
    const approvalId = String(refused.error["approval_id"]);
    await decideApproval(at.app.rows, { ownerId: ann.ownerId, approvalId, state: "approved", at: at.clock.nowMs() });
    expect(await planned()).toMatchObject({ needs_approval: false });
    const done = await callTool(call, ask, wanted);
    expect(done).toMatchObject({ isError: false, state: "done" });
    expect(charged()).toBeGreaterThan(0);
    expect(charged()).toBeLessThanOrEqual(20);
  });

  test("a person is asked by what the call may charge, and not by what the plan foresees", async () => {
    const call = await agentOfAnn();
    const plan = await callTool(call, ask, { question, max_credits: 20, mode: "plan" });
    await at.app.rows.budget.saveBudget(ann.ownerId, {
      ...{ daily_cap: null, monthly_cap: null },
      confirm_at: Number(plan["most"]) + 1,
    });
    const refused = await callTool(call, ask, { question, max_credits: 20 });
    expect(refused.error.code).toBe("approval_required");
    expect(charged()).toBe(0);
    const approvalId = String(refused.error["approval_id"]);
    expect((await at.app.rows.agents.approval(approvalId))?.credits_max).toBe(20);
    await decideApproval(at.app.rows, { ownerId: ann.ownerId, approvalId, state: "approved", at: at.clock.nowMs() });
    expect(await callTool(call, ask, { question, max_credits: 20 })).toMatchObject({ isError: false, state: "done" });
    expect(charged()).toBeGreaterThan(0);
    expect(charged()).toBeLessThanOrEqual(20);
  });

  test("whose plan buys nothing asks nobody, and stays under the threshold", async () => {
    const call = await agentOfAnn();
    for (const document_id of ["D1", "D2"]) await buy({ kind: "content", document_id });
    const before = charged();
    const ended = await callTool(call, ask, { question, max_credits: 20 });
    expect(ended).toMatchObject({ isError: false, state: "done" });
    expect(charged() - before).toBeLessThan(4);
    expect(await at.app.rows.agents.tasks(ann.ownerId, 10)).toMatchObject([{ budget: 3 }]);
  });

  test("what was bought within the hour counts together with what it may charge", async () => {
    const call = await agentOfAnn();
    await inTime(obtain(call, { kind: "pages", document_id: "D1", pages: [1] }, { max_credits: 1 }));
    const wanted = { question, max_credits: 3 };
    const refused = await callTool(call, ask, wanted);
    expect(refused.error.code).toBe("approval_required");
    expect(charged()).toBe(1);
    at.clock.jump(3_600_001);
    expect((await callTool(call, ask, wanted)).isError).toBe(false);
  });

  test("of several at once about different documents all together stay below the threshold", async () => {
    const call = await agentOfAnn();
    const asked = ["D1", "D2", "D1", "D2", "D1", "D2", "D1"].map((document_id, at) => ({
      ...{ question: `${question}${"？".repeat(at)}`, document_ids: [document_id], max_credits: 3 },
    }));
    const answers = await Promise.all(asked.map((each) => callTool(call, ask, each)));
    expect(charged()).toBeGreaterThan(0);
    expect(charged()).toBeLessThan(4);
    const refused = answers.filter(({ error }) => error.code === "approval_required");
    expect(refused).toHaveLength(6);
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  });

  test("that passed a document over for the threshold says so, and names it", async () => {
    const call = await agentOfAnn();
    const { rows } = at.app;
    await rows.budget.saveBudget(ann.ownerId, { daily_cap: null, monthly_cap: null, confirm_at: 8 });
    const start = rows.answers.start.bind(rows.answers);
    vi.spyOn(rows.answers, "start").mockImplementationOnce(async (...of) => {
      await rows.budget.saveBudget(ann.ownerId, { daily_cap: null, monthly_cap: null, confirm_at: 2 });
      return start(...of);
    });
    const ended = await callTool(call, ask, { question: "海鳴精機の沿革を教えてください", max_credits: 7 });
    expect(ended).toMatchObject({ state: "done", stopped_because: "threshold" });
    expect(ended["needs_approval"]).toMatchObject([
      { document_id: "D1", sections: ["s1-2"], credits: 2 },
      { document_id: "D1", sections: ["s2", "s3"], credits: 4 },
    ]);
    expect(ended["detail"]).toContain("confirmation threshold");
    expect(charged()).toBe(0);
    const view = await answerOf(sampleAnswers(), ann, String(ended["answer_id"]));
    expect(view?.not_looked_at[0]).toMatchObject({ document_id: "D1", needs_approval: true });
  });

  test("that a person declined runs nothing", async () => {
    const call = await agentOfAnn();
    const refused = await callTool(call, ask, { question, max_credits: 20 });
    const approvalId = String(refused.error["approval_id"]);
    await decideApproval(at.app.rows, { ownerId: ann.ownerId, approvalId, state: "declined", at: at.clock.nowMs() });
    expect((await callTool(call, ask, { question, max_credits: 20 })).error.code).toBe("approval_declined");
    expect(charged()).toBe(0);
  });

  test("that failed says so with the id in the log, and names what was charged and bought", async () => {
    const call = await agentOfAnn();
    const confirm = call.purchaseService.confirm.bind(call.purchaseService);
    vi.spyOn(call.purchaseService, "confirm").mockImplementationOnce(async (...order) => {
      await confirm(...order);
      throw new TypeError("view is undefined");
    });
    const failed = await callTool(call, ask, { question, max_credits: 3 });
    expect(charged()).toBeGreaterThan(0);
    expect(failed).toMatchObject({ state: "failed", stopped_because: "failed", failure: { code: "app_error" } });
    expect(failed["detail"]).toContain((failed["failure"] as { id: string }).id);
    expect(failed.money["charged"]).toBe(charged());
    const bought = failed["bought"] as { credits: number }[];
    expect(bought.reduce((sum, { credits }) => sum + credits, 0)).toBe(charged());
    const before = charged();
    at.clock.jump(3_600_001);
    const again = await callTool(call, ask, { question, max_credits: 3 });
    expect(again["answer_id"]).not.toBe(failed["answer_id"]);
    expect(again).toMatchObject({ state: "done" });
    expect(charged() - before).toBeLessThanOrEqual(3);
  });

  test("spends no more than the token's caps leave", async () => {
    const call = await agentOfAnn({ total_cap: 2 });
    expect((await callTool(call, ask, { question, max_credits: 3 })).error.code).toBe("over_token_total_cap");
    expect(charged()).toBe(0);
  });
});
