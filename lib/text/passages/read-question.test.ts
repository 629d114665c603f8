import { expect, test } from "vitest";
import { readQuestion, yearsIn } from "./read-question.ts";

test.each([
  [
    "任天堂の2024年3月期の連結の売上高はいくらですか",
    "任天堂",
    { asksFor: "figure", scope: "consolidated", first: "売上高" },
  ],
  [
    "2023年12月期の連結の親会社株主に帰属する当期純利益はいくらですか",
    "",
    { asksFor: "figure", scope: "consolidated", first: "親会社株主に帰属する当期純利益" },
  ],
  ["参天製薬の平均年間給与は何円か", "参天製薬", { asksFor: "figure", scope: null, first: "平均年間給与" }],
  [
    "2024年3月期における任天堂の単体の建設仮勘定を教えてください",
    "任天堂",
    { asksFor: "figure", scope: "separate", first: "建設仮勘定" },
  ],
  ["配当はどのような考え方で決められているか", "", { asksFor: "text", scope: null, first: "配当" }],
  ["2024年3月期の村田製作所ののれんはいくらですか", "村田製作所", { asksFor: "figure", scope: null, first: "のれん" }],
  [
    "What were Nintendo's net sales for the fiscal year ended March 31, 2024?",
    "Nintendo",
    { asksFor: "figure", scope: null, first: "売上高" },
  ],
  ["Who are the largest shareholders?", "", { asksFor: "text", scope: null, first: "大株主" }],
] as const)("%s", (question, name, { asksFor, scope, first }) => {
  const read = readQuestion(question, [name]);
  expect({ asksFor: read.asksFor, scope: read.scope, first: read.labels[0] }).toEqual({ asksFor, scope, first });
  expect(read.kinds.length).toBeGreaterThan(0);
});

test("years are read as they are written in both languages, eras too", () => {
  const march = [{ year: 2024, month: 3 }];
  expect(yearsIn("2024年3月期")).toEqual(march);
  expect(yearsIn("令和6年3月期")).toEqual(march);
  expect(yearsIn("the fiscal year ended March 31, 2024")).toEqual(march);
  expect(yearsIn("FY2024")).toEqual([{ year: 2024, month: null }]);
  expect(yearsIn("自 2023年4月1日 至 2024年3月31日").at(-1)).toEqual(march[0]);
  expect(yearsIn("従業員数")).toEqual([]);
});
