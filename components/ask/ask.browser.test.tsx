import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Asked, fakeServer, later, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { pushed } from "@/components/testing/router";
import type { AnswerRun, QuestionPlan } from "@/lib/features/ask/record";
import type { SharedDossier } from "@/lib/features/ask/shared-view";
import { samplePlan, sampleRun } from "@/lib/features/ask/testing/sample-answer";
import { WordsProvider } from "@/lib/next/provider";
import ask from "@/messages/en/ask.json";
import cost from "@/messages/en/cost.json";
import errors from "@/messages/en/errors.json";
import receipts from "@/messages/en/receipts.json";
import share from "@/messages/en/share.json";
import { AnswerPage } from "./AnswerPage.tsx";
import { AskPage } from "./AskPage.tsx";
import type { AskedForm } from "./asked-form.ts";
import { SharedAnswer } from "./SharedAnswer.tsx";

const credits = { balance: 100, spent_today: 3, spent_month: 3, daily_cap: 50, monthly_cap: null, confirm_at: 4 };

let plan: QuestionPlan;
let run: AnswerRun;
let planned: () => Response | Promise<Response>;
let started: () => Response | Promise<Response>;
let earlier: () => Response;
let state: { share_id: string | null; recheck: unknown };
let balance: number;
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;

beforeEach(() => {
  plan = samplePlan;
  run = sampleRun;
  planned = () => Response.json(plan);
  started = () => Response.json(run);
  earlier = () => Response.json({ answers: [] });
  state = { share_id: null, recheck: null };
  balance = 100;
  server = fakeServer(answer);
});
afterEach(() => {
  mounted.leave();
  server.restore();
});

function answer({ method, url }: Asked): Response | Promise<Response> {
  if (url.endsWith("/api/answers/plan")) return planned();
  if (url.endsWith("/api/answers")) return method === "POST" ? started() : earlier();
  if (url.endsWith("/stop")) {
    run = { ...run, state: "stopped", stopped_because: "stopped_by_owner" };
    return Response.json(run);
  }
  if (url.endsWith("/recheck")) {
    const none = { amended_by_document_id: null, superseded_by_document_id: null, answered: true, gone: false };
    state.recheck = {
      at: "2026-11-23T00:00:00.000Z",
      documents: [
        { document_id: "D1", ...none, changed: false },
        { document_id: "D2", ...none, amended_by_document_id: "D9", changed: true },
      ],
    };
    return Response.json(state);
  }
  if (url.endsWith("/unshare") || url.endsWith("/share")) {
    if (method === "POST") state.share_id = url.endsWith("/unshare") ? null : "share-1";
    return Response.json(state);
  }
  if (url.includes("/api/answers/")) return Response.json(run);
  if (url.includes("/api/v1/issuers")) {
    return Response.json({ issuers: [{ security_code: "99010", name: "三月鑿岩", name_en: "Sangatsu Drilling" }] });
  }
  return url.endsWith("/api/credits") ? Response.json({ ...credits, balance, recent: [] }) : problem(404, "not_found");
}

const empty: AskedForm = { question: "", issuers: [], budget: 5 };
const asked: AskedForm = { ...empty, question: samplePlan.question };
const within = (children: React.ReactNode) => (
  <WordsProvider locale="en" messages={{ ask, cost, errors, receipts, share }}>
    {children}
  </WordsProvider>
);
const showForm = (initial: AskedForm = asked, wording: { host: string; model: string } | null = null) => {
  mounted = mount(within(<AskPage initial={initial} wording={wording} />));
};
const showAnswer = () => {
  mounted = mount(within(<AnswerPage answerId="answer_sample" wording={null} sources={null} />));
};
const sent = (method: string, end: string) =>
  server.asked.filter((each) => each.method === method && each.url.endsWith(end)).map(({ body }) => body);
const button = (name: string | RegExp) => page.getByRole("button", { name });

test("a plan is shown with prices, what is owned, and where the budget ends, before anything is spent", async () => {
  showForm();
  await expect.element(page.getByText("No questions yet")).toBeVisible();
  await button("Plan").click();
  await expect.element(page.getByRole("heading", { name: "The plan" })).toHaveFocus();
  await expect.element(page.getByText("主要な経営指標等の推移")).toBeVisible();
  await expect.element(page.getByText("The budget of 5 credits ends here.", { exact: false })).toBeVisible();
  const rows = [...mounted.element.querySelectorAll("[data-plan] > li")].map((each) => each.textContent);
  expect(rows).toHaveLength(5);
  expect(rows[3]).toContain("The budget of 5 credits ends here");
  expect(rows[0]).toContain("Owned");
  expect(sent("POST", "/api/answers/plan")).toEqual([{ question: samplePlan.question, budget: 5 }]);
  expect(sent("POST", "/api/answers")).toEqual([]);
});

test("one confirmation runs the plan that was shown for no more than its most, and leads to the answer", async () => {
  showForm();
  await button("Plan").click();
  await expect.element(page.getByText(/Balance 100 → 97 at the least/)).toBeVisible();
  await button(/^Answer it/).click();
  await expect.poll(() => pushed).toContain("/ask/answer_sample");
  expect(sent("POST", "/api/answers")).toEqual([{ plan_id: "plan_sample", max_credits: 3 }]);
});

test("two clicks while it starts are one run", async () => {
  const slow = later();
  started = () => slow.answer;
  showForm();
  await button("Plan").click();
  await button(/^Answer it/).click();
  await button(/^Starting/).click();
  slow.give(Response.json(run));
  await expect.poll(() => sent("POST", "/api/answers").length).toBe(1);
});

test("a question that was changed after its plan can't be run by it", async () => {
  showForm();
  await button("Plan").click();
  await expect.element(page.getByRole("heading", { name: "The plan" })).toBeVisible();
  await page.getByLabelText("Question").fill("別の質問はどうなるか。");
  await expect.element(page.getByText("The question has changed.", { exact: false })).toBeVisible();
  await button(/^Answer it/).click({ force: true });
  expect(sent("POST", "/api/answers")).toEqual([]);
});

test("it is said before the run where bought text is sent", async () => {
  showForm(asked, { host: "models.example", model: "m-1" });
  await button("Plan").click();
  await expect.element(page.getByText(/bought text included, are sent to models\.example.*m-1/)).toBeVisible();
});

test("too little balance blocks the run and says so", async () => {
  balance = 2;
  showForm();
  await button("Plan").click();
  await expect.element(button(/^Answer it/)).toHaveAttribute("aria-disabled", "true");
  await button(/^Answer it/).click({ force: true });
  expect(sent("POST", "/api/answers")).toEqual([]);
});

test("a plan without steps, one beyond the budget, and one of owned text say what they are", async () => {
  plan = { ...samplePlan, steps: [], stops_at: 0, most: 0 };
  showForm();
  await button("Plan").click();
  await expect.element(page.getByText("Nothing to search")).toBeVisible();
  plan = { ...samplePlan, steps: samplePlan.steps.slice(3), stops_at: 0, most: 0 };
  await button("Plan").click();
  await expect.element(page.getByText("The first step costs 8.", { exact: false })).toBeVisible();
  plan = { ...samplePlan, steps: samplePlan.steps.slice(0, 1), stops_at: 1, most: 0 };
  await button("Plan").click();
  await button("Answer from what you own").click();
  await expect.poll(() => sent("POST", "/api/answers")).toEqual([{ plan_id: "plan_sample", max_credits: 0 }]);
});

test("a refused plan says so in place, and is asked for again", async () => {
  planned = () => problem(502, "upstream_unreachable");
  showForm();
  await button("Plan").click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  planned = () => Response.json(plan);
  await button("Try again").click();
  await expect.element(page.getByRole("heading", { name: "The plan" })).toBeVisible();
});

test("issuers are found and chosen with the keyboard, and taken out", async () => {
  showForm();
  const field = page.getByRole("combobox");
  await field.fill("三月");
  await expect.element(page.getByRole("option", { name: /99010/ })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(button("Take out 三月鑿岩")).toBeVisible();
  await button("Plan").click();
  await expect
    .poll(() => sent("POST", "/api/answers/plan"))
    .toEqual([{ question: samplePlan.question, budget: 5, security_codes: ["99010"] }]);
  await button("Take out 三月鑿岩").click();
  await expect.element(button("Take out 三月鑿岩")).not.toBeInTheDocument();
});

test("a running answer shows its steps and is stopped; what was found so far stays", async () => {
  const [first] = sampleRun.steps;
  if (first === undefined) throw new Error("no step");
  run = {
    ...sampleRun,
    state: "running",
    steps: [first],
    spent: 0,
    ended_at: null,
    stopped_because: null,
    passages: [],
    figures: [],
    not_looked_at: [],
  };
  showAnswer();
  await expect.element(page.getByText("Running · 1 of 3 steps")).toBeVisible();
  await expect.element(page.getByText("Waiting").first()).toBeVisible();
  await button("Stop").click();
  await expect.element(page.getByText("You stopped it.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("It ended before an answer was found")).toBeVisible();
  expect(sent("POST", "/stop")).toHaveLength(1);
});

test("an answer shows figures, passages at their places, receipts, amendments and what was left out", async () => {
  showAnswer();
  await expect.element(page.getByText("The answer was found.")).toBeVisible();
  await expect.element(page.getByText("2 credits of 3 charged.")).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "12,345百万円" })).toBeVisible();
  const place = page.getByRole("link", { name: "主要な経営指標等の推移" }).first();
  await expect.element(place).toHaveAttribute("href", expect.stringMatching(/^\/documents\/D1\/sections\/s2#q=/));
  await expect.element(page.getByRole("link", { name: "Proof" }).first()).toHaveAttribute("href", "/check/receipt-1");
  await expect.element(page.getByText("Amended since", { exact: false })).toBeVisible();
  await page.getByText(/^Cost and steps: /).click();
  await expect.element(page.getByText("連結財務諸表")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Spending" }))
    .toHaveAttribute("href", "/library/spending?row=intent-1");
  const struck = mounted.element.querySelector("[data-struck=true]");
  expect(struck?.querySelector("del")?.textContent).toBe("翌期は20,000百万円を見込む。");
  expect(struck?.textContent).toContain("no quote");
});

test("a model's wording is called unverified, and a translation more so", async () => {
  const sentence = { text: "Net sales rose.", quotes: [{ passage: 1, quote: "売上高は増加した。" }], struck: false };
  run = { ...sampleRun, wording: { unverified: true, sentences: [{ ...sentence, translated: true }] } };
  showAnswer();
  await expect.element(page.getByRole("heading", { name: "Worded by a model, unverified" })).toBeVisible();
  await expect.element(page.getByText("unverified translation", { exact: false })).toBeVisible();
});

test("the words of the question are marked in the passages, the longest first", async () => {
  run = { ...sampleRun, plan: { ...sampleRun.plan, words: ["売上", "売上高", "8.3％"] } };
  showAnswer();
  await expect.element(page.getByText("The answer was found.")).toBeVisible();
  const marks = [...mounted.element.querySelectorAll("li[id^=passage] mark")].map((mark) => mark.textContent);
  expect(marks).toEqual(["売上高", "売上高", "8.3％"]);
});

test("a row of a table stands as a row, with or without its outer pipes; many headings are counted", async () => {
  const [passage] = sampleRun.passages;
  const [step] = sampleRun.plan.steps;
  const [section] = step?.sections ?? [];
  if (passage === undefined || section === undefined) throw new Error("no sample");
  const sections = ["一", "二", "三", "四", "五", "六"].map((title) => ({ section_id: title, title }));
  run = {
    ...sampleRun,
    passages: [
      { ...passage, text: "売上高 | 398,077 | △419,899" },
      { ...passage, text: "| 区分 | 前期 |\n|---|---:|\n| 利益 | 12 |" },
      { ...passage, text: "文である。" },
    ],
    not_looked_at: [{ document_id: "D1", document_title: "報告書", sections, credits: 2 }],
  };
  showAnswer();
  await page.getByText(/^Cost and steps: /).click();
  await expect.element(page.getByText("一 · 二 · 三 · 四 · 2 more")).toBeVisible();
  const tables = [...mounted.element.querySelectorAll("li[id^=passage] table")].map((each) =>
    [...each.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  expect(tables).toEqual([
    [["売上高", "398,077", "△419,899"]],
    [
      ["区分", "前期"],
      ["利益", "12"],
    ],
  ]);
  expect(mounted.element.querySelectorAll("li[id^=passage] blockquote")).toHaveLength(1);
});

test("a run that passed a document over for the threshold says so, and which", async () => {
  const sections = [{ section_id: "s1", title: "沿革" }];
  run = {
    ...{ ...sampleRun, passages: [], figures: [], holds: false, stopped_because: "threshold" },
    not_looked_at: [
      { document_id: "D1", document_title: "報告書", sections, credits: 2, needs_approval: true },
      { document_id: "D2", document_title: "短信", sections, credits: 2 },
    ],
  };
  showAnswer();
  await expect.element(page.getByText("It ended before an answer was found")).toBeVisible();
  await expect.element(page.getByText("was not in the plan you approved", { exact: false })).toBeVisible();
  expect(page.getByText("passed over: it reaches your confirmation threshold").elements()).toHaveLength(1);
});

test("an answer in part says what is missing and what it costs; several companies are one table", async () => {
  const figure = { ...sampleRun.figures[0], passage: 0, row: "売上高", column: "", unit: "百万円", score: 1 };
  const place = { document_id: "D1", section_id: "s2" };
  run = {
    ...{ ...sampleRun, holds: false, stopped_because: "budget" },
    missing: [
      ...[{ security_code: "6954", issuer_name: "ファナック", period: "2025-03", words: ["株式報酬"] }].map((each) => ({
        ...each,
        ...{ has_documents: true, credits: 2 },
      })),
    ],
    figures: [
      { ...figure, ...place, value: "1,200", security_code: "99010", period: "2025-03" },
      { ...figure, ...place, value: "600", security_code: "6861", period: "2025-03" },
    ],
  };
  showAnswer();
  const missing =
    "ファナック, year to Mar 2025: not found in the text that was read. The next section costs 2 credits. Not covered by the text that was read: 株式報酬.";
  await expect.element(page.getByText(missing)).toBeVisible();
  await expect.element(page.getByText("−600", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Computed from the figures above, not quoted.")).toBeVisible();
});

test("an interrupted answer and charges without a step are told", async () => {
  run = {
    ...sampleRun,
    state: "failed",
    stopped_because: "interrupted",
    spent: 3,
    other_ledger: [
      { intent_id: "i-9", state: "unknown", credits: null, credits_max: 1, at: "2026-11-22T10:01:00+09:00" },
    ],
  };
  showAnswer();
  await expect.element(page.getByText("asking again continues from there", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Up to 1 more may have been charged.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Charged before a crash, without a step")).toBeVisible();
});

test("a failed answer says so with the id of the log, and not that nothing was found", async () => {
  run = {
    ...sampleRun,
    ...{ state: "failed", stopped_because: "failed", failure: { id: "err_7", code: "app_error" } },
    ...{ passages: [], figures: [], holds: false },
  };
  delete run.wording;
  showAnswer();
  await expect.element(page.getByText(/^It failed \(app_error\).*err_7/)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "It ended before an answer was found" })).toBeVisible();
  expect(page.getByText("No answer was found").elements()).toEqual([]);
  await expect.element(page.getByText("2 credits of 3 charged.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "主要な経営指標等の推移" }).first()).toBeVisible();
});

test("a dossier is downloaded, shared, unshared and checked again", async () => {
  showAnswer();
  await page.getByText(/^Proof: /).click();
  await expect
    .element(page.getByRole("link", { name: "Download" }))
    .toHaveAttribute("href", "/api/answers/answer_sample/dossier");
  await button("Share").click();
  await expect.element(button("Copy link")).toBeVisible();
  await button("Check again").click();
  await expect.element(page.getByRole("link", { name: "D9" })).toBeVisible();
  await button("Stop sharing").click();
  await expect.element(button("Share")).toBeVisible();
});

test("an answer of nobody is not found, and one that can't be read is told with a way to try again", async () => {
  server.restore();
  server = fakeServer(() => problem(404, "answer_not_found"));
  showAnswer();
  await expect.element(page.getByText("Answer not found")).toBeVisible();
  mounted.leave();
  server.restore();
  server = fakeServer(() => problem(500, "internal_error"));
  showAnswer();
  await expect.element(page.getByRole("alert")).toBeVisible();
});

test("another reader sees places, hashes and prices, and words only where they are owned", async () => {
  const [first, second] = sampleRun.passages.map(({ receipt_id: _receipt, score: _score, ...place }) => place);
  if (first === undefined || second === undefined) throw new Error("no passages");
  const { question } = samplePlan;
  const shared: SharedDossier = {
    ...{ question, service: "http://s", asked_at: "", ended_at: null, state: "done", stopped_because: "evidence" },
    ...{ holds: true, plan: samplePlan, not_looked_at: [], issued_at: "2026-11-22T01:02:00.000Z", amendments: [] },
    sha256: "f".repeat(64),
    total: { budget: 3, charged: 2, unknown: 0 },
    passages: [
      { ...first, text: null, characters: 29 },
      { ...second, characters: 29 },
    ],
    ...{ figures: [], figures_hidden: 1, sentences: [], sentences_hidden: 1, recheck: null },
  };
  mounted = mount(within(<SharedAnswer shared={shared} sameService />));
  await expect.element(page.getByText("29 characters of text you don’t own")).toBeVisible();
  await expect.element(page.getByText(second.text)).toBeVisible();
  await expect.element(page.getByText("2 sentences and figures are not shown", { exact: false })).toBeVisible();
  await expect.element(page.getByText(shared.sha256, { exact: false })).toBeVisible();
  expect(mounted.element.textContent).not.toContain("11,400");
  expect(page.getByRole("link", { name: /Proof|Spending/ }).elements()).toEqual([]);
});
