import { yen } from "../figures.ts";
import { randomOf } from "../random.ts";
import { table } from "./compose.ts";
import type { Context } from "./context.ts";
import { personOf } from "./people.ts";

export interface Officer {
  readonly role: string;
  readonly name: string;
  readonly since: number;
  readonly outside: boolean;
}

/** The board: each seat is held by one person for six years, then by the next. */
export function officersOf(c: Context): Officer[] {
  const seats = [
    "代表取締役社長",
    "取締役専務執行役員",
    "取締役常務執行役員",
    ...(c.size >= 2 ? ["取締役常務執行役員", "取締役執行役員"] : []),
    ...(c.size >= 4 ? ["代表取締役会長", "取締役執行役員"] : []),
    "社外取締役",
    "社外取締役",
    ...(c.size > 0 ? ["社外取締役"] : []),
    ...(c.size >= 3 ? ["社外取締役", "社外取締役"] : []),
    "常勤監査役",
    ...(c.size > 0 ? ["社外監査役", "社外監査役"] : []),
  ];
  return seats.map((role, at) => {
    if (at === 0) return { role, name: c.issuer.president, since: 2017 + (c.issuer.index % 4), outside: false };
    const term = Math.floor((c.now.year + at * 5) / 6);
    return {
      role,
      name: personOf(c.seed, c.issuer.index, `seat-${at}`, term),
      since: term * 6 - at * 5,
      outside: role.startsWith("社外"),
    };
  });
}

export function officerTable(c: Context, officers: readonly Officer[]): string {
  return table(
    "",
    undefined,
    ["役職名", "氏名", ...(c.size === 0 ? [] : ["生年月日", "任期"]), "略歴", "所有株式数（百株）"],
    officers.map((officer, at) => {
      const random = randomOf(c.seed, "officer", c.issuer.index, officer.name, at);
      const born = officer.since - random.int(52, 63);
      const joined = born + random.int(22, 26);
      return [
        officer.role,
        officer.name,
        ...(c.size === 0
          ? []
          : [`${born}年${random.int(1, 12)}月${random.int(1, 28)}日生`, at % 3 === 0 ? "（注）3" : "（注）4"]),
        career(c, officer, joined, random.int(0, 5)),
        officer.outside ? "－" : yen(random.int(20, 900)),
      ];
    }),
  );
}

function career(c: Context, { outside, role, since }: Officer, joined: number, kind: number): string {
  const steps: (readonly [number, string])[] = outside
    ? [
        [
          joined,
          ["弁護士登録", "監査法人に入所", "中央官庁に入庁", "商社に入社", "大学助手", "電機の会社に入社"][kind] ??
            "弁護士登録",
        ],
        [
          joined + 11,
          ["法律事務所の共同経営者", "公認会計士事務所を開設", "課長", "欧州現地法人の代表", "准教授", "研究所長"][
            kind
          ] ?? "課長",
        ],
        [
          joined + 22,
          ["日本の弁護士会の委員", "大学院の客員教授", "審議官", "常務執行役員", "教授", "執行役員"][kind] ?? "審議官",
        ],
      ]
    : [
        [joined, "当社入社"],
        [joined + 9, `${c.segment(kind)}事業部 課長`],
        [joined + 16, `${c.site(kind)}長`],
        [
          joined + 21,
          `${["経営企画部長", "財務部長", "人事部長", "技術本部副本部長", "海外事業部長", "調達部長"][kind] ?? "財務部長"}`,
        ],
        [joined + 25, "執行役員"],
      ];
  const told = [...steps.filter(([year]) => year < since), [since, `当社${role}（現任）`] as const];
  const short = c.size === 0 ? [told[0] ?? [since, ""], told.at(-1) ?? [since, ""]] : told;
  return short.map(([year, what], at) => `${year}年${at === short.length - 1 ? 6 : 4}月 ${what}`).join("、");
}
