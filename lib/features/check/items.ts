import { itemNames } from "../../text/passages/english-labels.ts";
import type { ClaimedItem } from "./claims.ts";
import { evenText } from "./quantities.ts";

/** Names of items in both languages, with the labels under which filings print them, the likeliest first. */
const ownNames: readonly (readonly [name: string, ...labels: string[]])[] = [
  ["net income", "親会社株主に帰属する当期純利益", "親会社の所有者に帰属する当期利益", "当期純利益", "当期利益"],
  ["net profit", "親会社株主に帰属する当期純利益", "親会社の所有者に帰属する当期利益", "当期純利益", "当期利益"],
  ["profit for the year", "当期純利益", "当期利益"],
  ["profit attributable to owners of the parent", "親会社株主に帰属する当期純利益", "親会社の所有者に帰属する当期利益"],
  ["profit attributable to owners of parent", "親会社株主に帰属する当期純利益", "親会社の所有者に帰属する当期利益"],
  ["revenue", "売上収益", "売上高", "営業収益"],
  ["revenues", "売上収益", "売上高", "営業収益"],
  ["sales", "売上高", "売上収益"],
  ["operating profit", "営業利益"],
  ["operating income", "営業利益"],
  ["total assets", "資産合計", "総資産", "総資産額"],
  ["net assets", "純資産合計", "純資産", "純資産額"],
  ["operating cash flow", "営業活動によるキャッシュ・フロー"],
  ["cash flow from operations", "営業活動によるキャッシュ・フロー"],
  ["cash flows from operating activities", "営業活動によるキャッシュ・フロー"],
  ["cash flows from investing activities", "投資活動によるキャッシュ・フロー"],
  ["cash flows from financing activities", "財務活動によるキャッシュ・フロー"],
  ["investing cash flow", "投資活動によるキャッシュ・フロー"],
  ["financing cash flow", "財務活動によるキャッシュ・フロー"],
  ["EPS", "1株当たり当期純利益", "1株当たり当期純利益金額", "基本的1株当たり当期利益"],
  ["ROE", "自己資本利益率", "自己資本当期純利益率", "親会社所有者帰属持分当期利益率"],
  ["equity ratio", "自己資本比率", "親会社所有者帰属持分比率"],
  ["number of employees", "従業員数"],
  ["headcount", "従業員数"],
  ["employees", "従業員数"],
  ["R&D expenses", "研究開発費"],
  ["research and development expenses", "研究開発費"],
  ["capital expenditures", "設備投資額", "設備投資"],
  ["売上", "売上高", "売上収益", "営業収益"],
  ["純利益", "親会社株主に帰属する当期純利益", "親会社の所有者に帰属する当期利益", "当期純利益", "当期利益"],
  ["最終利益", "親会社株主に帰属する当期純利益", "親会社の所有者に帰属する当期利益", "当期純利益"],
  ["当期純利益", "当期純利益", "親会社株主に帰属する当期純利益"],
  ["当期利益", "当期利益", "親会社の所有者に帰属する当期利益"],
  ["総資産", "総資産", "総資産額", "資産合計"],
  ["総資産額", "総資産額", "総資産", "資産合計"],
  ["純資産", "純資産", "純資産額", "純資産合計"],
  ["純資産額", "純資産額", "純資産", "純資産合計"],
  ["資産合計", "資産合計", "総資産額"],
  ["純資産合計", "純資産合計", "純資産額"],
  ["営業CF", "営業活動によるキャッシュ・フロー"],
  ["投資CF", "投資活動によるキャッシュ・フロー"],
  ["財務CF", "財務活動によるキャッシュ・フロー"],
  ["営業キャッシュ・フロー", "営業活動によるキャッシュ・フロー"],
  ["投資キャッシュ・フロー", "投資活動によるキャッシュ・フロー"],
  ["財務キャッシュ・フロー", "財務活動によるキャッシュ・フロー"],
  ["営業キャッシュフロー", "営業活動によるキャッシュ・フロー"],
  ["投資キャッシュフロー", "投資活動によるキャッシュ・フロー"],
  ["財務キャッシュフロー", "財務活動によるキャッシュ・フロー"],
  ["1株当たり利益", "1株当たり当期純利益", "1株当たり当期純利益金額", "基本的1株当たり当期利益"],
  ["1株当たり当期純利益", "1株当たり当期純利益", "1株当たり当期純利益金額"],
  ["1株当たり純資産", "1株当たり純資産額", "1株当たり純資産"],
  ["研究開発費", "研究開発費", "研究開発費の総額", "研究開発費用"],
  ["販管費", "販売費及び一般管理費", "販売費及び一般管理費合計"],
  ["現預金", "現金及び預金"],
  ["従業員数", "従業員数"],
];

const lossNames: readonly (readonly [name: string, ...labels: string[]])[] = [
  ["営業損失", "営業利益", "営業損失"],
  ["営業赤字", "営業利益", "営業損失"],
  ["経常損失", "経常利益", "経常損失"],
  ["当期純損失", "当期純利益", "当期純損失", "親会社株主に帰属する当期純利益", "親会社株主に帰属する当期純損失"],
  ["純損失", "親会社株主に帰属する当期純利益", "当期純利益", "当期純損失", "親会社株主に帰属する当期純損失"],
  ["最終赤字", "親会社株主に帰属する当期純利益", "当期純利益", "当期純損失", "親会社株主に帰属する当期純損失"],
  ["operating loss", "営業利益", "営業損失"],
  ["ordinary loss", "経常利益", "経常損失"],
  ["net loss", "親会社株主に帰属する当期純利益", "当期純利益", "当期純損失", "親会社株主に帰属する当期純損失"],
];

/** Words of the table of questions that are no items with an amount. */
const notAmounts = new Set([
  "business",
  "risk",
  "results",
  "issues",
  "history",
  "plants",
  "region",
  "outlook",
  "segment",
  "contracts",
  "directors",
  "officers",
  "shareholders",
  "strategy",
  "subsidiaries",
  "affiliates",
  "audit",
  "auditor",
  "women",
  "female",
  "profit",
  "facilities",
  "factories",
  "provision",
  "lease",
  "pension",
  "estimates",
  "dividend",
  "dividends",
]);
/** Longer labels are sentences. */
const labelMax = 60;
const labelsMax = 50_000;

/** A label as it is compared: without spaces, notes, units, numbering and the words for a loss in brackets. */
export function bareLabel(label: string): string {
  return evenText(label.normalize("NFKC").slice(0, 300))
    .replace(/[\s]+/gu, "")
    .replace(/[(（\[［【][^)）\]］】]{0,30}[)）\]］】]/gu, "")
    .replace(/※[\d,、]*|\*\d*|注\d+$/gu, "")
    .replace(/^(?:(?:[ivxIVX]{1,4}|\d{1,2})[.、)]|[①-⑳ⅰ-ⅿ])(?=[^\d\w])/gu, "")
    .replace(/又は.*?損失|または.*?損失/gu, "")
    .toLowerCase();
}

export interface FoundItem extends ClaimedItem {
  readonly start: number;
  readonly end: number;
}

/** Finds the items that a text names: those known everywhere, and those that owned filings have in their rows. */
export class Items {
  readonly #byStart = new Map<string, { name: string; labels: readonly string[]; isLoss: boolean }[]>();
  readonly #whole = new Map<string, ClaimedItem>();

  constructor(rowLabels: Iterable<string> = []) {
    const names = new Map<string, { labels: readonly string[]; isLoss: boolean }>();
    for (const [name, ...labels] of itemNames) {
      if (!notAmounts.has(name)) names.set(name.toLowerCase(), { labels, isLoss: false });
      for (const label of labels) names.set(bareLabel(label), { labels: [label], isLoss: false });
    }
    for (const [name, ...labels] of ownNames) names.set(name.toLowerCase(), { labels, isLoss: false });
    for (const [name, ...labels] of lossNames) names.set(name.toLowerCase(), { labels, isLoss: true });
    for (const label of rowLabels) {
      const bare = bareLabel(label);
      if (
        bare.length >= 2 &&
        bare.length <= labelMax &&
        !names.has(bare) &&
        names.size < labelsMax &&
        /\p{L}/u.test(bare)
      )
        names.set(bare, { labels: [bare], isLoss: false });
    }
    for (const [name, { labels, isLoss }] of names) {
      const known = { name, labels: labels.map(bareLabel), isLoss };
      const start = name.slice(0, 2);
      const same = this.#byStart.get(start);
      if (same === undefined) this.#byStart.set(start, [known]);
      else same.push(known);
      this.#whole.set(bareLabel(name), { text: name, labels: known.labels, isLoss });
    }
    for (const same of this.#byStart.values()) same.sort((a, b) => b.name.length - a.name.length);
  }

  /** The item that a cell of a table names by all of its words. */
  named(cell: string): ClaimedItem | undefined {
    const bare = bareLabel(cell);
    const found = this.#whole.get(bare);
    return found === undefined ? undefined : { ...found, text: cell };
  }

  /** In an even text; the longest names, without overlaps. */
  in(text: string): FoundItem[] {
    const lower = lowered(text);
    const found: FoundItem[] = [];
    for (let at = 0; at < lower.length; at++) {
      const match = this.#byStart
        .get(lower.slice(at, at + 2))
        ?.find(({ name }) => lower.startsWith(name, at) && isWhole(lower, at, at + name.length));
      if (match === undefined) continue;
      const end = at + match.name.length;
      found.push({ start: at, end, text: text.slice(at, end), labels: match.labels, isLoss: match.isLoss });
      at = end - 1;
    }
    return found;
  }
}

/** Of the same length as the text, which lowering other letters may change. */
function lowered(text: string): string {
  return text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
}

/** English names stand between other characters than letters. */
function isWhole(lower: string, start: number, end: number): boolean {
  if (!/[a-z]/u.test(lower.charAt(start)) && !/[a-z]/u.test(lower.charAt(end - 1))) return true;
  return !/[a-z]/u.test(lower.charAt(start - 1)) && !/[a-z]/u.test(lower.charAt(end));
}
