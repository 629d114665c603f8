import { beforeEach, describe, expect, test, vi } from "vitest";
import { readFigures } from "../../evidence/figures/reading/read-figures.ts";
import { makeReport } from "../../evidence/figures/testing/make-package.ts";
import { leaseMs } from "../../kit/process/leases.ts";
import { logger } from "../../log.ts";
import { ledgerPage } from "../../spending/library/library-views.ts";
import { simSpender } from "../../spending/simulation/app.ts";
import { passTime } from "../../spending/simulation/environment.ts";
import { ann, at, buy, charged, inTime, restart, sections, startAgain } from "../../spending/testing/purchase-setup.ts";
import { answerOf, endLeftAnswers, listAnswers, planQuestion, startAnswer, stopAnswer } from "./answer-service.ts";
import type { AnswerRun } from "./record.ts";
import { runFacts } from "./tool.ts";
import { answered, planned, riskQuestion, sampleAnswers } from "./testing/answer-setup.ts";

beforeEach(() => restart());

describe("a plan", () => {
  test("is free, names issuer, documents and steps with prices, and says where it stops", async () => {
    const plan = await planned(sampleAnswers());
    expect(charged()).toBe(0);
    expect(plan.issuers).toEqual([{ security_code: "7001", name: "海鳴精機", named_as: "海鳴精機" }]);
    expect(plan.documents.map(({ document_id }) => document_id)).toContain("D1");
    expect(plan.steps.slice(0, plan.stops_at).reduce((sum, { credits }) => sum + credits, 0)).toBe(plan.most);
    expect(plan.most).toBeLessThanOrEqual(5);
    const reasons = plan.steps.flatMap((step) => step.sections).filter(({ title }) => /リスク|事業の状況/u.test(title));
    expect(reasons.map(({ why }) => why)).toContainEqual({
      reason: "heading_words",
      words: ["事業のリスク", "リスク"],
    });
  });

  test("without credits stops before the first step that costs something", async () => {
    const plan = await planned(sampleAnswers(), { ...riskQuestion, budget: 0 });
    expect(plan).toMatchObject({ stops_at: 0, most: 0 });
    expect(plan.total_if_all).toBeGreaterThan(0);
  });

  test("reads what is owned first, for nothing", async () => {
    await buy(sections("s2-2"));
    const plan = await planned(sampleAnswers());
    expect(plan.steps[0]).toMatchObject({ kind: "owned_text", credits: 0, owned: true });
    expect(plan.steps[0]?.sections).toMatchObject([{ section_id: "s2-2" }]);
    expect(plan.steps.slice(1).flatMap((step) => step.sections.map(({ section_id }) => section_id))).not.toContain(
      "s2-2",
    );
  });
});

test("a figure that an owned package has is answered before anything is planned or bought", async () => {
  const zip = makeReport({ year: 2025, sales: [900, 950, 1000, 1100, 1234] });
  const of = { originalId: "zip", title: "報告書", type: null, issuerName: "海鳴精機", securityCode: "7001" };
  const filing = {
    ...of,
    documentId: "D1",
    filedAt: "2025-06-20",
    sha256: "c".repeat(64),
    figures: await readFigures(zip),
  };
  const answers = sampleAnswers({ figures: async () => [filing] });
  const asked = { question: "海鳴精機の2025年3月期の売上高はいくらですか", budget: 5 };
  expect(await planned(answers, asked)).toMatchObject({ steps: [{ kind: "owned_figures", credits: 0 }], most: 0 });
  const run = await answered(answers, asked);
  expect(run).toMatchObject({ holds: true, spent: 0, passages: [], missing: [], stopped_because: "evidence" });
  expect(run.figures).toMatchObject([
    {
      value: "1,234",
      unit: "百万円",
      passage: null,
      fact: { end: "2025-03-31", basis: "consolidated", exact: "1234000000" },
    },
  ]);
  const { figures } = runFacts(run, 1);
  expect(figures).toMatchObject([
    { passage: null, xbrl: { end: "2025-03-31", exact: "1234000000", original_id: "zip" } },
  ]);
  expect(charged()).toBe(0);
});

describe("a run", () => {
  test("stays within the confirmed maximum, and each of its charges is a row of the ledger and of a step", async () => {
    for (const budget of [0, 1, 2, 3, 5, 9]) {
      restart();
      const run = await answered(sampleAnswers(), { ...riskQuestion, budget });
      expect(charged()).toBeLessThanOrEqual(budget);
      expect(run.spent).toBe(charged());
      const rows = [...run.steps.flatMap(({ ledger }) => ledger), ...run.other_ledger];
      expect(rows.reduce((sum, { credits }) => sum + (credits ?? 0), 0)).toBe(charged());
      expect(run.other_ledger).toEqual([]);
      expect(run.state).toBe("done");
      expect((await at.app.rows.agents.task(run.task_id ?? ""))?.state).toBe("closed");
    }
  });

  test("names its task in the ledger of its owner, as one of their own and of no program", async () => {
    const run = await answered(sampleAnswers());
    const { rows } = await ledgerPage(at.app.rows, ann.ownerId, new URLSearchParams());
    expect(rows.length).toBeGreaterThan(0);
    const question = { token_name: null, task_id: run.task_id, task_title: riskQuestion.question };
    expect(rows.map(({ agent }) => agent)).toEqual(rows.map(() => question));
  });

  test("is one run, however often it is started", async () => {
    const answers = sampleAnswers();
    const plan = await planned(answers);
    const start = { plan_id: plan.plan_id, max_credits: 5 };
    await inTime(
      Promise.all([(await startAnswer(answers, ann, start)).running, (await startAnswer(answers, ann, start)).running]),
    );
    expect(await at.app.rows.agents.tasks(ann.ownerId, 10)).toHaveLength(1);
    expect(charged()).toBeLessThanOrEqual(5);
  });

  test("asked again reads what was bought, and pays for none of it twice", async () => {
    const first = await answered(sampleAnswers(), { ...riskQuestion, budget: 40 });
    const before = charged();
    const again = await answered(sampleAnswers(), { ...riskQuestion, budget: 40 });
    expect(first.spent).toBe(before);
    expect(again.steps[0]).toMatchObject({ kind: "owned_text", outcome: "read" });
    expect(again.spent).toBe(charged() - before);
    expect(again.spent).toBeLessThan(first.spent);
  });

  test("is not started for more than its plan, by another owner, or after a day", async () => {
    const answers = sampleAnswers();
    const { plan_id } = await planned(answers);
    await expect(startAnswer(answers, ann, { plan_id, max_credits: 6 })).rejects.toThrow("over_budget");
    const bob = startAnswer(answers, simSpender("bob", ann.upstream), { plan_id, max_credits: 5 });
    await expect(bob).rejects.toThrow("answer_not_found");
    await passTime(at.clock, 25 * 3_600_000);
    await expect(startAnswer(answers, ann, { plan_id, max_credits: 5 })).rejects.toThrow("plan_expired");
    expect(charged()).toBe(0);
  });

  test("can be stopped: the step under way is finished, and none is begun after it", async () => {
    const answers = sampleAnswers();
    const plan = await planned(answers, { ...riskQuestion, budget: 20 });
    const { running } = await startAnswer(answers, ann, { plan_id: plan.plan_id, max_credits: 20 });
    await stopAnswer(answers, ann, plan.plan_id);
    await inTime(running);
    expect(await answerOf(answers, ann, plan.plan_id)).toMatchObject({
      state: "stopped",
      stopped_because: "stopped_by_owner",
    });
    expect(charged()).toBeLessThanOrEqual(plan.steps[0]?.credits ?? 0);
  });

  test("that an owner's cap refuses ends, and says so", async () => {
    await at.app.rows.budget.saveBudget(ann.ownerId, { daily_cap: 1, monthly_cap: null, confirm_at: 4 });
    const run = await answered(sampleAnswers());
    expect(run).toMatchObject({ state: "failed", stopped_because: "refused" });
    expect(run.steps.at(-1)).toMatchObject({ outcome: "failed", error_code: "over_daily_cap" });
  });

  test("of a process that ended is ended from the store, with every charge in its record", async () => {
    const answers = sampleAnswers();
    const plan = await planned(answers);
    at.app.killAt("after-stored");
    const { running } = await startAnswer(answers, ann, { plan_id: plan.plan_id, max_credits: 5 });
    running.catch(() => undefined);
    await passTime(at.clock, 30_000);
    expect(charged()).toBeGreaterThan(0);
    await startAgain();
    await passTime(at.clock, leaseMs + 1_000);
    const after = sampleAnswers();
    await inTime(endLeftAnswers(after));
    const run = await answerOf(after, ann, plan.plan_id);
    expect(run).toMatchObject({ state: "stopped", stopped_because: "interrupted", spent: charged() });
    const rows = [...(run?.steps.flatMap(({ ledger }) => ledger) ?? []), ...(run?.other_ledger ?? [])];
    expect(rows.reduce((sum, { credits }) => sum + (credits ?? 0), 0)).toBe(charged());
    expect(run?.steps.at(-1)?.outcome).toBe("bought");
  });

  test("is shown to its owner alone", async () => {
    const answers = sampleAnswers();
    const run = await answered(answers);
    const bob = simSpender("bob", ann.upstream);
    expect(await answerOf(answers, bob, run.answer_id)).toBeUndefined();
    expect(await listAnswers(answers, bob)).toEqual([]);
    expect((await listAnswers(answers, ann)).map(({ answer_id }) => answer_id)).toEqual([run.answer_id]);
  });

  test("of a question that names nobody buys nothing before the whole market is asked for", async () => {
    const plan = await planned(sampleAnswers(), { question: "リスク", budget: 4 });
    expect(plan).toMatchObject({ needs_issuer: true, steps: [], most: 0 });
    await answered(sampleAnswers(), { question: "リスク", budget: 4 });
    expect(charged()).toBe(0);
    const run = await answered(sampleAnswers(), { question: "リスク", budget: 4, whole_market: true });
    expect(run.steps[0]).toMatchObject({ kind: "search", credits: 1 });
  });
});

describe("a run in which the app fails", () => {
  const brokenProof = () => Promise.reject(new TypeError("texts.get is not a function"));
  const ledgerOf = (run: AnswerRun) => [...run.steps.flatMap(({ ledger }) => ledger), ...run.other_ledger];

  test("says so under an id of the log, with what was charged, and what was bought is owned", async () => {
    const logged = vi.spyOn(logger(), "error");
    const run = await answered(sampleAnswers({ prove: brokenProof }));
    expect(charged()).toBeGreaterThan(0);
    expect(run).toMatchObject({ state: "failed", stopped_because: "failed", spent: charged(), passages: [] });
    expect(run.failure).toMatchObject({ code: "app_error" });
    expect(ledgerOf(run).reduce((sum, { credits }) => sum + (credits ?? 0), 0)).toBe(charged());
    const bought = run.steps.find(({ outcome, kind }) => outcome === "bought" && kind === "sections");
    expect(bought?.ledger).toMatchObject([{ state: "stored" }]);
    expect(logged.mock.calls.map(([fields]) => fields)).toContainEqual(
      expect.objectContaining({ failureId: run.failure?.id, err: expect.any(TypeError) }),
    );
    const before = charged();
    const owned = sections(...(bought?.sections.map(({ section_id }) => section_id) ?? []));
    expect((await inTime(at.app.purchaseService.quote(ann, owned))).owned).toBe(true);
    const again = await answered(sampleAnswers(), { ...riskQuestion, budget: 0 });
    expect(again.passages.length).toBeGreaterThan(0);
    expect(charged()).toBe(before);
  });

  test("shows what it found where only a later step failed", async () => {
    await buy(sections("s2-2"));
    const answers = sampleAnswers();
    let looks = 0;
    const run = await answered({
      ...answers,
      prove: async (...of) => (looks++ === 0 ? brokenProof() : answers.prove(...of)),
    });
    expect(run).toMatchObject({ state: "failed", stopped_because: "failed" });
    expect(run.passages.length).toBeGreaterThan(0);
  });

  test("after a purchase was made does not say that it was not bought", async () => {
    const answers = sampleAnswers();
    const { purchaseService } = answers;
    const confirm = purchaseService.confirm.bind(purchaseService);
    vi.spyOn(purchaseService, "confirm").mockImplementationOnce(async (...order) => {
      await confirm(...order);
      throw new TypeError("view is undefined");
    });
    const run = await answered(answers);
    expect(charged()).toBeGreaterThan(0);
    expect(run).toMatchObject({ state: "failed", stopped_because: "failed", spent: charged() });
    expect(run.steps.at(-1)).toMatchObject({ outcome: "bought", ledger: [{ credits: charged() }] });
  });

  test("names the service's problem where that is why", async () => {
    const answers = sampleAnswers();
    const plan = await planned(answers);
    const finds = answers.finds;
    const problem = { status: 503, code: "upstream_unavailable", detail: "" };
    const failing: typeof finds = (spender) => ({
      ...finds(spender),
      document: () => Promise.reject(Object.assign(new Error("503"), { problem })),
    });
    const start = { plan_id: plan.plan_id, max_credits: 5 };
    await inTime((await startAnswer({ ...answers, finds: failing }, ann, start)).running);
    expect(await answerOf(answers, ann, plan.plan_id)).toMatchObject({
      ...{ state: "failed", stopped_because: "failed", spent: 0 },
      failure: { code: "upstream_unavailable" },
    });
  });

  test("while it is ended after a crash ends as failed, and stands in nobody's way", async () => {
    await buy(sections("s2-2"));
    const before = charged();
    const plan = await planned(sampleAnswers());
    at.app.killAt("after-stored");
    const { running } = await startAnswer(sampleAnswers(), ann, { plan_id: plan.plan_id, max_credits: 5 });
    running.catch(() => undefined);
    await passTime(at.clock, 30_000);
    await startAgain();
    await passTime(at.clock, leaseMs + 1_000);
    await inTime(endLeftAnswers(sampleAnswers({ prove: brokenProof })));
    expect(await answerOf(sampleAnswers(), ann, plan.plan_id)).toMatchObject({
      ...{ state: "failed", stopped_because: "failed", spent: charged() - before },
      failure: { code: "app_error" },
    });
  });
});

test("a request with a field that nobody knows plans nothing", async () => {
  await expect(inTime(planQuestion(sampleAnswers(), ann, { ...riskQuestion, model: "x" }))).rejects.toThrow();
});
