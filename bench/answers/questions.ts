import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { labelOf } from "../../lib/evidence/figures/labels.ts";
import type { Figures } from "../../lib/evidence/figures/model.ts";
import { sectionOfLines } from "../../lib/evidence/figures/places.ts";
import { readFigures } from "../../lib/evidence/figures/reading/read-figures.ts";
import { readPackage } from "../../service/ingest/package/read-package.ts";
import { randomFrom } from "../../service/search/testing/generate.ts";
import { figureQuestions } from "../filings/figures.ts";
import { loadFilings } from "../filings/load.ts";
import { readQuestions } from "../filings/questions.ts";

/** Only issuers of the tuning half may guide the engine. */
export interface KnownQuestion {
  readonly set:
    | "tagged facts, Japanese"
    | "tagged facts, English"
    | "cells of tables"
    | "text, Japanese"
    | "text, English";
  readonly half: "tune" | "test";
  readonly question: string;
  readonly securityCode: string;
  /** The cell's own sections, or for text a pattern of the headings. */
  readonly document: string | null;
  readonly sections: readonly string[];
  readonly heading: RegExp | null;
  /** The figure as it is printed, without its sign. */
  readonly shown: string | null;
}

const tuneCodes = new Set(["7974", "3382", "6981", "7309", "8306"]);
const halfOf = (code: string): "tune" | "test" => (tuneCodes.has(code) ? "tune" : "test");

const packages = [
  { id: "S100TMMG", code: "7974", name: "任天堂", english: "Nintendo" },
  { id: "S100AJZW", code: "4536", name: "参天製薬", english: "Santen Pharmaceutical" },
  { id: "S100MMP3", code: "2929", name: "ファーマフーズ", english: "Pharma Foods" },
] as const;
const issuerNames: Readonly<Record<string, readonly [string, string]>> = {
  ...Object.fromEntries(packages.map(({ code, name, english }) => [code, [name, english] as const])),
  "3382": ["セブン&アイ・ホールディングス", "Seven & i Holdings"],
  "4452": ["花王", "Kao"],
  "6981": ["村田製作所", "Murata Manufacturing"],
  "7203": ["トヨタ自動車", "Toyota Motor"],
  "7309": ["シマノ", "Shimano"],
  "8035": ["東京エレクトロン", "Tokyo Electron"],
  "8306": ["三菱UFJフィナンシャル・グループ", "Mitsubishi UFJ Financial Group"],
  "8766": ["東京海上ホールディングス", "Tokio Marine Holdings"],
};

export async function knownQuestions(samples: string, each: number, seed: number): Promise<KnownQuestion[]> {
  const questions: KnownQuestion[] = [];
  for (const filing of packages) questions.push(...(await taggedQuestions(samples, filing, each, seed)));
  const filings = (await loadFilings(samples, ["packages", "pairs"])).filter(
    ({ securityCode }) => securityCode !== null,
  );
  const perFiling = Math.max(2, Math.round(each / 5));
  for (const cell of figureQuestions(filings, perFiling, seed)) {
    const { securityCode, documentId, sectionId, text } = cell;
    const year = filings.find((filing) => filing.documentId === documentId)?.periodEnd;
    // "当期" alone names no period; the report's own is meant.
    const dated =
      year == null
        ? text
        : text.replace(/の([当前])(?:連結会計年度|事業年度|期)の/u, (_, which: string) => {
            const ends = Number(year.slice(0, 4)) - (which === "前" ? 1 : 0);
            return `の${ends}年${Number(year.slice(5, 7))}月期の`;
          });
    const label = /(?:期|連結|単体)の((?:(?!期の|連結の|単体の).)+)はいくら/u.exec(dated)?.[1] ?? "";
    if (saysNothing.test(label) || /[\d０-９(（&]|会社/u.test(label)) continue;
    const base = {
      half: halfOf(securityCode),
      securityCode,
      document: documentId,
      sections: [sectionId],
      heading: null,
      shown: null,
    };
    questions.push({ ...base, set: "cells of tables", question: dated });
  }
  for (const language of ["ja", "en"] as const) {
    for (const { text, security_code, section } of readQuestions(language)) {
      const [name = "", english = ""] = issuerNames[security_code] ?? [];
      const named =
        language === "ja" ? (text.includes(name) ? text : `${name}について、${text}`) : `${english}: ${text}`;
      const base = {
        half: halfOf(security_code),
        securityCode: security_code,
        document: null,
        sections: [],
        shown: null,
      };
      questions.push({
        ...base,
        set: language === "ja" ? "text, Japanese" : "text, English",
        question: named,
        heading: new RegExp(section.normalize("NFKC").toLowerCase(), "u"),
      });
    }
  }
  return questions;
}

type Filing = (typeof packages)[number];

/** Asks for facts that the filing tags itself: its element's label, its period, whether it is consolidated. */
async function taggedQuestions(samples: string, filing: Filing, each: number, seed: number): Promise<KnownQuestion[]> {
  const folder = path.join(samples, "packages");
  const file = readdirSync(folder).find((name) => name.startsWith(filing.id)) ?? "";
  const figures = await readFigures(readFileSync(path.join(folder, file)));
  const sections = (await readPackage(path.join(folder, file))).flatMap((draft) => draft.sections);
  const places = sectionOfLines(
    figures.landmarks,
    sections.map(({ title }) => title),
  );
  const sectionOf = (landmark: number) => sections[Math.max(0, places[landmark] ?? 0)]?.sectionId;
  const cells = new Map<string, { fact: Figures["facts"][number]; sections: Set<string> }>();
  for (const fact of figures.facts) {
    const context = figures.contexts[fact.context];
    if (fact.shown === null || fact.value === null || context === undefined || context.members.length > 0) continue;
    if (context.end === null || fact.shown.replace(/\D/g, "").length < 2) continue;
    const section = sectionOf(fact.landmark);
    if (section === undefined) continue;
    const key = `${fact.element} ${context.start} ${context.end} ${context.basis} ${fact.value}`;
    const cell = cells.get(key) ?? { fact, sections: new Set() };
    cell.sections.add(section);
    cells.set(key, cell);
  }
  const random = randomFrom(seed);
  const newest = [...cells.values()].reduce(
    (last, { fact }) => maxOf(last, figures.contexts[fact.context]?.end ?? ""),
    "",
  );
  const recent = [...cells.values()].filter(
    ({ fact }) => monthsBetween(figures.contexts[fact.context]?.end ?? "", newest) <= 12,
  );
  const shuffled = recent.map((cell) => ({ cell, at: random() })).sort((a, b) => a.at - b.at);
  const questions: KnownQuestion[] = [];
  for (const { cell } of shuffled) {
    if (questions.length >= each * 2) break;
    const { fact } = cell;
    const element = figures.elements[fact.element];
    const context = figures.contexts[fact.context];
    if (element === undefined || context === undefined || context.end === null) continue;
    const label = labelOf(element, "ja");
    if (label.lang !== "ja" || saysNothing.test(label.text)) continue;
    const english = labelOf(element, "en").text.replace(/ \(.*?\)/g, "");
    const base = {
      half: halfOf(filing.code),
      securityCode: filing.code,
      document: filing.id,
      sections: [...cell.sections],
      heading: null,
      shown: fact.shown,
    };
    const asked = {
      label: label.text.replace(/（.*?）|\(.*?\)|[、,].*$|\s/gu, ""),
      english,
      end: context.end,
      separate: context.basis === "separate",
    };
    questions.push({ ...base, set: "tagged facts, Japanese", question: inJapanese(filing, asked, questions.length) });
    questions.push({ ...base, set: "tagged facts, English", question: inEnglish(filing, asked, questions.length) });
  }
  return questions;
}

/** Labels that name nothing by themselves: nobody would ask for them. */
const saysNothing = /^(?:その他|その他、?純額|計|小計|合計|提出会社|全労働者|.)$/u;

interface AskedFact {
  readonly label: string;
  readonly english: string;
  readonly end: string;
  readonly separate: boolean;
}

function inJapanese({ name }: Filing, { label, end, separate }: AskedFact, at: number): string {
  const period = `${end.slice(0, 4)}年${Number(end.slice(5, 7))}月期`;
  const scope = separate ? "単体の" : at % 4 === 0 ? "連結の" : "";
  const wordings = [
    `${name}の${period}の${scope}${label}はいくらですか`,
    `${period}における${name}の${scope}${label}を教えてください`,
    `${name}、${period}、${scope}${label}はどれくらいか。`,
  ];
  return wordings[(at >> 1) % wordings.length] ?? "";
}

function inEnglish({ english: name }: Filing, { english, end, separate }: AskedFact, at: number): string {
  const month = new Date(`${end}T00:00:00Z`).toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  const scope = separate ? "non-consolidated " : "";
  const item = english.charAt(0).toLowerCase() + english.slice(1);
  const wordings = [
    `What was the ${scope}${item} of ${name} for the fiscal year ended ${month} ${end.slice(0, 4)}?`,
    `How much was ${name}'s ${scope}${item} in the year to ${month} ${end.slice(0, 4)}?`,
  ];
  return wordings[(at >> 1) % wordings.length] ?? "";
}

const maxOf = (a: string, b: string) => (a > b ? a : b);

function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
}
