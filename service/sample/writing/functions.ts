import { addDays, longDate } from "../calendar.ts";
import { wordOf } from "../data.ts";
import { randomOf } from "../random.ts";
import { amount, percent, printed, yen } from "./amounts.ts";
import type { Scope } from "./scope.ts";
import { both, type Place, plans, segmentSum, standing, valueOf } from "./values.ts";

type Fill = (args: readonly string[], place: Place) => string;

/** Functions that a text may call by name, with its arguments: `{change sales}`, `{two assets}`. */
export const functions: Readonly<Record<string, Fill>> = {
  /** 売上高は1,234百万円（前期比4.2％増） */
  result: ([name = "", label = name], place) => {
    const [now, before] = both(name, place);
    const called = (value: number) => {
      const term = valueOf(label.startsWith(".") ? label : `t.${label}`, place.scope, place.item);
      return value < 0 ? String(term).replace("利益", "損失").replace("純益", "純損失") : String(term);
    };
    return `${called(now)}は${yen(Math.abs(now))}百万円（${changeOf(now, before, place.scope.quarter, called(before))}）`;
  },
  change: ([name = ""], place) => changeOf(...both(name, place), place.scope.quarter),
  /** The difference to the year before, without its sign. */
  diff: ([name = ""], place) => {
    const [now, before] = both(name, place);
    return printed(name, Math.abs(now - before));
  },
  /** The first of the words where the figure has grown, else the second. */
  up: ([name = "", words = ""], place) => {
    const [now, before] = both(name, place);
    return words.split("/")[now >= before ? 0 : 1] ?? "";
  },
  percent: ([part = "", whole = ""], { scope, item }) =>
    percent(Number(valueOf(part, scope, item)), Number(valueOf(whole, scope, item))),
  /** Cells of a table: the year before and this one; five years. */
  two: ([name = "", of], place) => cells([place.scope.before, place.scope.now], name, of),
  five: ([name = "", of], { scope }) =>
    cells(
      [4, 3, 2, 1, 0].map((back) => scope.figures(scope.year - back)),
      name,
      of,
    ),
  /** The difference with its sign, and its share of the earlier figure. */
  delta: ([name = ""], place) => {
    const [now, before] = both(name, place);
    return printed(name, now - before);
  },
  growth: ([name = ""], place) => {
    const [now, before] = both(name, place);
    return before > 0 ? percent(now - before, before) : "－";
  },
  minus: ([name = ""], { scope, item }) => yen(-Number(valueOf(name, scope, item))),
  whole: ([name = ""], { scope }) => yen(amount(scope.now, name)),
  abs: ([name = ""], { scope }) => yen(Math.abs(amount(scope.now, name))),
  /** Of what stands: the difference to the end of the last year, and which way it went. */
  gap: ([name = ""], { scope }) => yen(Math.abs(amount(scope.now, name) - amount(standing(scope), name))),
  move: ([name = "", words = ""], { scope }) =>
    words.split("/")[amount(scope.now, name) >= amount(standing(scope), name) ? 0 : 1] ?? "",
  /** The first of the words where the figure is above nothing, else the second. */
  sign: ([name = "", words = ""], { scope }) => words.split("/")[amount(scope.now, name) >= 0 ? 0 : 1] ?? "",
  earlier: ([name = "", words = ""], { scope }) => {
    const value = amount(scope.before, name);
    return `${scope.quarter === 0 ? "前連結会計年度" : "前年同期"}は${yen(Math.abs(value))}百万円の${value >= 0 ? words.split("/")[0]?.replace("得られた", "収入") : words.split("/")[1]?.replace("使用した", "支出")}`;
  },
  /** Columns of a table for each segment, what they share, and what is left to the whole. */
  columns: ([of = "", name = ""], { scope }) =>
    scope
      .items("segments")
      .map((each) => (of === "names" ? each.words["name"] : yen(amount(of === "now" ? each.now : each.before, name))))
      .join(" | "),
  internal: ([of = ""], { scope }) => yen(-segmentSum(scope, of, "internal")),
  rest: ([of = "", name = ""], { scope }) =>
    yen(amount(of === "now" ? scope.now : scope.before, name) - segmentSum(scope, of, name)),
  columnsOf: ([list = "", name = ""], { scope }) =>
    scope
      .items(list)
      .map((each) => each.words[name] ?? yen(amount(each.now, name)))
      .join(" | "),
  /** Shares: of the whole, of what the company holds itself, of what it buys or issues. */
  thousand: ([factor = "1"], { scope }) => yen(scope.now.shares * 1000 * Number(factor)),
  half: ([name = ""], { scope }) => yen(Math.round(amount(scope.now, name) / 2)),
  treasury: ([what = ""], { scope }) => {
    const held = Math.round(scope.now.shares * 0.015) * 1000;
    const rest = scope.now.shares * 1000 - held - 41_200;
    return yen(what === "shares" ? held : what === "rest" ? rest : Math.floor(rest / 100));
  },
  buyback: ([what = ""], { scope }) => {
    const shares = Math.round(scope.now.shares * 0.1) * 100;
    const cost = Math.round((shares * scope.before.price * 1.1) / 1_000_000);
    return yen(Math.round((what.startsWith("part") ? 0.14 : 1) * (what.endsWith("ost") ? cost : shares)));
  },
  issue: ([what = ""], { scope }) => {
    const shares = Math.round(scope.now.shares * 0.4) * 100;
    return yen(what === "shares" ? shares : Math.round((shares * scope.before.price) / 1_000_000));
  },
  payment: ([name = ""], { scope }) => yen(Math.round((amount(scope.full, name) * scope.now.shares) / 1000)),
  revision: ([name = ""], { scope }) => yen(amount(plans.revised(scope), name) - amount(scope.expected, name)),
  revisionAbs: ([name = ""], { scope }) =>
    yen(Math.abs(amount(plans.revised(scope), name) - amount(scope.expected, name))),
  revisionWay: (_, { scope }) => (amount(plans.revised(scope), "ordinary") >= scope.expected.ordinary ? "上" : "下"),
  revisionRate: ([name = ""], { scope }) =>
    percent(amount(plans.revised(scope), name) - amount(scope.expected, name), amount(scope.expected, name)),
  expectedWhole: ([name = ""], { scope }) => yen(amount(scope.expected, name)),
  revisedWhole: ([name = ""], { scope }) => yen(amount(plans.revised(scope), name)),
  /** Greenhouse gases of a scope, so many years back; they fall with the years. */
  emission: ([kind = "1", back = "0"], { scope }) => {
    const base = scope.rate("emission", 60, 3_000, 2020) * ([0, 4, 6, 62][Number(kind)] ?? 1);
    const year = back === "goal" ? 2030 : scope.year - Number(back);
    return yen(
      Math.round(
        base *
          (1 - (year - 2020) * (back === "goal" ? 0.042 : 0.03)) *
          scope.rate(`emission/${kind}`, 0.98, 1.02, year),
      ),
    );
  },
  /** Votes on a motion of the general meeting. */
  ballot: ([at = "0"], { scope }) => {
    const all = Math.round(scope.now.shares * 10 * 0.82);
    const against = Math.round((all * scope.rate(`ballot/${at}`, 4, 130, scope.year)) / 1000);
    const silent = Math.round(all / 2000);
    return [yen(all - against - silent), yen(against), yen(silent), percent(all - against - silent, all)].join(" | ");
  },
  pay: ([kind = ""], { scope }) => {
    const all = Math.round(scope.rate("pay", 140, 420, scope.year));
    const parts: Record<string, number> = { 業績: Math.round(all * 0.25), 株式: Math.round(all * 0.15) };
    parts["固定"] = all - (parts["業績"] ?? 0) - (parts["株式"] ?? 0);
    return yen(parts[kind] ?? all);
  },
  /** A day of the filing, or so many days after it. */
  day: ([days = "0"], { scope }) => longDate(addDays(scope.filedOn, Number(days))),
  /** A number with a name, so that it can be printed again, and the same of an earlier year. */
  rate: ([name = "", range = "", back = "0"], { scope, item }) => {
    const [low = "0", high = "0"] = range.split("~");
    return numeral(scope.rate(`${name}/${item?.key ?? ""}`, Number(low), Number(high), scope.year - Number(back)), low);
  },
  /** A word of a list of the industry or of the segment. */
  word: ([name = "", at = "0"], { scope, item }) => wordOf(scope.list(name, item), Number(at)),
  count: ([list = ""], { scope }) => yen(scope.items(list).length),
  officers: ([kind = "", mark = ""], { scope }) =>
    String(
      scope
        .items("officers")
        .filter(({ words: { role = "" } }) => role.includes(kind) && !(mark !== "" && role.includes(mark))).length,
    ),
  /** How the dividend differs from the last one. */
  dividendWords: (_, { scope: { now, before } }) => {
    const more = now.dividend - before.dividend;
    return more === 0 ? "同額と" : `${yen(Math.abs(more))}円の${more > 0 ? "増配と" : "減配と"}`;
  },
  raise: (_, { scope }) => yen(raiseOf(scope)),
  raisedDividend: (_, { scope }) => yen(scope.expected.finalDividend + raiseOf(scope)),
  forecastDividend: (_, { scope }) => yen(scope.forecast.dividend),
  offerPrice: (_, { scope }) => yen(Math.round(scope.before.price * 1.4)),
  /** A large holder's share: now, before, in shares, in thousands of yen. */
  holding: ([what = ""], { scope }) => {
    const random = randomOf(scope.seed, "large-holding", scope.issuer.index, scope.year, scope.variant);
    const share = random.int(510, 1_280) / 100;
    const shares = Math.round((scope.now.shares * share) / 100) * 1000;
    if (what === "before") return Math.max(5.01, share + random.pick([-1.24, -1.05, 1.03, 1.31, 1.62])).toFixed(2);
    if (what === "money") return yen(Math.round((shares * scope.before.price) / 1000));
    return what === "shares" ? yen(shares) : share.toFixed(2);
  },
};

const raiseOf = ({ expected }: Scope) => Math.max(1, Math.round(expected.finalDividend * 0.12));

export const numeral = (value: number, like: string) => {
  const decimals = like.split(".")[1]?.length ?? 0;
  return decimals === 0 ? yen(Math.round(value)) : value.toFixed(decimals);
};

function cells(years: readonly Scope["now"][], name: string, of?: string): string {
  return years
    .map((f) => (of === undefined ? printed(name, amount(f, name)) : percent(amount(f, name), amount(f, of))))
    .join(" | ");
}

export function changeOf(now: number, before: number, quarter: number, label = ""): string {
  const earlier = quarter === 0 ? "前期" : "前年同期";
  if (now <= 0 || before <= 0) return `${earlier}は${label}${yen(Math.abs(before))}百万円`;
  const rate = Math.round((now / before - 1) * 1000) / 10;
  return rate === 0 ? `${earlier}並み` : `${earlier}比${Math.abs(rate).toFixed(1)}％${rate > 0 ? "増" : "減"}`;
}
