import type { Fact } from "./model.ts";
import { readDecimal } from "./reading/decimal.ts";

/** How amounts are written: in the unit that the filing prints, exactly, with its own digits where they are known. */

/** "1,671,865" for 1671865000000 in millions. A minus sign, not △, so that it is read alike in both languages. */
export function writeAmount(fact: Fact, scale: number): string {
  if (fact.value === null) return "";
  if (fact.shown !== null && scale === fact.scale && /^[\d,.]+$/.test(fact.shown)) {
    return fact.value.startsWith("-") ? `−${fact.shown}` : fact.shown;
  }
  const moved = readDecimal(fact.value, -scale, false) ?? fact.value;
  const [whole = "", fraction = ""] = moved.replace("-", "").split(".");
  const digits = Math.min(
    6,
    Math.max(fraction.length, Number.isInteger(Number(fact.decimals)) ? Number(fact.decimals) + scale : 0),
  );
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const written =
    digits > 0 ? `${grouped}.${fraction.padEnd(digits, "0").slice(0, Math.max(digits, fraction.length))}` : grouped;
  return moved.startsWith("-") ? `−${written}` : written;
}

const yen: Readonly<Record<number, readonly [string, string]>> = {
  0: ["円", "JPY"],
  3: ["千円", "JPY thousand"],
  6: ["百万円", "JPY million"],
  8: ["億円", "JPY 100 million"],
  9: ["十億円", "JPY billion"],
};

/** The unit beside a figure: 百万円, %, shares. Units of other taxonomies are shown as they are. */
export function writeUnit(unit: string, scale: number, lang: "ja" | "en"): string {
  const at = lang === "ja" ? 0 : 1;
  if (unit === "JPY") return yen[scale]?.[at] ?? `JPY × 10^${scale}`;
  const suffix = scale === 0 ? "" : scale === -2 ? " × 0.01" : ` × 10^${scale}`;
  if (unit === "JPY/shares") return ["円/株", "JPY per share"][at] + suffix;
  if (unit === "shares") return (["株", "shares"][at] ?? unit) + suffix;
  if (unit === "pure") return scale === -2 ? "%" : scale === 0 ? "" : suffix.trim();
  return unit + suffix;
}

/** The accounting standard as a filing names it, for readers. */
export function writeStandard(standard: string | null, lang: "ja" | "en"): string | null {
  const japanese: Readonly<Record<string, string>> = { "Japan GAAP": "日本基準", "US GAAP": "米国基準" };
  return lang === "en" ? standard : (japanese[standard ?? ""] ?? standard);
}

/** The finest unit in which any of the figures is printed, so that no digit is lost. */
export function commonScale(facts: readonly Fact[]): number {
  const scales = facts.filter(({ value }) => value !== null).map(({ scale }) => scale);
  return scales.length === 0 ? 0 : Math.min(...scales);
}
