import { plainWidths } from "../../text/format/plain-widths.ts";

/** Amounts as texts write them, in exact decimals: 1兆6,284億円, 1,628百万円, ¥1.6 trillion, △3.2%, (1,234). */
export interface Exact {
  readonly digits: bigint;
  /** The power of ten of the last digit that is written. */
  readonly power: number;
}

export type Unit = "yen" | "dollar" | "euro" | "percent" | "points" | "times" | "shares" | "persons" | "years" | "none";

export interface Amount {
  readonly start: number;
  readonly end: number;
  readonly exact: Exact;
  readonly unit: Unit;
  /** The scale that is written, as a power of ten. */
  readonly scale: number;
  readonly isSigned: boolean;
}

const scaleWords: readonly (readonly [string, number])[] = [
  ["百万", 6],
  ["十億", 9],
  ["兆", 12],
  ["億", 8],
  ["千万", 7],
  ["万", 4],
  ["千", 3],
  ["trillion", 12],
  ["billion", 9],
  ["million", 6],
  ["thousand", 3],
  ["tn", 12],
  ["bn", 9],
  ["mn", 6],
  ["mm", 6],
  ["b", 9],
  ["m", 6],
  ["k", 3],
];

const unitWords: readonly (readonly [string, Unit])[] = [
  ["米ドル", "dollar"],
  ["ドル", "dollar"],
  ["円", "yen"],
  ["ユーロ", "euro"],
  ["%ポイント", "points"],
  ["パーセントポイント", "points"],
  ["ポイント", "points"],
  ["percentage points", "points"],
  ["percentage point", "points"],
  ["pts", "points"],
  ["pt", "points"],
  ["pp", "points"],
  ["%", "percent"],
  ["パーセント", "percent"],
  ["percent", "percent"],
  ["per cent", "percent"],
  ["倍", "times"],
  ["times", "times"],
  ["-fold", "times"],
  ["x", "times"],
  ["株", "shares"],
  ["shares", "shares"],
  ["人", "persons"],
  ["名", "persons"],
  ["employees", "persons"],
  ["people", "persons"],
  ["persons", "persons"],
  ["歳", "years"],
  ["yen", "yen"],
  ["jpy", "yen"],
  ["usd", "dollar"],
];

const marks: Readonly<Record<string, Unit>> = { "¥": "yen", $: "dollar", "€": "euro", JPY: "yen", USD: "dollar" };
const number = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/gu;
/** No amount has more: what is longer is a code. */
const digitsMax = 30;
/** Amounts of a text. */
const amountsMax = 5_000;

/** Same length as the text, so that positions in it are those of the text. */
export function evenText(text: string): string {
  return plainWidths(text).replaceAll("￥", "¥");
}

/** Amounts of an even text, in their order. `bare`: also numbers without any unit, as cells have them. */
export function amountsIn(text: string, { bare = false } = {}): Amount[] {
  const found: Amount[] = [];
  let after = 0;
  for (const match of text.matchAll(number)) {
    if (match.index < after || match[0].length > digitsMax || found.length >= amountsMax) continue;
    const amount = amountAt(text, match.index, match[0]);
    if (amount === undefined || (amount.unit === "none" && amount.scale === 0 && !bare)) continue;
    found.push(amount);
    after = amount.end;
  }
  return found;
}

function amountAt(text: string, at: number, written: string): Amount | undefined {
  if (
    /[\p{L}\d.,]/u.test(text.charAt(at - 1)) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[YD]/u.test(text.charAt(at - 1))
  )
    return undefined;
  if (/第/u.test(text.charAt(at - 1))) return undefined;
  const head = headBefore(text, at);
  let { exact, end } = scaled(text, at + written.length, exactOf(written));
  let scale = scaleAfter(text, at + written.length)?.power ?? 0;
  // 1兆6,284億円: what follows a large scale at once is added to it.
  while (scale >= 4) {
    const next = /^\d{1,4}(?:,\d{3})*(?:\.\d+)?/u.exec(text.slice(end, end + digitsMax))?.[0];
    if (next === undefined) break;
    const more = scaleAfter(text, end + next.length);
    if (more === undefined ? !/^\s?円/u.test(text.slice(end + next.length)) : more.power >= scale) break;
    const part = scaled(text, end + next.length, exactOf(next));
    exact = sumOf(exact, part.exact);
    end = part.end;
    scale = more?.power ?? 0;
  }
  const unit = unitAfter(text, end);
  if (unit !== undefined) end = unit.end;
  const closes = head.opens && text.charAt(end) === ")";
  const isNegative = head.isNegative || (closes && !head.inWords);
  if (closes) end += 1;
  return {
    start: closes || !head.opens ? head.start : at,
    end,
    exact: isNegative ? { ...exact, digits: -exact.digits } : exact,
    unit: unit?.unit ?? head.unit ?? "none",
    scale: scaleAfter(text, at + written.length)?.power ?? 0,
    isSigned: isNegative || head.isPlus,
  };
}

/** A sign, a mark of a currency and an opening bracket before a number, in any order that is in use. */
function headBefore(text: string, at: number) {
  let start = at;
  let unit: Unit | undefined;
  let [isNegative, isPlus, opens] = [false, false, false];
  for (;;) {
    const before = text.charAt(start - 1);
    const word = text.slice(Math.max(0, start - 4), start).trim();
    if (unit === undefined && before in marks) [unit, start] = [marks[before], start - 1];
    else if (unit === undefined && /(?:JPY|USD)$/u.test(word))
      [unit, start] = [marks[word.slice(-3)], start - 3 - (before === " " ? 1 : 0)];
    else if (before === "△" || (before === "-" && !/[A-Za-z\d)]/u.test(text.charAt(start - 2))))
      [isNegative, start] = [true, start - 1];
    else if (before === "+" && !isPlus) [isPlus, start] = [true, start - 1];
    else if (before === " " && text.charAt(start - 2) === "△") start -= 1;
    else if (before === "(" && !opens) [opens, start] = [true, start - 1];
    else break;
  }
  const inWords = opens && /[\p{L}\p{N}%]\s?$/u.test(text.slice(Math.max(0, start - 2), start));
  return { start: opens && inWords ? start + 1 : start, unit, isNegative, isPlus, opens, inWords };
}

function scaled(text: string, at: number, exact: Exact): { exact: Exact; end: number } {
  const scale = scaleAfter(text, at);
  return scale === undefined
    ? { exact, end: at }
    : { exact: { ...exact, power: exact.power + scale.power }, end: scale.end };
}

function scaleAfter(text: string, at: number): { power: number; end: number } | undefined {
  const rest = text.slice(at, at + 12);
  const gap = /^[ -]?/u.exec(rest)?.[0].length ?? 0;
  const lower = rest.slice(gap).toLowerCase();
  const found = scaleWords.find(
    ([word]) => lower.startsWith(word) && (!/^[a-z]/u.test(word) || !/^[a-z]/u.test(lower.slice(word.length))),
  );
  return found === undefined ? undefined : { power: found[1], end: at + gap + found[0].length };
}

function unitAfter(text: string, at: number): { unit: Unit; end: number } | undefined {
  const rest = text.slice(at, at + 24);
  const gap = /^ ?/u.exec(rest)?.[0].length ?? 0;
  const lower = rest.slice(gap).toLowerCase();
  const found = unitWords.find(
    ([word]) => lower.startsWith(word) && (!/[a-z]$/u.test(word) || !/^[a-z]/u.test(lower.slice(word.length))),
  );
  return found === undefined ? undefined : { unit: found[1], end: at + gap + found[0].length };
}

export function exactOf(written: string): Exact {
  const [whole = "0", fraction = ""] = written.replaceAll(",", "").split(".");
  return { digits: BigInt(whole + fraction), power: -fraction.length };
}

/** An exact decimal of a filing, with the power that it is exact to. */
export function exactOfValue(value: string, decimals: string | null): Exact {
  const isNegative = value.startsWith("-");
  const exact = exactOf(value.replace("-", ""));
  const signed = isNegative ? { ...exact, digits: -exact.digits } : exact;
  const power = decimals === null ? Number.NaN : -Number(decimals);
  if (!Number.isInteger(power) || power <= signed.power || power > digitsMax) return signed;
  const step = 10n ** BigInt(power - signed.power);
  return signed.digits % step === 0n ? { digits: signed.digits / step, power } : signed;
}

function at(exact: Exact, power: number): bigint {
  return exact.digits * 10n ** BigInt(exact.power - power);
}

export function sumOf(a: Exact, b: Exact): Exact {
  const power = Math.min(a.power, b.power);
  return { digits: at(a, power) + at(b, power), power };
}

export function differenceOf(a: Exact, b: Exact): Exact {
  return sumOf(a, negated(b));
}

export function negated({ digits, power }: Exact): Exact {
  return { digits: -digits, power };
}

export function shifted({ digits, power }: Exact, by: number): Exact {
  return { digits, power: power + by };
}

/** Without the zeros at its end, which "about" leaves open. */
export function withoutZeros({ digits, power }: Exact): Exact {
  let rest = digits;
  let by = power;
  while (rest !== 0n && rest % 10n === 0n) [rest, by] = [rest / 10n, by + 1];
  return { digits: rest, power: by };
}

export function significantDigits(exact: Exact): number {
  const { digits } = withoutZeros(exact);
  return String(digits < 0n ? -digits : digits).length;
}

export type Agreement = "same" | "rounded" | "more_exact" | "other";

/** How a claimed amount agrees with a filed one; both rounding and cutting are how amounts are shortened. */
export function agreementOf(claimed: Exact, filed: Exact): Agreement {
  const power = Math.min(claimed.power, filed.power);
  if (at(claimed, power) === at(filed, power)) return "same";
  if (claimed.power > filed.power) return shortens(claimed, filed) ? "rounded" : "other";
  return claimed.power < filed.power && shortens(filed, claimed) ? "more_exact" : "other";
}

function shortens(short: Exact, long: Exact): boolean {
  const step = 10n ** BigInt(short.power - long.power);
  const isNegative = long.digits < 0n;
  const size = isNegative ? -long.digits : long.digits;
  const cut = size / step;
  const round = (size + step / 2n) / step;
  const wanted = isNegative ? -short.digits : short.digits;
  return wanted === cut || wanted === round;
}

/** As a plain decimal. */
export function writeExact({ digits, power }: Exact): string {
  const sign = digits < 0n ? "-" : "";
  const size = String(digits < 0n ? -digits : digits);
  if (power >= 0) return sign + size + "0".repeat(power);
  const padded = size.padStart(1 - power, "0");
  return `${sign}${padded.slice(0, power)}.${padded.slice(power)}`;
}
