/** As filings print it: grouped, and △ for what is below zero. */
export function yen(value: number): string {
  return value < 0 ? `△${grouped(String(-value))}` : grouped(String(value));
}

/** A document has thousands of amounts, almost all of them whole: Intl takes ten times as long. */
function grouped(digits: string): string {
  const point = digits.indexOf(".");
  const whole = point === -1 ? digits : digits.slice(0, point);
  let text = whole.slice(0, whole.length % 3 || 3);
  for (let at = text.length; at < whole.length; at += 3) text += `,${whole.slice(at, at + 3)}`;
  return point === -1 ? text : text + digits.slice(point);
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return "－";
  return signed(Math.round((part / whole) * 1000) / 10, 1);
}

const signed = (value: number, decimals: number) =>
  `${value < 0 ? "△" : ""}${grouped(Math.abs(value).toFixed(decimals))}`;

/** Figures that are not whole, and what is not told where it is not above zero. */
const decimals: Readonly<Record<string, number>> = {
  eps: 2,
  bps: 2,
  dividend: 2,
  interimDividend: 2,
  finalDividend: 2,
  equityRatio: 1,
  roe: 1,
  per: 1,
  payout: 1,
  shareholderReturn: 1,
};
const absent = new Set(["per", "payout"]);

/** A figure as its name is printed: `now.eps` with two decimals. */
export function printed(path: string, value: number): string {
  const name = path.split(".").at(-1) ?? path;
  if (absent.has(name) && value <= 0) return "－";
  const places = decimals[name];
  return places === undefined ? yen(value) : signed(value, places);
}

/** A figure by its name, as sentences and tables in files ask for it. */
export function amount(figures: object, name: string): number {
  const value: unknown = Object.getOwnPropertyDescriptor(figures, name)?.value;
  if (typeof value !== "number") throw new Error(`the sample market has no figure ${name}`);
  return value;
}
