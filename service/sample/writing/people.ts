import type { Company } from "../company.ts";
import { wordOf } from "../data.ts";
import { randomOf } from "../random.ts";
import type { Item, Scope } from "./scope.ts";

/** The `at`-th person of a role: the same every year. */
export function personName({ seed, issuer, data }: Company, role: string, at: number): string {
  const random = randomOf(seed, "person", issuer.index, role, at);
  return `${random.pick(data.lists.get("姓") ?? [])} ${random.pick(data.lists.get("名") ?? [])}`;
}

/** An invented company that something is done with: a customer, a holding, a lender. */
export function companyName({ seed, issuer, data }: Company, role: string, at: number): string {
  const [heads = [], tails = []] = [data.lists.get("社名の頭"), data.lists.get("社名の末")];
  const start = randomOf(seed, "company", issuer.index, role).int(0, heads.length * tails.length - 1);
  // Steps that share no divisor with the number of pairs: none comes twice before all have come.
  const index = (start + at * 247) % (heads.length * tails.length);
  const name = `${wordOf(heads, index)}${wordOf(tails, Math.floor(index / heads.length))}`;
  return index % 4 === 0 ? `株式会社${name}` : `${name}株式会社`;
}

/** The `at`-th company of the group: the same every year. */
export function subsidiaryOf({ seed, issuer, industry, data }: Company, at: number): Record<string, string> {
  const random = randomOf(seed, "subsidiary", issuer.index, at);
  const goesAbroad = industry.words.has("海外");
  const isAbroad = goesAbroad && at % 5 >= 3;
  const group = Math.floor(at / 5);
  const ordinal = !goesAbroad ? at : isAbroad ? group * 2 + (at % 5) - 3 : group * 3 + (at % 5);
  const where = data.lists.get(isAbroad ? "海外の地名" : "国内の地名") ?? [];
  const kinds = industry.words.get("子会社") ?? [];
  const pairs = where.length * kinds.length;
  const pair = (ordinal * 37 + issuer.index) % pairs;
  const again = ordinal < pairs ? "" : `第${wordOf(["二", "三", "四", "五"], Math.floor(ordinal / pairs) - 1)}`;
  const [place = "", city = ""] = wordOf(where, pair).split("・");
  const own = `${issuer.shortName}${place}${again}${wordOf(kinds, Math.floor(pair / where.length))}`;
  return {
    name: isAbroad ? own : `${own}株式会社`,
    abroad: isAbroad ? "海外" : "",
    place: city,
    capital: String(random.int(1, 90) * 10),
    segment: wordOf(
      industry.segments.map(({ name }) => name),
      at,
    ),
    relation: wordOf(industry.words.get("関係内容"), random.int(0, 20)),
  };
}

/** Half of the companies are audited by a committee of the board, the others by a board of auditors. */
export const hasCommittee = ({ index }: Company["issuer"]) => index % 2 === 1;

/** The board: each seat is held by one person for six years, then by the next. */
export function officersOf({ company, size, year, full }: Scope): Item[] {
  const { issuer, data } = company;
  const isCommittee = hasCommittee(issuer);
  const outside = isCommittee ? "社外取締役（監査等委員）" : "社外監査役";
  const seats = [
    "代表取締役社長",
    "取締役専務執行役員",
    "取締役常務執行役員",
    ...(size >= 2 ? ["取締役常務執行役員", "取締役執行役員"] : []),
    ...(size >= 4 ? ["代表取締役会長", "取締役執行役員"] : []),
    ...["社外取締役", "社外取締役", ...(size > 0 ? ["社外取締役"] : []), ...(size >= 3 ? ["社外取締役"] : [])],
    isCommittee ? "取締役（常勤監査等委員）" : "常勤監査役",
    ...(size > 0 ? [outside, outside] : []),
  ];
  return seats.map((role, at) => {
    const term = Math.floor((year + at * 5) / 6);
    const isOutside = role.startsWith("社外");
    const name = at === 0 ? issuer.president : personName(company, `seat-${at}`, term);
    const since = at === 0 ? 2012 + (issuer.index % 6) : term * 6 - at * 5;
    const random = randomOf(company.seed, "officer", issuer.index, name, at);
    const born = since - random.int(52, 63);
    const joined = born + random.int(22, 25);
    const path = wordOf(data.lists.get(isOutside ? "社外役員の経歴" : "役員の経歴"), random.int(0, 11)).split("・");
    const steps = path.map((what, step) => [joined + step * 8 + Math.min(step, 1) * 2, what] as const);
    const told = [...steps.filter(([when]) => when < since), [since, `当社${role}（現任）`] as const];
    const held = 13 + ((year + issuer.index) % 5);
    return {
      key: `${role}${at}`,
      words: {
        role,
        name,
        born: `${born}年${random.int(1, 12)}月${random.int(1, 28)}日生`,
        term: role.includes("監査") ? "（注）4" : "（注）3",
        career: told.map(([when, what], step) => `${when}年${step === told.length - 1 ? 6 : 4}月　${what}`).join("、"),
        since: String(since),
        held: String(held),
        attended: String(held - ((at + year) % 7 === 4 ? 1 : 0)),
        shares: isOutside ? "－" : String(random.int(20, 900)),
        expertise: isOutside ? (path[0] ?? "") : "",
      },
      now: full,
      before: full,
    };
  });
}
