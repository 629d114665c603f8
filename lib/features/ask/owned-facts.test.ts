import { describe, expect, test } from "vitest";
import type { Figures } from "../../evidence/figures/index.ts";
import { SeededRandom } from "../../spending/simulation/environment.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { ownedFacts } from "./owned-facts.ts";

const items = [
  ["jppfs_cor:OperatingIncome", "営業利益", "operating income"],
  ["jppfs_cor:OrdinaryIncome", "経常利益", "ordinary income"],
  ["jpcrp_cor:RateOfReturnOnEquitySummaryOfBusinessResults", "自己資本利益率", "ROE"],
  ["jpcrp_cor:NetAssetsSummaryOfBusinessResults", "純資産額", "net assets"],
] as const;

interface Made {
  readonly item: number;
  readonly end: string;
  readonly months: 3 | 6 | 12 | null;
  readonly basis: "consolidated" | "separate" | null;
  readonly member: string | null;
  readonly value: string;
}

/** Each value stands in one fact alone, so that it tells which one was taken. */
function filingOf(documentId: string, filedAt: string, made: readonly Made[]) {
  const figures: Figures = {
    ...{ standard: null, units: ["JPY"], members: {}, landmarks: [], texts: [], statements: [], unreadCount: 0 },
    elements: items.map(([name]) => ({ name, row: null, ja: null, en: null, extension: false })),
    contexts: made.map(({ end, months, basis, member }) => ({
      start: months === null ? null : startOf(end, months),
      ...{ end, basis, members: member === null ? [] : [{ axis: "a", member }] },
    })),
    facts: made.map(({ item, value }, context) => ({
      ...{ element: item, context, unit: 0, value, nil: false, shown: value, decimals: "0", scale: 0 },
      ...{ negative: false, landmark: -1, row: null },
    })),
  };
  const of = { securityCode: "7001", originalId: "zip", title: "報告書", type: null, issuerName: null, sha256: "a" };
  return { ...of, documentId, filedAt, figures };
}

function startOf(end: string, months: number): string {
  const [year = 0, month = 0] = end.split("-").map(Number);
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10);
}

async function ask(text: string, filings: readonly ReturnType<typeof filingOf>[], newest: string | null = null) {
  const question = readQuestion(text);
  const facts = await ownedFacts(
    { figures: async () => filings },
    { ownerId: "ann", upstream: "s" },
    {
      ...{ question, issuers: [{ security_code: "7001" }], request: {} },
      listed: [{ security_code: "7001", period_end: newest }],
      treeOf: async () => undefined,
    },
  );
  return facts.map(({ figure }) => figure.fact);
}

const year = (end: string, item = 0, basis: Made["basis"] = null): Made => ({
  ...{ item, end, months: 12 as const, basis, member: null, value: `${item}${end.replaceAll("-", "")}` },
});
const five = [2020, 2021, 2022, 2023, 2024].map((each) => year(`${each}-03-31`));

/** Figures of the group in the filing that has this value. */
function groupsIn(filings: readonly (readonly Made[])[], value: string): readonly Made[] {
  const own = filings.find((made) => made.some((each) => each.value === value)) ?? [];
  return own.filter(({ basis, months, member }) => basis === null && months === 12 && member === null);
}

describe("figures of owned packages", () => {
  test("are only ever those of the asked item, year and basis", async () => {
    const random = new SeededRandom(41);
    let [answered, open] = [0, 0];
    for (let round = 0; round < 1_500; round++) {
      const ends = [2021, 2022, 2023, 2024].map((each) => `${each}-${random.pick(["03-31", "03-31", "12-31"])}`);
      const made = ends.flatMap((end) =>
        items.flatMap((_, item) =>
          ([null, "separate"] as const).flatMap((basis) =>
            ([12, 6, 3, null] as const).flatMap((months) =>
              [null, "own:SegmentMember", "jpcrp_cor:ForecastMember"].flatMap((member): Omit<Made, "value">[] =>
                random.happens(0.3) ? [{ item, end, months, basis, member }] : [],
              ),
            ),
          ),
        ),
      );
      const valued = made.map((each, at) => ({ ...each, value: String(1_000 + at) }));
      const half = random.below(valued.length + 1);
      const halves = [valued.slice(half), valued.slice(0, half)];
      const filings = halves.map((each, at) => filingOf(`D${2 - at}`, `202${5 - at}-01-01`, each));
      const item = random.below(items.length);
      const end = random.pick(ends);
      const scope = random.pick(["", "連結", "個別"]);
      const month = Number(end.slice(5, 7));
      const words = `${end.slice(0, 4)}年${month}月期の${scope}${items[item]?.[1]}は?`;
      const facts = await ask(words, filings);
      const right = valued.filter(
        (each) =>
          each.item === item &&
          each.end === end &&
          each.member === null &&
          each.basis === (scope === "個別" ? "separate" : null),
      );
      for (const fact of facts) {
        const taken = valued.find(({ value }) => value === fact?.exact);
        expect(taken, words).toMatchObject({ item, end, member: null });
        expect([12, null], words).toContain(taken?.months);
        if (scope !== "") expect(taken?.basis, words).toBe(scope === "個別" ? "separate" : null);
        else if (taken?.basis === "separate") expect(groupsIn(halves, taken.value), words).toEqual([]);
        answered += 1;
      }
      const years = right.filter(({ months }) => months === 12);
      if (scope === "個別" && years.length === 1 && right.every(({ months }) => months !== null)) {
        expect(facts, words).toHaveLength(1);
        open += 1;
      }
    }
    expect(answered).toBeGreaterThan(300);
    expect(open).toBeGreaterThan(30);
  });

  test("of the newest year answer only where no newer one is listed", async () => {
    const filing = filingOf("D1", "2024-06-20", five);
    expect(await ask("営業利益は?", [filing], "2024-03-31")).toMatchObject([
      { end: "2024-03-31", basis: "consolidated" },
    ]);
    expect(await ask("What was operating income?", [filing])).toMatchObject([{ end: "2024-03-31" }]);
    expect(await ask("営業利益は?", [filing], "2025-03-31")).toEqual([]);
    expect(await ask("前期の営業利益は?", [filing])).toMatchObject([{ end: "2023-03-31" }]);
    expect(await ask("operating income of the previous year", [filing])).toMatchObject([{ end: "2023-03-31" }]);
    expect(await ask("前期の営業利益は?", [filing], "2025-03-31")).toEqual([]);
  });

  test("that end before the newest year of their own filing are not of the newest year", async () => {
    const changed = [...five, year("2026-03-31", 1)];
    expect(await ask("営業利益は?", [filingOf("D1", "2026-06-20", changed)])).toEqual([]);
    expect(await ask("経常利益は?", [filingOf("D1", "2026-06-20", changed)])).toMatchObject([{ end: "2026-03-31" }]);
  });

  test("of several years are the last ones, without a gap", async () => {
    const roe = (years: readonly number[]) =>
      filingOf(
        "D1",
        "2024-06-20",
        years.map((each) => year(`${each}-03-31`, 2)),
      );
    const ends = (facts: Awaited<ReturnType<typeof ask>>) => facts.map((fact) => fact?.end.slice(0, 4));
    const all = [roe([2020, 2021, 2022, 2023, 2024])];
    expect(ends(await ask("ROE over three years", all))).toEqual(["2022", "2023", "2024"]);
    expect(ends(await ask("過去3年のROE", all))).toEqual(["2022", "2023", "2024"]);
    expect(ends(await ask("ROEの推移", all))).toEqual(["2020", "2021", "2022", "2023", "2024"]);
    expect(ends(await ask("ROE over three years", [roe([2021, 2023, 2024])]))).toEqual([]);
    expect(ends(await ask("2023年3月期と2022年3月期の自己資本利益率", all))).toEqual(["2023", "2022"]);
  });

  test("are the group's where nothing is said, and the filer's own where there is no group", async () => {
    const both = [
      year("2024-03-31"),
      { ...year("2024-03-31", 0, "separate"), value: "7" },
      year("2024-03-31", 1, "separate"),
    ];
    expect(await ask("2024年3月期の営業利益", [filingOf("D1", "2024-06-20", both)])).toMatchObject([
      { basis: "consolidated" },
    ]);
    expect(await ask("2024年3月期の経常利益", [filingOf("D1", "2024-06-20", both)])).toEqual([]);
    const own = [year("2024-03-31", 1, "separate")];
    expect(await ask("2024年3月期の経常利益", [filingOf("D1", "2024-06-20", own)])).toMatchObject([
      { basis: "separate" },
    ]);
  });

  test("of several years are of one basis", async () => {
    const later = filingOf("D2", "2025-06-20", [year("2025-03-31")]);
    const first = filingOf("D1", "2024-06-20", [year("2024-03-31", 0, "separate")]);
    expect(await ask("営業利益の推移", [later, first])).toEqual([]);
    expect(await ask("2024年3月期の営業利益", [later, first])).toMatchObject([{ basis: "separate" }]);
  });

  test("that disagree within one filing answer nothing, and a later filing has the last word", async () => {
    const twice = [year("2024-03-31"), { ...year("2024-03-31"), value: "9" }];
    expect(await ask("2024年3月期の営業利益", [filingOf("D1", "2024-06-20", twice)])).toEqual([]);
    const later = filingOf("D2", "2025-06-20", [{ ...year("2024-03-31"), value: "9" }]);
    const first = filingOf("D1", "2024-06-20", [year("2024-03-31")]);
    expect(await ask("2024年3月期の営業利益", [later, first])).toMatchObject([{ exact: "9" }]);
  });

  test.each([
    "前々期の営業利益は?",
    "前期比の営業利益",
    "2024年3月期第1四半期の営業利益",
    "2024年9月中間期の営業利益",
    "営業利益の構成比",
    "売上高に占める営業利益の割合",
    "海外の営業利益",
    "営業利益の予想は?",
    "2030年度の営業利益目標",
    "2024年度までの営業利益の計画",
    "予想営業利益",
    "1株当たり営業利益",
    "営業利益と経常利益",
    "営業利益が減少した理由",
    "営業利益率",
    "今後3年間の営業利益",
    "2019年3月期の営業利益",
    "operating income compared with the previous year",
    "operating income forecast for 2024",
    "operating income per share",
    "overseas operating income",
    "operating income target",
    "operating income and ordinary income",
    "Q1 operating income",
    "change in operating income",
    "operating income margin",
  ])("do not answer %s", async (text) => {
    const all = [...five, ...five.map((each) => ({ ...each, item: 1, value: `9${each.value}` }))];
    expect(await ask(text, [filingOf("D1", "2024-06-20", all)])).toEqual([]);
  });
});
