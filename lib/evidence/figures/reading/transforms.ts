import { nfkc } from "../../../text/format/nfkc.ts";

/**
 * The transformations of inline XBRL that Japanese filings use, from all registries: EDINET and TDnet write those of
 * 2011 ("numdotdecimal"), later registries spell the same with hyphens ("num-dot-decimal").
 */

/** The digits of a displayed number, without its scale and sign; undefined where the format isn't known. */
export function readNumber(shown: string, format: string | undefined): string | undefined {
  const text = nfkc(shown).replace(/[\s\u00a0]+/g, "");
  switch (nameOf(format)) {
    case "":
    case "numdotdecimal":
    case "numcommadot":
    case "numdotdecimalin":
      return plain(text.replaceAll(",", ""));
    case "numcommadecimal":
    case "numdotcomma":
      return plain(text.replaceAll(".", "").replace(",", "."));
    case "numspacedot":
      return plain(text.replaceAll(",", ""));
    case "numspacecomma":
      return plain(text.replace(",", "."));
    case "numunitdecimal":
      return unitDecimal(text);
    case "numdash":
    case "zerodash":
    case "fixedzero":
    case "nocontent":
    case "fixedempty":
      return "0";
    default:
      return undefined;
  }
}

/** "1,234円56銭": whatever stands between the two groups of digits and behind them is the unit. */
function unitDecimal(text: string): string | undefined {
  const match = /^(\d[\d,]*)[^\d,.]+(\d{1,2})[^\d]*$/.exec(text);
  if (match === null) {
    const whole = /^(\d[\d,]*)[^\d]*$/.exec(text);
    return whole === null ? undefined : plain((whole[1] ?? "").replaceAll(",", ""));
  }
  return plain(`${(match[1] ?? "").replaceAll(",", "")}.${(match[2] ?? "").padStart(2, "0")}`);
}

function plain(text: string): string | undefined {
  if (/^\.\d+$/.test(text)) return `0${text}`;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

function nameOf(format: string | undefined): string {
  return (format ?? "").replace(/^.*:/, "").replaceAll("-", "").toLowerCase();
}

const eraStarts: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  明治: 1867,
  r: 2018,
  h: 1988,
  s: 1925,
  t: 1911,
  m: 1867,
};

/** A fact in words: dates become YYYY-MM-DD or YYYY-MM, booleans "true" and "false"; anything else stays as it is. */
export function readText(shown: string, format: string | undefined): string {
  const name = nameOf(format);
  if (name === "booleantrue" || name === "fixedtrue") return "true";
  if (name === "booleanfalse" || name === "fixedfalse") return "false";
  if (name === "nocontent" || name === "fixedempty") return "";
  const text = nfkc(shown);
  if (/^date/.test(name)) return readDate(text.replace(/\s+/g, "")) ?? shown.trim();
  return shown.replace(/[\s\u3000]+/gu, " ").trim();
}

function readDate(text: string): string | undefined {
  const match =
    /^(令和|平成|昭和|大正|明治|[RHSTM])?(元|\d{1,4})[年.\-/](\d{1,2})(?:[月.\-/](?:(\d{1,2})日?)?)?$/iu.exec(text);
  if (match === null) return undefined;
  const [, era, year = "", month = "", day] = match;
  const first = era === undefined ? 0 : eraStarts[era.toLowerCase()];
  if (first === undefined) return undefined;
  const number = first + (year === "元" ? 1 : Number(year));
  if (number < 1000 || Number(month) < 1 || Number(month) > 12 || Number(day ?? 1) < 1 || Number(day ?? 1) > 31)
    return undefined;
  const two = (part: string) => part.padStart(2, "0");
  return `${number}-${two(month)}${day === undefined ? "" : `-${two(day)}`}`;
}
