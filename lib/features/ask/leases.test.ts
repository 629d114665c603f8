import { beforeEach, expect, test } from "vitest";
import { passTime } from "../../spending/simulation/environment.ts";
import { ann, at, charged, inTime, restart, startAnother } from "../../spending/testing/purchase-setup.ts";
import { answerOf, endLeftAnswers, startAnswer } from "./answer-service.ts";
import { RunningAnswers } from "./running-answers.ts";
import { planned, riskQuestion, sampleAnswers } from "./testing/answer-setup.ts";

beforeEach(() => restart());

/** Answers of other processes on the same store. */
const others = (...seeds: number[]) => seeds.map((seed) => sampleAnswers({}, startAnother(seed)));
const runOf = (id: string) => answerOf(sampleAnswers({}, startAnother(5)), ann, id);

async function begun(budget = 20): Promise<{ readonly id: string; readonly running: Promise<void> }> {
  const answers = sampleAnswers();
  const plan = await planned(answers, { ...riskQuestion, budget });
  const { running } = await startAnswer(answers, ann, { plan_id: plan.plan_id, max_credits: budget });
  running.catch(() => undefined);
  await passTime(at.clock, 500);
  return { id: plan.plan_id, running };
}

test("a run of a living process is left to it, whoever starts or looks meanwhile", async () => {
  restart({ workMs: 40_000 });
  const { id, running } = await begun(4);
  const [other] = others(31);
  if (other === undefined) throw new Error("no other");
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await passTime(at.clock, 10_000);
    await at.app.purchaseService.runner.renew();
    await endLeftAnswers(other);
    expect((await runOf(id))?.stopped_because).not.toBe("interrupted");
  }
  await inTime(running, 4_000_000);
  expect((await runOf(id))?.state).toBe("done");
});

test("a run of a killed process is ended by exactly one other, once its lease has run out", async () => {
  restart({ workMs: 20_000 });
  const { id } = await begun();
  at.app.kill();
  const both = others(31, 37);
  const taken: boolean[] = [];
  // The rows of a store are the same for all of its processes.
  const { answers } = both[0]?.rows ?? at.app.rows;
  const { take } = answers;
  answers.take = async (...of) => {
    taken.push(await take(...of));
    return taken.at(-1) === true;
  };
  await Promise.all(both.map((each) => endLeftAnswers(each)));
  expect((await runOf(id))?.state).toBe("running");
  await passTime(at.clock, 31_000);
  await inTime(Promise.all(both.map((each) => endLeftAnswers(each))));
  expect(await runOf(id)).toMatchObject({ state: "stopped", stopped_because: "interrupted" });
  // The other one was refused, or looked when it had ended.
  expect(taken.filter((each) => each)).toEqual([true]);
  expect(charged()).toBeLessThanOrEqual(20);
});

test("a run whose process is asked to end stops after its step, and says that it was interrupted", async () => {
  restart({ workMs: 2_000 });
  const { id, running } = await begun();
  const answers = new RunningAnswers();
  answers.goOn(running);
  await inTime(Promise.all([at.app.purchaseService.runner.close(), answers.settled()]));
  const run = await runOf(id);
  expect(run).toMatchObject({ state: "stopped", stopped_because: "interrupted", spent: charged() });
  expect(charged()).toBeGreaterThan(0);
});
