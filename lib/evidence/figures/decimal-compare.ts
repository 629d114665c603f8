/** Comparisons of exact decimals, which may be larger than a double counts. */

function scaled(value: string, places: number): bigint {
  const negative = value.startsWith("-");
  const [whole = "0", fraction = ""] = value.replace("-", "").split(".");
  const digits = BigInt(whole + fraction.padEnd(places, "0").slice(0, places));
  return negative ? -digits : digits;
}

function placesOf(...values: readonly string[]): number {
  return Math.max(0, ...values.map((value) => value.split(".")[1]?.length ?? 0));
}

/**
 * True where two figures can't be the same amount, given how exact each is: 406 million (to the million) is the same as
 * 406,936 thousand, whether it was rounded or cut.
 */
export function differs(a: Exact, b: Exact): boolean {
  const places = Math.max(placesOf(a.value, b.value), Math.min(30, Math.max(0, -stepOf(a), -stepOf(b))));
  const distance = scaled(a.value, places) - scaled(b.value, places);
  const step = Math.max(stepOf(a), stepOf(b));
  if (step === Number.NEGATIVE_INFINITY) return distance !== 0n;
  const unit = 10n ** BigInt(Math.max(0, places + step));
  return (distance < 0n ? -distance : distance) >= unit;
}

export interface Exact {
  readonly value: string;
  /** As the filing says: "-6" is exact to the million, null or "INF" to the last digit. */
  readonly decimals: string | null;
}

/** The power of ten that it is exact to. */
function stepOf({ decimals }: Exact): number {
  const places = Number(decimals);
  return decimals === null || !Number.isInteger(places) || Math.abs(places) > 30 ? Number.NEGATIVE_INFINITY : -places;
}
