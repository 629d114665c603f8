/** Figures of one answer as a table of issuers by periods, with what is computed from them and marked as computed. */
export interface ComparedFigure {
  readonly row: string;
  readonly value: string;
  readonly unit: string | null;
  readonly passage: number | null;
  readonly security_code?: string | null;
  /** As 2024-03. */
  readonly period?: string | null;
  readonly fact?: { readonly label_en: string };
}

export interface Computed {
  readonly kind: "difference" | "change" | "ratio";
  /** Places in the list of figures: the second less, or by, the first. */
  readonly of: readonly [number, number];
  readonly value: string;
  readonly unit: string | null;
}

export interface Comparison {
  /** By period where one issuer has several; else each issuer has the period of its own figure. */
  readonly periods: readonly string[];
  readonly rows: readonly { readonly security_code: string; readonly figures: readonly (number | null)[] }[];
  readonly computed: readonly Computed[];
}

/** Undefined where there is nothing to compare. */
export function comparisonOf(figures: readonly ComparedFigure[]): Comparison | undefined {
  const placed = figures.flatMap((figure, at) => {
    const { security_code: code, period } = figure;
    return code == null || period == null ? [] : [{ figure, at, code, period }];
  });
  if (placed.length < 2 || placed.length < figures.length) return undefined;
  const rows = [...Map.groupBy(placed, ({ code }) => code)];
  const isOneEach = rows.every(([, own]) => own.length === 1);
  const periods = isOneEach ? [] : [...new Set(placed.map(({ period }) => period))].sort();
  if (!isOneEach && rows.some(([, own]) => new Set(own.map(({ period }) => period)).size < own.length))
    return undefined;
  const pairs = isOneEach
    ? placed.slice(1).map((each): Pair => [placed[0] ?? each, each])
    : rows.flatMap(([, own]) => {
        const inOrder = own.toSorted((a, b) => (a.period < b.period ? -1 : 1));
        return inOrder.slice(1).map((each, before): Pair => [inOrder[before] ?? each, each]);
      });
  return {
    periods,
    rows: rows.map(([security_code, own]) => ({
      security_code,
      figures: isOneEach
        ? own.map(({ at }) => at)
        : periods.map((each) => own.find(({ period }) => period === each)?.at ?? null),
    })),
    computed: pairs.flatMap(([from, to]) => computedOf(from, to, isOneEach ? "ratio" : "change")),
  };
}

interface Placed {
  readonly figure: ComparedFigure;
  readonly at: number;
}
type Pair = readonly [Placed, Placed];

/** Only of figures in the same unit. */
function computedOf(from: Placed, to: Placed, second: "ratio" | "change"): Computed[] {
  const [a, b] = [decimalOf(from.figure.value), decimalOf(to.figure.value)];
  if (a === undefined || b === undefined || from.figure.unit !== to.figure.unit) return [];
  const places = Math.max(a.places, b.places);
  const [left, right] = [scaled(a, places), scaled(b, places)];
  const of = [from.at, to.at] as const;
  const { unit } = to.figure;
  const difference: Computed = { kind: "difference", of, value: written(right - left, places), unit };
  if (left <= 0n || right < 0n) return [difference];
  if (second === "ratio") return [difference, { kind: "ratio", of, value: hundredths(right, left), unit: "倍" }];
  const isPercent = unit === "%" || unit === "％";
  return isPercent
    ? [difference]
    : [difference, { kind: "change", of, value: tenthsOfPercent(right - left, left), unit: "%" }];
}

interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(value: string): Decimal | undefined {
  const plain = value
    .normalize("NFKC")
    .replace(/※\s?\d*/gu, "")
    .replace(/[,\s]/gu, "");
  const match = /^([△▲−-]?)\(?(\d+)(?:\.(\d+))?\)?(?:%|円|百万円|千円|株|人|名|倍|歳|年)?$/u.exec(plain);
  if (match === null) return undefined;
  const [, sign = "", whole = "", part = ""] = match;
  const digits = BigInt(whole + part);
  return { digits: sign === "" ? digits : -digits, places: part.length };
}

const scaled = ({ digits, places }: Decimal, to: number) => digits * 10n ** BigInt(to - places);

function written(digits: bigint, places: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
  const whole = text.slice(0, text.length - places).replace(/\B(?=(?:\d{3})+$)/gu, ",");
  const part = places === 0 ? "" : `.${text.slice(-places)}`;
  return `${digits < 0n ? "−" : digits > 0n ? "+" : ""}${whole}${part}`;
}

function rounded(of: bigint, by: bigint): bigint {
  const sign = of < 0n ? -1n : 1n;
  return sign * ((of * sign * 2n + by) / (by * 2n));
}

const tenthsOfPercent = (of: bigint, by: bigint) => written(rounded(of * 1_000n, by), 1);
const hundredths = (of: bigint, by: bigint) => written(rounded(of * 100n, by), 2).replace(/^\+/u, "");
