/** As filings print them; in 億 and 兆, or billions, for a tooltip. BigInt keeps trillions of yen exact. */

/** The factor to yen of a table's unit line; undefined for units that are not money. */
export function unitFactor(unit: string): bigint | undefined {
  const text = unit.normalize("NFKC").replace(/[\s()（）]|単位[:：]?/gu, "");
  const found = /^(千|万|百万|十億|億|兆)?円$/u.exec(text);
  return found === null ? undefined : factors[found[1] ?? ""];
}

const factors: Readonly<Record<string, bigint>> = {
  "": 1n,
  千: 1_000n,
  万: 10_000n,
  百万: 1_000_000n,
  億: 100_000_000n,
  十億: 1_000_000_000n,
  兆: 1_000_000_000_000n,
};

/** A figure as filed: △1,234, ▲1,234, (1,234), －1,234. Undefined where the cell holds no whole number. */
export function filedInteger(text: string): bigint | undefined {
  const plain = text.normalize("NFKC").trim();
  const found = /^(?<minus>[△▲\-−‐－]\s*)?(?<open>\()?(?<digits>\d{1,3}(?:,\d{3})*|\d+)(?<close>\))?$/u.exec(plain);
  const groups = found?.groups;
  if (groups === undefined || (groups["open"] === undefined) !== (groups["close"] === undefined)) return undefined;
  const value = BigInt((groups["digits"] ?? "").replaceAll(",", ""));
  return groups["minus"] !== undefined || groups["open"] !== undefined ? -value : value;
}

const steps: readonly (readonly [bigint, string])[] = [
  [1_000_000_000_000n, "兆"],
  [100_000_000n, "億"],
  [10_000n, "万"],
];

/** 12億3,456万円: all powers of ten thousand that are not zero, without rounding. */
export function yenInMyriads(yen: bigint): string {
  let rest = yen < 0n ? -yen : yen;
  let out = "";
  for (const [size, name] of steps) {
    const count = rest / size;
    rest %= size;
    if (count > 0n) out += `${grouped(count)}${name}`;
  }
  if (rest > 0n || out === "") out += grouped(rest);
  return `${yen < 0n ? "△" : ""}${out}円`;
}

const scales: readonly (readonly [bigint, string])[] = [
  [1_000_000_000_000n, "trillion"],
  [1_000_000_000n, "billion"],
  [1_000_000n, "million"],
];

/** ¥1.234 billion, to three decimals at most; minus signs as English writes them. */
export function yenInWords(yen: bigint): string {
  const value = yen < 0n ? -yen : yen;
  const sign = yen < 0n ? "−" : "";
  const scale = scales.find(([size]) => value >= size);
  if (scale === undefined) return `${sign}¥${grouped(value)}`;
  const [size, name] = scale;
  const thousandths = (value * 1000n + size / 2n) / size;
  const decimals = String(thousandths % 1000n)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return `${sign}¥${grouped(thousandths / 1000n)}${decimals === "" ? "" : `.${decimals}`} ${name}`;
}

/** The tooltip of a figure filed in a unit: 1,234 in 百万円 is 12億3,400万円. */
export function amountTitle(figure: string, unit: string, language: "en" | "ja"): string | undefined {
  const factor = unitFactor(unit);
  const value = filedInteger(figure);
  if (factor === undefined || value === undefined) return undefined;
  return language === "ja" ? yenInMyriads(value * factor) : yenInWords(value * factor);
}

/** Sizes of files: 3.2 MB, 48 kB, 812 B. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function grouped(value: bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
