import { fiscalYear } from "../calendar.ts";
import type { Company } from "../company.ts";
import { wordOf } from "../data.ts";
import type { Figures } from "../figures/figures.ts";
import { randomOf } from "../random.ts";
import { yen } from "./amounts.ts";
import { partsOf } from "./parts.ts";
import { companyName, officersOf, subsidiaryOf } from "./people.ts";
import type { Item, Scope } from "./scope.ts";

type Make = (scope: Scope) => readonly Item[];

/** Lists for which tables and sentences are repeated, by the name that they use. */
export function itemsOf(name: string, scope: Scope): readonly Item[] {
  const make = lists[name];
  if (make === undefined) throw new Error(`the sample market has no list *${name}`);
  return make(scope);
}

const item = (key: string, words: Item["words"], now: object = {}, before: object = now): Item => ({
  key,
  words,
  now,
  before,
});

/** So many of them: the bigger the company, the more. */
const some = (count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: Math.round(count) }, (_, at) => make(at));

const lists: Readonly<Record<string, Make>> = {
  segments,
  /** One year each, for tables that are printed twice. */
  前期: ({ before, figures, year }) => [item("前期", {}, before, figures(year - 2))],
  当期: ({ now, last, quarter, before }) => [item("当期", {}, now, quarter === 0 ? before : last)],
  /** The second segment alone. */
  second: (scope) => segments(scope).slice(1, 2),
  threeYears: ({ company, year }) =>
    [3, 2, 1].map((back) => item(`${back}`, { name: resultOf(company, year - back) }, company.of(year - back))),
  quarters,
  history,
  subsidiaries: (scope) => some(4 + scope.size ** 1.5 * 17, (at) => subsidiary(scope, at)),
  mainSubsidiaries: (scope) => some(3 + scope.size * 7, (at) => subsidiary(scope, at * 2)),
  domestic: (scope) => sites(scope, false),
  abroad: (scope) => sites(scope, true),
  associates: (scope) =>
    some(2 + scope.size / 2, (at) =>
      item(`associate/${at}`, {
        ...subsidiary(scope, 500 + at).words,
        name: companyName(scope.company, "associate", at),
        share: (20 + ((at * 37 + scope.issuer.index * 11) % 290) / 10).toFixed(1),
      }),
    ),
  officers: (scope) => officersOf(scope),
  outside: (scope) => officersOf(scope).filter(({ words }) => words["role"]?.startsWith("社外") === true),
  holders,
  holdings,
  customers: (scope) =>
    some(2 + (scope.issuer.index % 2), (at) => {
      const of = (f: Figures) => ({
        sales: Math.round((f.sales * (105 + ((scope.issuer.index * 7 + at * 13 + f.year * 3) % 40))) / 1000),
      });
      return item(
        `customer/${at}`,
        { name: companyName(scope.company, "customer", at) },
        of(scope.now),
        of(scope.before),
      );
    }),
  plants: (scope) => {
    const places = scope.list("拠点");
    const parts = partsOf(
      scope.company,
      scope.now,
      "plants",
      Math.round(scope.now.tangible * 0.72),
      places.map((_, at) => 9 - 2 * at),
    );
    return places.map((name, at) =>
      item(
        name,
        { name, ...kindsOfAssets(parts[at] ?? 0) },
        { employees: Math.round((scope.now.parentEmployees * (38 - 9 * at)) / 110) },
      ),
    );
  },
  plans: (scope) =>
    some(3 + scope.size * 2, (at) => {
      const total = Math.round(scope.now.capex * (0.08 + ((at * 7) % 5) * 0.05));
      const place =
        at % 3 === 2 ? (subsidiary(scope, at).words["name"] ?? "") : `当社　${wordOf(scope.list("拠点"), at)}`;
      return item(
        `plan/${at}`,
        {
          place,
          content: wordOf(scope.list("設備"), at),
          funds: wordOf(["自己資金", "自己資金及び借入金", "借入金"], at),
          begin: `${scope.year + (at % 2)}年${1 + ((at * 5) % 12)}月`,
          end: `${scope.year + 2 + (at % 2)}年${1 + ((at * 7) % 12)}月`,
        },
        { total, paid: Math.round(total * 0.13 * (at % 4)) },
      );
    }),
  grants: (scope) =>
    some(Math.min(8, 1 + scope.size), (at) => {
      const year = scope.year - 1 - at;
      const count = Math.round(scope.rate(`options/${year}`, 180, 940, year));
      return item(
        `grant/${year}`,
        {
          year: String(year),
          until: String(year + 30),
          directors: String(4 + (year % 4)),
          executives: String(8 + (year % 7)),
        },
        { count, shares: count * 100 },
      );
    }),
  owners: (scope) => {
    const { shares } = scope.now;
    const kinds = scope.company.data.lists.get("所有者") ?? [];
    const units = partsOf(scope.company, scope.full, "owners", shares * 10, [0.1, 26, 2, 18, 22, 0.2, 31]);
    const people = partsOf(
      scope.company,
      scope.full,
      "owner-count",
      Math.round(shares / 6),
      [0.01, 2, 3, 12, 14, 2, 900],
    );
    return kinds.map((name, at) =>
      item(
        name,
        { name, share: (((units[at] ?? 0) / shares / 10) * 100).toFixed(2) },
        { units: units[at] ?? 0, people: people[at] ?? 0 },
      ),
    );
  },
  related: (scope) =>
    some(2 + scope.size * 3, (at) => {
      const sum = Math.round(scope.now.sales * scope.rate(`related/${at}`, 0.0006, 0.006, scope.year));
      const [what = "", account = ""] = wordOf(scope.company.data.lists.get("関連当事者との取引"), at).split("・");
      return item(
        `related/${at}`,
        {
          kind: wordOf(["関連会社", "役員の近親者が議決権の過半数を所有する会社", "関連会社"], at),
          name: companyName(scope.company, "associate", at),
          what,
          account,
        },
        { sum, balance: Math.round(sum * 0.2) },
      );
    }),
};

/** Each quarter alone, of the year before and as far as this one has come. */
function quarters({ company, year, quarter }: Scope): Item[] {
  const fields = ["sales", "operating", "ordinary", "net"] as const;
  return [year - 1, year].flatMap((of) =>
    [1, 2, 3, 4].slice(0, of === year ? quarter || 4 : 4).map((each) => {
      const [until, before] = [company.until(of, each % 4), each === 1 ? undefined : company.until(of, each - 1)];
      const alone = fields.map((name) => [name, until[name] - (before?.[name] ?? 0)] as const);
      return item(`${of}/${each}`, { name: `${of}年度　第${each}四半期` }, Object.fromEntries(alone));
    }),
  );
}

/** Events, by the years since the company was founded, and what all companies have in common. */
function history(scope: Scope): Item[] {
  const { company, issuer, year, words } = scope;
  // A file tells the years of a company that was founded 72 years before.
  const pace = (2019 - issuer.foundedYear) / 72;
  const own = scope.list("沿革").map((event) => {
    const [years = "", what = ""] = event.split(/ (.*)/su);
    return [issuer.foundedYear + Math.round(Number(years) * pace), 1 + ((Number(years) * 5) % 12), what] as const;
  });
  const events = [
    [issuer.foundedYear, 4, `${issuer.headOffice}において創業`],
    [issuer.foundedYear + Math.round(6 * pace), 10, `株式会社に改組し、商号を${issuer.name}とする`],
    [Math.max(issuer.foundedYear + Math.round(40 * pace), 1962), 11, "東京証券取引所に株式を上場（架空の上場）"],
    [2022, 4, `東京証券取引所の市場区分の見直しにより${words["市場"]}市場へ移行（架空の上場）`],
    ...own,
    ...[0, 1, 2, 3, 4, 5]
      .slice(0, Math.round(1 + scope.size))
      .map(
        (at) =>
          [issuer.foundedYear + Math.round((22 + 8 * at) * pace), 7, `${companyOfGroup(company, at)}を設立`] as const,
      ),
  ] as const;
  return events
    .filter(([when]) => when <= year)
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
    .map(([when, month, what]) => item(what, { when: `${when}年${month}月`, what }));
}

const companyOfGroup = (company: Company, at: number) => subsidiaryOf(company, at)["name"] ?? "";

function resultOf({ issuer }: Company, year: number): string {
  const { end } = fiscalYear(year, issuer.closingMonth);
  return `${Number(end.slice(0, 4))}年${Number(end.slice(5, 7))}月期`;
}

function segments({ company, issuer, now, before }: Scope): Item[] {
  const of = (f: Figures) => {
    const shared = (name: string, total: number) =>
      partsOf(
        company,
        f,
        name,
        total,
        f.segments.map(({ sales }) => sales),
      );
    const columns = {
      assets: shared("segment-assets", Math.round(f.assets * 0.86)),
      depreciation: shared("segment-depreciation", Math.round(f.depreciation * 0.95)),
      capex: shared("segment-capex", Math.round(f.capex * 0.95)),
      research: shared("segment-research", f.research),
      employees: shared("segment-employees", Math.round(f.employees * 0.93)),
      orders: f.segments.map(({ sales }, at) =>
        Math.round(sales * (0.94 + ((issuer.index * 3 + f.year * 7 + at * 5) % 15) / 100)),
      ),
      backlog: f.segments.map(({ sales }, at) =>
        Math.round(sales * (0.28 + ((issuer.index + f.year * 5 + at * 3) % 12) / 60)),
      ),
    };
    return f.segments.map((each, at) => ({
      ...each,
      internal: Math.round(each.sales * 0.02),
      ...Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at] ?? 0])),
    }));
  };
  const [present, past] = [of(now), of(before)];
  return company.industry.segments.map((trade, at) => ({
    ...item(
      trade.name,
      { name: trade.name, content: wordOf(trade.words.get("内容"), 0), number: "①②③④"[at] ?? "" },
      present[at],
      past[at],
    ),
    trade,
  }));
}

function subsidiary(scope: Scope, at: number): Item {
  const one = subsidiaryOf(scope.company, at);
  const of = (f: Figures) => {
    const sales = Math.round((f.sales * scope.rate(`subsidiary/${at}`, 0.3, 6, f.year)) / 100 / (1 + scope.size * 1.4));
    return {
      sales,
      profit: Math.round(sales * scope.rate(`subsidiary-margin/${at}`, -0.01, 0.11, f.year)),
      employees: Math.max(6, Math.round(sales / 31)),
    };
  };
  return item(one["name"] ?? "", one, of(scope.now), of(scope.before));
}

function sites(scope: Scope, isAbroad: boolean): Item[] {
  const all = some(4 + scope.size * 7, (at) => subsidiary(scope, at));
  const parts = partsOf(
    scope.company,
    scope.now,
    "subsidiary-sites",
    Math.round(scope.now.tangible * 0.2),
    all.map((_, at) => 1 + (at % 4)),
  );
  return all.flatMap((each, at) => {
    if ((each.words["abroad"] !== "") !== isAbroad) return [];
    return [{ ...each, words: { ...each.words, ...kindsOfAssets(parts[at] ?? 0) } }];
  });
}

/** A site's property: buildings, machines and land give its total. */
function kindsOfAssets(total: number): Record<string, string> {
  const buildings = Math.round(total * 0.42);
  const machines = Math.round(total * 0.37);
  return {
    buildings: yen(buildings),
    machines: yen(machines),
    land: yen(total - buildings - machines),
    total: yen(total),
  };
}

function holders(scope: Scope): Item[] {
  const { issuer, company, full } = scope;
  const names = [
    ...(company.data.lists.get("大株主") ?? []),
    `${issuer.shortName}取引先持株会`,
    `${issuer.shortName}従業員持株会`,
    `${issuer.president.split(" ")[0] ?? ""}興産株式会社`,
    ...[0, 1].map((at) => companyName(company, "holder", at)),
  ];
  return names
    .map(
      (name, at) =>
        [name, Math.max(0.9, 11 / (1 + at * 0.62) + scope.rate(`holder/${name}`, -0.5, 0.5, full.year))] as const,
    )
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 10)
    .map(([name, share]) =>
      item(name, { name, share: share.toFixed(2) }, { shares: Math.round((full.shares * share) / 100) }),
    );
}

function holdings(scope: Scope): Item[] {
  const { company, now, before, size } = scope;
  const count = Math.round(6 + size * 14);
  const weights = Array.from({ length: count }, (_, at) => 60 / (at + 2));
  const worth = (f: Figures) => partsOf(company, f, "holdings", Math.round(f.investments * 0.3), weights);
  const [present, past] = [worth(now), worth(before)];
  return some(count, (at) => {
    const shares = Math.round(randomOf(company.seed, "holding", company.issuer.index, at).int(12, 900)) * 1000;
    const words = {
      name: companyName(company, "holding", at),
      purpose: wordOf(scope.list("保有目的"), at),
      mutual: at % 3 === 1 ? "無" : "有",
    };
    return item(`holding/${at}`, words, { shares, worth: present[at] ?? 0 }, { shares, worth: past[at] ?? 0 });
  });
}
