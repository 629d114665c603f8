import { describe, expect, test } from "vitest";
import { findInTexts } from "../../text/passages/find-in-texts.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { sectionTree } from "../../text/toc/section-tree.ts";
import { evidenceOf } from "./evidence.ts";
import type { ReadSection } from "./read-section.ts";

const keyence = { security_code: "6861", name: "キーエンス" };
const fanuc = { security_code: "6954", name: "ファナック" };
const headings = ["連結経営指標等", "大株主の状況", "会計監査の状況", "事業等のリスク"];
const tree = sectionTree(
  headings.map((title) => ({ section_id: title, title, level: 1, parent_section_id: null, character_count: 500 })),
);

function section(issuer: typeof keyence, heading: string, text: string): ReadSection {
  const node = tree.byId.get(heading);
  if (node === undefined) throw new Error(heading);
  return { documentId: issuer.name, securityCode: issuer.security_code, periodEnd: "2024-03-31", node, text };
}

function asked(words: string, issuers: readonly (typeof keyence)[], sections: readonly ReadSection[]) {
  const question = readQuestion(
    words,
    issuers.map(({ name }) => name),
  );
  return evidenceOf({ find: async (wanted) => findInTexts(wanted) }, { question, issuers, facts: [] }, sections);
}

const sales = (issuer: typeof keyence, before: string, now: string) =>
  section(
    issuer,
    "連結経営指標等",
    `| 決算年月 | 2023年3月 | 2024年3月 |\n|---|---|---|\n| 売上高 | ${before} | ${now} |\n`,
  );
const holders = section(
  keyence,
  "大株主の状況",
  "| 氏名又は名称 | 住所 | 割合(%) |\n|---|---|---|\n| 株式会社ティ・ティ | 大阪府 | 14.53 |\n| 日本銀行信託 | 東京都 | 12.01 |\n",
);

describe("found is said", () => {
  test("of a comparison only where each issuer has its figure, in the order of the question", async () => {
    const words = "キーエンスとファナックの2024年3月期の売上高を比べて";
    const half = await asked(words, [keyence, fanuc], [sales(keyence, "922,422", "967,288")]);
    expect(half).toMatchObject({ holds: false, missing: [{ issuer: fanuc, year: { year: 2024, month: 3 } }] });
    const both = await asked(
      words,
      [keyence, fanuc],
      [sales(fanuc, "851,956", "795,274"), sales(keyence, "922,422", "967,288")],
    );
    expect(both.holds).toBe(true);
    expect(both.answering.figures.map(({ value }) => value)).toEqual(["967,288", "795,274"]);
  });

  test("of each year that is asked for", async () => {
    const read = [sales(keyence, "922,422", "967,288")];
    const both = await asked("キーエンスの売上高は2023年3月期から2024年3月期にどれだけ増えたか", [keyence], read);
    expect(both.answering.figures.map(({ value }) => value)).toEqual(["922,422", "967,288"]);
    const old = await asked("キーエンスの2012年3月期の売上高はいくらか", [keyence], read);
    expect(old).toMatchObject({ holds: false, missing: [{ year: { year: 2012 } }] });
  });

  test("of a trend with the years of one row", async () => {
    const { answering, holds } = await asked("キーエンスの売上高の推移", [keyence], [sales(keyence, "1", "22")]);
    expect(holds).toBe(true);
    expect(answering.figures.map(({ year }) => year?.year)).toEqual([2023, 2024]);
  });

  test("of no row whose label alone is the asked one", async () => {
    const { holds, missing } = await asked(
      "キーエンスの半導体製造装置向けの売上高はいくらか",
      [keyence],
      [sales(keyence, "922,422", "967,288")],
    );
    expect(holds).toBe(false);
    expect(missing[0]?.words).toEqual(["半導体製造装置向"]);
  });

  test("of no row of one part, nor of a share where people are counted", async () => {
    const head = "| 区分 | 従業員数（人） |\n|---|---|\n";
    const staff = (rows: string) =>
      asked("キーエンスの従業員数は何人か", [keyence], [section(keyence, "連結経営指標等", rows)]);
    expect((await staff(`${head}| センサ事業 | 9,677 |\n`)).holds).toBe(false);
    const whole = await staff(`${head}| センサ事業 | 9,677 |\n| 合計 | 34,257 |\n`);
    expect(whole.answering.figures.map(({ value }) => value)).toEqual(["34,257"]);
    const gap = "| 区分 | 従業員数（％） |\n|---|---|\n| 当社 | 88.0 |\n";
    expect((await staff(gap)).answering.figures).toEqual([]);
  });

  test("of no sentence that says the opposite", async () => {
    const risk = async (said: string) => {
      const text = `原材料の価格を${said}リスクがあり、業績に影響を及ぼしました。`;
      return (
        await asked("キーエンスが価格を転嫁できなかったリスク", [keyence], [section(keyence, "事業等のリスク", text)])
      ).holds;
    };
    expect(await risk("転嫁できなかった")).toBe(true);
    expect(await risk("転嫁できた")).toBe(false);
  });

  test("of who it is, with the first row of the list or a short line beneath its label", async () => {
    const first = await asked("キーエンスの筆頭株主は誰か", [keyence], [holders]);
    expect(first.holds).toBe(true);
    expect(first.answering.passages[0]?.shown).toContain("株式会社ティ・ティ 大阪府 14.53");
    expect(first.answering.passages[0]?.shown).not.toContain("12.01");
    const auditor = section(
      keyence,
      "会計監査の状況",
      "**a. 監査法人の名称**\n\n京都監査法人\n\n**b. 継続監査期間**\n\n9年間\n",
    );
    const name = await asked("キーエンスの監査法人はどこか", [keyence], [auditor]);
    expect(name.answering.passages[0]?.shown).toContain("京都監査法人");
    const vague = section(
      keyence,
      "会計監査の状況",
      "監査法人の選定に当たっては、その品質管理体制を考慮しております。",
    );
    expect((await asked("キーエンスの監査法人はどこか", [keyence], [vague])).holds).toBe(false);
  });
});
