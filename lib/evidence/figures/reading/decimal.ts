/** Exact decimal numbers as strings. Yen amounts with a scale are larger than what a double counts exactly. */

/** More digits than any figure of a filing; longer ones are an attack or a mistake. */
export const digitsMax = 40;
const scaleMax = 30;

/** `1,234.50` shifted by 6 and negated: "-1234500000". Undefined where it is no number within the limits. */
export function readDecimal(digits: string, scale: number, negative: boolean): string | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits);
  if (match === null || !Number.isInteger(scale) || Math.abs(scale) > scaleMax) return undefined;
  const [, minus = "", whole = "", fraction = ""] = match;
  if (whole.length + fraction.length > digitsMax) return undefined;
  const moved = shift(whole, fraction, scale);
  const isZero = /^[0.]*$/.test(moved);
  return (minus === "-") !== negative && !isZero ? `-${moved}` : moved;
}

function shift(whole: string, fraction: string, scale: number): string {
  let left = whole;
  let right = fraction;
  if (scale > 0) {
    const padded = right.padEnd(scale, "0");
    left += padded.slice(0, scale);
    right = padded.slice(scale);
  } else if (scale < 0) {
    const padded = left.padStart(1 - scale, "0");
    right = padded.slice(scale) + right;
    left = padded.slice(0, scale);
  }
  const head = left.replace(/^0+(?=\d)/, "");
  const tail = right.replace(/0+$/, "");
  return tail === "" ? head : `${head}.${tail}`;
}

/** The value of a plain instance: an optional sign and exponent are allowed there. */
export function readPlainDecimal(text: string): string | undefined {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  return readDecimal(
    `${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`,
    Number(exponent),
    sign === "-",
  );
}
