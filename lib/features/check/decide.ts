import type { Because, Claim, Quantity, Scope, VerdictKind } from "./claims.ts";
import type { Fact } from "./facts.ts";
import { endOf } from "./periods.ts";
import {
  type Agreement,
  agreementOf,
  differenceOf,
  type Exact,
  negated,
  shifted,
  significantDigits,
  type Unit,
  withoutZeros,
  writeExact,
} from "./quantities.ts";

/** The verdict of the owned facts on a claim. Where they leave anything open it is not checked, and says why. */
export interface Decision {
  readonly kind: VerdictKind;
  readonly because: Because | null;
  /** The fact that decides it: the same figure, or what the filing has instead. */
  readonly fact: Fact | null;
  /** The filing's own value, as it prints it or as it follows from it; null where it agrees. */
  readonly filed: string | null;
}

/** The facts of the owned filings, by issuer and label. */
export class Facts {
  readonly #byLabel = new Map<string, Fact[]>();
  readonly #byNumber = new Map<string, Fact[]>();
  readonly #byMonth = new Map<string, Fact[]>();
  readonly #yearEnds = new Map<string, number>();
  readonly labels: ReadonlySet<string>;

  constructor(facts: readonly Fact[], yearEnds: Iterable<readonly [issuer: string, month: number]>) {
    for (const fact of facts) {
      for (const label of fact.labels) push(this.#byLabel, `${fact.issuer} ${label}`, fact);
      push(this.#byNumber, numberKey(fact.exact), fact);
      push(this.#byMonth, `${fact.issuer} ${fact.end}`, fact);
    }
    for (const [issuer, month] of yearEnds) this.#yearEnds.set(issuer, month);
    this.labels = new Set(facts.flatMap(({ labels }) => labels));
  }

  of(issuer: string, label: string): readonly Fact[] {
    return this.#byLabel.get(`${issuer} ${label}`) ?? [];
  }

  withNumber(exact: Exact): readonly Fact[] {
    return this.#byNumber.get(numberKey(exact)) ?? [];
  }

  at(issuer: string, end: string): readonly Fact[] {
    return this.#byMonth.get(`${issuer} ${end}`) ?? [];
  }

  yearEnd(issuer: string): number | null {
    return this.#yearEnds.get(issuer) ?? null;
  }

  knows(issuer: string): boolean {
    return this.#yearEnds.has(issuer);
  }
}

function push<K>(map: Map<K, Fact[]>, key: K, fact: Fact): void {
  const same = map.get(key);
  if (same === undefined) map.set(key, [fact]);
  else same.push(fact);
}

function numberKey(exact: Exact): string {
  const { digits } = withoutZeros(exact);
  return String(digits < 0n ? -digits : digits);
}

const open = (because: Because, fact: Fact | null = null): Decision => ({
  kind: "not_checked",
  because,
  fact,
  filed: null,
});

export function decide(claim: Claim, facts: Facts): Decision {
  const { issuer, item, period, quantity } = claim;
  if (quantity === null || item === null) return open("no_item");
  if (issuer === null) return open("no_issuer");
  if (!facts.knows(issuer)) return open("not_owned");
  if (period === null) return open("no_period");
  const end = endOf(period, facts.yearEnd(issuer));
  if (end === null) return open("no_period");
  const asked: Asked = { claim, issuer, end, months: period.months, labels: item.labels, isLoss: item.isLoss };
  return claim.kind === "change" ? decideChange(asked, facts) : decideFigure(asked, facts);
}

interface Asked {
  readonly claim: Claim;
  readonly issuer: string;
  readonly end: string;
  readonly months: number | null;
  readonly labels: readonly string[];
  readonly isLoss: boolean;
}

function decideFigure(asked: Asked, facts: Facts): Decision {
  const { claim } = asked;
  const { quantity } = claim;
  if (quantity === null) return open("no_item");
  const wanted = claimedExact(asked);
  const [first, ...others] = asked.labels
    .map((label) => targetsOf(asked, facts, label))
    .filter((each) => each.length > 0);
  if (first === undefined) return whyNone(asked, facts);
  const told = consistent(first);
  if (told === undefined) return open("several_items");
  const asPrinted = first.find(({ exact }) => agreementOf(wanted, exact) === "same");
  if (asPrinted !== undefined) return { kind: "found", because: null, fact: asPrinted, filed: null };
  const how = agreementOf(wanted, told.exact);
  if (how === "rounded")
    return isCoarse(wanted) ? open("too_coarse", told) : { kind: "rounded", because: null, fact: told, filed: null };
  if (how === "more_exact") return open("more_exact", told);
  // Another meaning of the words is no error: the draft may mean that.
  const isOther = others.some((each) => each.some((fact) => agrees(wanted, fact.exact)));
  if (isOther || first.some((fact) => agrees(wanted, fact.exact))) return open("several_items", told);
  return classOf(asked, facts, wanted, told);
}

/** Filings print what is spent with or without a minus: the other sign is no error there, and no agreement either. */
const spent = /支出|支払|返済|費$|費用|原価|損失|償却|累計額|自己株式|引当金|損$/u;
const bothWays = /増減|調整|差額|差損益/u;

function mayHaveEitherSign({ labels }: Fact): boolean {
  return labels.some((label) => spent.test(label) && !bothWays.test(label));
}

/** One digit agrees with a tenth of all numbers. */
const isCoarse = ({ digits }: Exact) => digits > -10n && digits < 10n;

function claimedExact({ claim, isLoss }: Asked): Exact {
  const exact = claim.quantity?.exact ?? { digits: 0n, power: 0 };
  const signed = isLoss && exact.digits > 0n ? negated(exact) : exact;
  return claim.quantity?.about === true ? withoutZeros(signed) : signed;
}

/** A fact that the claim is about: item, period, scope, kind of amount, and result or forecast. */
function targetsOf(asked: Asked, facts: Facts, label: string): readonly Fact[] {
  const all = facts
    .of(asked.issuer, label)
    .filter((fact) => !fact.isPart && isSameUnit(asked.claim.quantity?.unit, fact.unit));
  const inPeriod = all.filter(
    (fact) => fact.forecast === asked.claim.forecast && isPeriod(fact, asked.end, asked.months),
  );
  const scope = scopeAsked(asked, facts, inPeriod);
  const inScope = inPeriod.filter((fact) => fact.scope === scope || (fact.scope === null && scope !== "separate"));
  const rank = Math.max(0, ...inScope.map((fact) => fact.rank));
  return newest(inScope.filter((fact) => fact.rank === rank));
}

/** A draft that says nothing of the scope means the group, where the issuer has one. */
function scopeAsked({ claim }: Asked, _: Facts, inPeriod: readonly Fact[]): Scope | null {
  if (claim.scope !== null) return claim.scope;
  if (inPeriod.some(({ scope }) => scope === "consolidated")) return "consolidated";
  return inPeriod.some(({ scope }) => scope === null) ? null : "separate";
}

function isPeriod(fact: Fact, end: string, months: number | null): boolean {
  if (fact.end !== end) return false;
  const [asked, has] = [months ?? 12, fact.months ?? months ?? 12];
  return Math.abs(asked - has) <= (asked >= 12 ? 1 : 0);
}

/** Those of the filing that has the last word. */
function newest(found: readonly Fact[]): readonly Fact[] {
  const last = found.reduce((latest, { filedAt }) => (filedAt > latest ? filedAt : latest), "");
  return found.filter(({ filedAt }) => filedAt === last);
}

/** The most exact one, where none of them contradicts it. */
function consistent(found: readonly Fact[]): Fact | undefined {
  const [exactest] = found.toSorted((a, b) => a.exact.power - b.exact.power);
  if (exactest === undefined) return undefined;
  return found.every(({ exact }) => agreementOf(exact, exactest.exact) !== "other") ? exactest : undefined;
}

function agrees(wanted: Exact, filed: Exact): boolean {
  const how: Agreement = agreementOf(wanted, filed);
  return how === "same" || how === "rounded";
}

const counts: ReadonlySet<Unit> = new Set(["none", "persons", "times", "years", "shares"]);

function isSameUnit(claimed: Unit | undefined, filed: Unit): boolean {
  return (
    claimed === filed ||
    (claimed !== undefined && counts.has(claimed) && filed === "none") ||
    (claimed === "none" && counts.has(filed))
  );
}

/** Nothing is owned of what the claim is about. A number that another scope or period has is still no verdict. */
function whyNone(asked: Asked, facts: Facts): Decision {
  const { claim } = asked;
  const ofItem = asked.labels.flatMap((label) => facts.of(asked.issuer, label)).filter((fact) => !fact.isPart);
  const wanted = claimedExact(asked);
  // The result of a period that only a forecast is known for, or the other way round.
  const otherKind = ofItem.find(
    (fact) =>
      fact.forecast !== claim.forecast &&
      isPeriod(fact, asked.end, asked.months) &&
      isSameUnit(claim.quantity?.unit, fact.unit) &&
      isTelling(wanted) &&
      agrees(wanted, fact.exact),
  );
  if (otherKind !== undefined) return { kind: "forecast", because: null, fact: otherKind, filed: otherKind.shown };
  return open(ofItem.length === 0 ? "item_not_owned" : "no_document");
}

const isTelling = (exact: Exact) => significantDigits(exact) >= 3;

/** The reason why a figure differs, where the filings show one. */
function classOf(asked: Asked, facts: Facts, wanted: Exact, told: Fact): Decision {
  const decision = (kind: VerdictKind, fact: Fact = told): Decision => ({
    kind,
    because: null,
    fact,
    filed: told.shown,
  });
  const { claim, issuer } = asked;
  // Issued, voting, on one day or another: counts of shares differ where nobody is wrong.
  if (told.unit === "shares") return open("several_items", told);
  for (const by of [-9, -8, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 8, 9])
    if (agrees(shifted(wanted, by), told.exact)) return decision("other_scale");
  if (agrees(negated(wanted), told.exact))
    return mayHaveEitherSign(told) ? open("sign_unclear", told) : decision("other_sign");
  if (!isTelling(wanted)) return decision("not_in_it");
  const ofItem = asked.labels
    .flatMap((label) => facts.of(issuer, label))
    .filter((fact) => !fact.isPart && isSameUnit(claim.quantity?.unit, fact.unit) && agrees(wanted, fact.exact));
  const inPeriod = ofItem.filter((fact) => isPeriod(fact, asked.end, asked.months));
  const before = inPeriod.find(
    (fact) => fact.forecast === claim.forecast && fact.scope === told.scope && fact.filedAt < told.filedAt,
  );
  if (before !== undefined) return decision("superseded", before);
  const otherScope = inPeriod.find((fact) => fact.forecast === claim.forecast && fact.scope !== told.scope);
  if (otherScope !== undefined) return decision("other_scope", otherScope);
  const forecast = inPeriod.find((fact) => fact.forecast !== claim.forecast);
  if (forecast !== undefined) return decision("forecast", forecast);
  const otherYear =
    ofItem.find((fact) => fact.end !== asked.end && fact.scope === told.scope) ??
    ofItem.find((fact) => fact.end !== asked.end);
  if (otherYear !== undefined) return decision("other_year", otherYear);
  const neighbour = facts
    .withNumber(wanted)
    .concat(significantDigits(wanted) >= 4 ? facts.at(issuer, asked.end) : [])
    .filter((fact) => isSameUnit(claim.quantity?.unit, fact.unit) && agrees(wanted, fact.exact))
    .toSorted((a, b) => nearness(b, asked) - nearness(a, asked))[0];
  return neighbour === undefined ? decision("not_in_it") : decision("neighbour", neighbour);
}

function nearness(fact: Fact, { issuer, end }: Asked): number {
  return (fact.issuer === issuer ? 4 : 0) + (fact.end === end ? 2 : 0) + (fact.isPart ? 0 : 1);
}

/** A change is worked out from both figures; it is found where it is theirs to the digits given. */
function decideChange(asked: Asked, facts: Facts): Decision {
  const { claim, issuer } = asked;
  const { from, quantity } = claim;
  if (from === null || quantity === null) return open("no_period");
  const start = endOf(from, facts.yearEnd(issuer));
  if (start === null) return open("no_period");
  if (asked.isLoss) return open("several_items");
  for (const label of asked.labels) {
    const [after, before] = [asked.end, start].map((end, at) => {
      const money: Asked = {
        ...asked,
        end,
        claim: {
          ...claim,
          forecast: at === 0 && claim.forecast,
          quantity: { ...quantity, unit: quantity.isDelta ? quantity.unit : "yen" },
        },
      };
      return consistent(targetsOf(money, facts, label));
    });
    if (after === undefined || before === undefined) continue;
    return changeVerdict(claim, after, before);
  }
  return open(asked.labels.some((label) => facts.of(issuer, label).length > 0) ? "no_document" : "item_not_owned");
}

function changeVerdict({ quantity }: Claim, after: Fact, before: Fact): Decision {
  if (quantity === null) return open("no_item");
  const wanted = quantity.about ? withoutZeros(quantity.exact) : quantity.exact;
  const actual = quantity.isDelta
    ? differenceOf(after.exact, before.exact)
    : rateOf(after.exact, before.exact, quantity.unit);
  if (actual === undefined) return open("several_items", after);
  if (agrees(wanted, actual))
    return {
      kind: quantity.isDelta && agreementOf(wanted, actual) === "same" ? "found" : "rounded",
      because: null,
      fact: after,
      filed: null,
    };
  if (mayBe(wanted, after, before, quantity)) return open("more_exact", after);
  const filed = writeShort(actual, wanted.power);
  if (agrees(negated(wanted), actual)) return { kind: "other_sign", because: null, fact: after, filed };
  return { kind: "not_in_it", because: null, fact: after, filed };
}

/** The filing may have worked it out from more digits than it prints. */
function mayBe(wanted: Exact, after: Fact, before: Fact, { isDelta, unit }: Quantity): boolean {
  const step = (exact: Exact, by: bigint): Exact => ({ ...exact, digits: exact.digits + by });
  const work = (a: Exact, b: Exact) => (isDelta ? differenceOf(a, b) : rateOf(a, b, unit));
  const ends = [
    work(step(after.exact, -1n), step(before.exact, 1n)),
    work(step(after.exact, 1n), step(before.exact, -1n)),
  ];
  const [low, high] = ends;
  if (low === undefined || high === undefined) return false;
  return differenceOf(step(wanted, 1n), low).digits >= 0n && differenceOf(high, step(wanted, -1n)).digits >= 0n;
}

const rateDigits = 6;

function rateOf(after: Exact, before: Exact, unit: Unit): Exact | undefined {
  const power = Math.min(after.power, before.power);
  const [a, b] = [after, before].map(({ digits, power: own }) => digits * 10n ** BigInt(own - power));
  if (a === undefined || b === undefined || b <= 0n || a < 0n) return undefined;
  if (unit === "times") return { digits: (a * 10n ** BigInt(rateDigits)) / b, power: -rateDigits };
  return unit === "percent" ? { digits: ((a - b) * 10n ** BigInt(rateDigits + 2)) / b, power: -rateDigits } : undefined;
}

function writeShort(exact: Exact, power: number): string {
  if (power <= exact.power) return writeExact(exact);
  const step = 10n ** BigInt(power - exact.power);
  const size = exact.digits < 0n ? -exact.digits : exact.digits;
  const rounded = (size + step / 2n) / step;
  return writeExact({ digits: exact.digits < 0n ? -rounded : rounded, power });
}
