import { readFileSync } from "node:fs";
import { readPackage } from "../../../../service/ingest/package/read-package.ts";
import { readFigures } from "../../../evidence/figures/reading/read-figures.ts";
import type { Fact } from "../facts.ts";
import { factsOfFigures } from "../figure-facts.ts";
import { factsOfText } from "../text-facts.ts";
import type { MeasuredWith } from "./measure.ts";

/** Given packages: their figures by the filer's own tags are what is true, their text is what is owned. */
const given = [
  ["packages/S100TMMG.zip", "2024-03-31", "7974", "任天堂", "Nintendo"],
  ["packages/S100AJZW.zip", "2017-03-31", "4536", "参天製薬", "Santen Pharmaceutical"],
  ["packages/S100MMP3.zip", "2021-07-31", "2929", "ファーマフーズ", "Pharma Foods"],
  ["fsa/02-annual-report.zip", "2026-03-31", "9001", "見本商事", "Mihon Trading"],
  ["tdnet/annual-summary.zip", "2024-01-31", "7064", "ハウテレビジョン", "Howtelevision"],
] as const;

export async function givenFilings(sample: (path: string) => string, owned: "text" | "figures"): Promise<MeasuredWith> {
  const truths: Fact[] = [];
  const evidence: Fact[] = [];
  const issuers: MeasuredWith["issuers"][number][] = [];
  for (const [file, periodEnd, code, ja, en] of given) {
    const zip = readFileSync(sample(file));
    const about = { issuer: code, documentId: file, title: "", filedAt: "2024" };
    const tagged = factsOfFigures({ ...about, figures: await readFigures(zip) });
    const text = (await readPackage(zip)).flatMap(({ sections }) => sections.map(({ markdown }) => markdown)).join("");
    const printed = factsOfText({ ...about, periodEnd, periodMonths: 12, around: [], text }, 0);
    truths.push(...tagged);
    evidence.push(...(owned === "text" ? printed : tagged));
    issuers.push({ code, ja, en, yearEnd: Number(periodEnd.slice(5, 7)) });
  }
  return { truths, evidence, issuers };
}
