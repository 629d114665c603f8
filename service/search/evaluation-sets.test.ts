import { expect, test } from "vitest";
import { measured, printed } from "./core/evaluate.ts";
import { readEvaluation } from "./evaluation-sets.ts";

const passage = { passage: "7", title: null, text: "売上高は増加した。" };

test("sets of questions are read in each of their forms, and say the same", () => {
  const own = [passage, { question: "どうした", text: "どうした", answers: ["7"] }];
  const lines = (each: readonly unknown[]) => each.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect(readEvaluation(`${lines(own)}\n`)).toEqual(own);
  const jfinteb = [
    { docid: 7, text: passage.text },
    { query: "どうした", relevant_docs: [7] },
  ];
  expect(readEvaluation(lines(jfinteb))).toEqual(own);
  const qas = [{ id: "a1", question: "どうした", answers: [{ text: "増加", answer_start: 4 }] }];
  const paragraphs = [{ context: `決算 [SEP] ${passage.text}`, qas }];
  expect(readEvaluation(JSON.stringify({ data: [{ title: "決算", paragraphs }] }))).toEqual([
    { ...passage, passage: "p0" },
    { question: "a1", text: "どうした", answers: ["p0"] },
  ]);
});

test("what is neither is refused with its line", () => {
  expect(() => readEvaluation(`${JSON.stringify(passage)}\n{"text":"a"}`)).toThrow("line 2: neither");
  expect(() => readEvaluation('{"data":[1]}')).toThrow("like SQuAD");
});

test("ranks become shares, reciprocals and gains, with intervals that are wider for fewer questions", () => {
  const one = [
    { ranks: [1], answers: 1 },
    { ranks: [3], answers: 1 },
    { ranks: [], answers: 1 },
    { ranks: [1, 2], answers: 2 },
  ];
  const few = measured(one);
  expect(few).toMatchObject({ r1: 50, r5: 75, r10: 75, mrr10: 58.33, ndcg10: 62.5 });
  expect(few.intervals.r1).toEqual([15, 85]);
  const many = measured(Array.from({ length: 100 }, () => one).flat());
  expect(many.intervals.r1).toEqual([45.12, 54.88]);
  expect(measured([{ ranks: [1], answers: 1 }]).intervals.r1[1]).toBe(100);
  expect(printed(few)).toMatch(/^R@1 50 \[15, 85\] {2}R@5 75 /);
});
