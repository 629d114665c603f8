import type { IssuerPublication } from "../domain/publishing/publication.ts";
import { type SampleData, wordOf } from "./data.ts";
import type { Industry } from "./industry.ts";
import { randomOf } from "./random.ts";

/** Who an invented company is. It can be made again from its index and the seed. */
export interface SampleIssuer extends IssuerPublication {
  readonly index: number;
  /** Without the company form, as in the titles of its documents. */
  readonly shortName: string;
  readonly nameEn: string;
  readonly nameKana: string;
  /** Month in which the fiscal year ends, 1 to 12. */
  readonly closingMonth: number;
  readonly foundedYear: number;
  readonly president: string;
  readonly headOffice: string;
  readonly standard: "日本基準" | "IFRS" | "米国基準";
}

const letters = "ACDFGHJKLMNPRSTUWXY";
const markets = ["プライム", "プライム", "スタンダード", "スタンダード", "グロース"];

/** Three figures and a letter from the top of the range, where no code has been given out. */
function codeOf(index: number): string {
  const number = 999 - (Math.imul(index, 37) % 100) - 100 * Math.floor(index / (100 * letters.length));
  return `${number}${letters[Math.floor(index / 100) % letters.length] ?? "A"}`;
}

export function issuerOf(
  { stems, industries, lists }: Pick<SampleData, "stems" | "industries" | "lists">,
  seed: number,
  index: number,
): { readonly issuer: SampleIssuer; readonly industry: Industry } {
  const random = randomOf(seed, "issuer", index);
  const { kanji, kana, roman } = stems[index % stems.length] ?? {};
  // The industry moves on each time the stems begin again, and the suffix each time the industries do: every
  // pair of stem and suffix comes once before any comes again.
  const round = Math.floor(index / stems.length);
  const industry = industries[(index + 2 * round) % industries.length] ?? random.pick(industries);
  const lap = Math.floor(round / industries.length);
  const suffixes = industry.words.get("社名") ?? [];
  const [suffix, suffixKana, suffixRoman] = wordOf(suffixes, lap + index).split("・");
  const branch = Math.floor(lap / suffixes.length);
  const ordinal = branch === 0 ? "" : `第${"一二三四五六七八九十"[branch] ?? branch + 1}`;
  const shortName = `${kanji}${ordinal}${suffix}`;
  const form = random.chance(0.25) ? `株式会社${shortName}` : `${shortName}株式会社`;
  const issuer = {
    index,
    securityCode: codeOf(index),
    name: form,
    shortName,
    nameEn: `${roman} ${suffixRoman}${branch === 0 ? "" : ` ${branch + 1}`} ${random.pick(["Co., Ltd.", "Corporation", "Inc."])}`,
    nameKana: `${kana}${branch === 0 ? "" : "ダイ"}${suffixKana}`,
    market: random.pick(markets),
    sector: industry.name,
    edinetCode: `E9${String(index).padStart(4, "0")}`,
    corporateNumber: corporateNumber(index),
    closingMonth: random.pick([3, 3, 3, 3, 12, 12, 6, 9]),
    foundedYear: random.int(1898, 1989),
    president: random.pick(lists.get("社長") ?? []),
    headOffice: random.pick(lists.get("本店") ?? []),
    standard: standardOf(index, industry.name, random.chance(0.25)),
  };
  return { issuer, industry };
}

/** Banks keep to the Japanese standard; one maker of electrical goods in five keeps to the American one. */
function standardOf(index: number, sector: string, isInternational: boolean): SampleIssuer["standard"] {
  if (sector === "銀行業") return "日本基準";
  if (sector === "電気機器" && index % 60 === 14) return "米国基準";
  return isInternational ? "IFRS" : "日本基準";
}

/** Thirteen digits of which the first is a check digit made wrong, so that the number can't be a real one. */
function corporateNumber(index: number): string {
  const base = `0000${String(90_000_000 + index)}`;
  const sum = [...base].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 2), 0);
  const check = 9 - (sum % 9);
  return `${(check % 9) + 1}${base}`;
}
