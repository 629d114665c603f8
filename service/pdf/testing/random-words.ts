/** A number from 0, below the given one. */
export type Random = (below: number) => number;

/** The words of random tables. */
export interface Words {
  readonly sentence: () => string;
  readonly unit: () => string;
  readonly note: () => string;
  readonly period: (at: number) => string;
  readonly head: (at: number, isWords: boolean) => string;
  readonly label: (isLong: boolean) => string;
  readonly phrase: () => string;
  readonly figure: () => string;
  /** What a line may be broken between. */
  readonly units: (text: string) => readonly string[];
}

export type Font = "japanese" | "japanese-bold" | "sans" | "serif";

export const texts = {
  fonts: ["japanese", "japanese-bold", "japanese", "sans", "serif"] as readonly Font[],
  wordsOf: (font: Font, random: Random): Words =>
    font === "sans" || font === "serif" ? english(random) : japanese(random),
};

const pick = <T>(random: Random, from: readonly [T, ...T[]]): T => from[random(from.length)] ?? from[0];

function figureOf(random: Random, minus: string, absent: string): string {
  const kind = random(10);
  if (kind === 0) return absent;
  if (kind === 1) return `${random(100)}.${random(10)}`;
  const value = random(10 ** (1 + random(8))).toLocaleString("en-US");
  return kind < 4 ? `${minus}${value}` : value;
}

function japanese(random: Random): Words {
  const things = ["製品", "倉庫", "研究所", "資産", "負債", "株式", "契約", "受取配当金", "物流", "不動産"] as const;
  const ends = ["の売却", "及び管理", "の賃借", "合計", "等", "に係る調整額", "の取得による支出", "本社"] as const;
  const label = () => `${pick(random, things)}${pick(random, ends)}`;
  return {
    sentence: () =>
      `当社の${label()}に関する事項は、次のとおりであり、必要な手続を経ております。`.repeat(1 + random(2)),
    unit: () => "（単位：百万円）",
    note: () => `（注）${1 + random(3)}．${label()}の金額には、${label()}を含めて記載しております。`,
    period: (at) => `第${20 + at}期（自2023年4月1日）`,
    head: (at, isWords) => (isWords ? label() : pick(random, [`202${at}年３月期`, "金額（百万円）", "構成比（％）"])),
    label: (isLong) => (isLong ? `${label()}又は${label()}（${label()}を除く）` : label()),
    phrase: () => Array.from({ length: 1 + random(4) }, label).join("、"),
    figure: () => figureOf(random, "△", "－"),
    units: (text) => [...text],
  };
}

function english(random: Random): Words {
  const things = ["Plant", "Deferred tax", "Inventories", "Lease", "Goodwill", "Dividends", "Research"] as const;
  const ends = ["and equipment", "liabilities", "receivable", "of subsidiaries", "net", "paid to owners"] as const;
  const label = () => `${pick(random, things)} ${pick(random, ends)}`;
  return {
    sentence: () => `The following table shows ${label().toLowerCase()} as of the end of each fiscal year, in detail.`,
    unit: () => "(Millions of yen)",
    note: () => `Note: Amounts of ${label().toLowerCase()} include those of ${label().toLowerCase()} of that period.`,
    period: (at) => `Year ended March 31, 202${at}`,
    head: (at, isWords) => (isWords ? label() : pick(random, [`FY202${at}`, "Amount", "Change (%)"])),
    label: (isLong) => (isLong ? `${label()} and ${label().toLowerCase()} excluding others` : label()),
    phrase: () => Array.from({ length: 1 + random(3) }, label).join(", "),
    figure: () => figureOf(random, "-", "-"),
    units: (text) => text.match(/\S+\s*/g) ?? [""],
  };
}
