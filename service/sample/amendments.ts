import type { PublicationSection } from "../domain/publishing/publication.ts";
import type { SampleIssuer } from "./issuers.ts";
import { randomOf } from "./random.ts";
import { table } from "./text/compose.ts";

/** What an amendment changes in the report that it amends. */
interface Correction {
  readonly section: PublicationSection;
  readonly corrected: PublicationSection;
  /** The lines that differ, before and after. */
  readonly lines: readonly (readonly [string, string])[];
}

/** Sections with figures that no other figure adds up from. */
const correctable = [
  "employees",
  "facilities-plans",
  "governance-audit",
  "sustainability-targets",
  "governance-officers",
  "research",
  "key-figures-parent",
  "facilities-main",
];

/**
 * The sections of an amended report. In part: the reason, then each corrected section with its lines before and after.
 * Whole: the report filed again, with its corrections made and listed.
 */
export function amended(
  sections: readonly PublicationSection[],
  {
    seed,
    issuer,
    year,
    whole,
    reason,
  }: { seed: number; issuer: SampleIssuer; year: number; whole: boolean; reason: string },
): PublicationSection[] {
  const corrections = correctionsOf(sections, seed, issuer, year, whole ? 3 : 2);
  const [cover, ...rest] = sections;
  if (cover === undefined) return [];
  const head = [amendedCover(cover), ...introduction(corrections, whole, reason)];
  if (whole) {
    const changed = new Map(corrections.map(({ section, corrected }) => [section.sectionId, corrected]));
    return [...head, ...rest.map((section) => changed.get(section.sectionId) ?? section)];
  }
  return [...head, ...correctedParts(rest, corrections)];
}

function amendedCover(cover: PublicationSection): PublicationSection {
  const markdown = cover.markdown
    .replace("有価証券報告書 |", "有価証券報告書の訂正報告書 |")
    .replace("金融商品取引法第24条第1項", "金融商品取引法第24条の2第1項");
  return { ...cover, markdown };
}

function introduction(corrections: readonly Correction[], whole: boolean, reason: string): PublicationSection[] {
  const top = (sectionId: string, title: string, text: string): PublicationSection => ({
    sectionId,
    title,
    level: 1,
    parentSectionId: null,
    markdown: `# ${title}\n\n${text}\n\n`,
  });
  const places = corrections.map(({ section }) => `- ${section.title}`).join("\n");
  const told = table(
    "訂正した箇所",
    undefined,
    ["箇所", "訂正前", "訂正後"],
    corrections.flatMap(({ section, lines }) => lines.map(([from, to]) => [section.title, shown(from), shown(to)])),
  );
  return [
    top("amendment", "1【有価証券報告書の訂正報告書の提出理由】", `　${reason}`),
    top(
      "amendment-items",
      "2【訂正事項】",
      whole ? `${places}\n\n　訂正後の有価証券報告書の全文は次のとおりであります。\n\n${told}` : places,
    ),
    ...(whole ? [] : [top("amendment-places", "3【訂正箇所】", "　訂正の前後の記載は次のとおりであります。")]),
  ];
}

/** A row of a table as one cell of another. */
const shown = (line: string) => line.replace(/^\| | \|$/g, "").replaceAll(" | ", "　");

/** The corrected sections below the headings that lead to them. */
function correctedParts(
  sections: readonly PublicationSection[],
  corrections: readonly Correction[],
): PublicationSection[] {
  const byId = new Map(corrections.map((each) => [each.section.sectionId, each]));
  const parents = new Map(sections.map(({ sectionId, parentSectionId }) => [sectionId, parentSectionId]));
  const kept = new Set<string>();
  for (const { section } of corrections) {
    let above: string | null = section.sectionId;
    while (above !== null && !kept.has(above)) {
      kept.add(above);
      above = parents.get(above) ?? null;
    }
  }
  return sections
    .filter(({ sectionId }) => kept.has(sectionId))
    .map((section) => {
      const correction = byId.get(section.sectionId);
      const [heading = ""] = section.markdown.split("\n\n");
      if (correction === undefined) return { ...section, markdown: `${heading}\n\n` };
      const body = (markdown: string) => markdown.slice(heading.length + 2);
      return {
        ...section,
        markdown: `${heading}\n\n（訂正前）\n\n${body(section.markdown)}（訂正後）\n\n${body(correction.corrected.markdown)}`,
      };
    });
}

function correctionsOf(
  sections: readonly PublicationSection[],
  seed: number,
  issuer: SampleIssuer,
  year: number,
  count: number,
): Correction[] {
  const random = randomOf(seed, "correction", issuer.index, year);
  const known = sections.filter(({ sectionId }) => correctable.includes(sectionId));
  return random.some(known, count).flatMap((section) => {
    const changes = section.markdown.split("\n").flatMap((line, at): { at: number; to: string }[] => {
      const to = correctedLine(line);
      return to === undefined ? [] : [{ at, to }];
    });
    if (changes.length === 0) return [];
    const { at, to } = random.pick(changes);
    const lines = section.markdown.split("\n");
    const from = lines[at] ?? "";
    const markdown = lines.with(at, to).join("\n");
    return [{ section, corrected: { ...section, markdown }, lines: [[from, to] as const] }];
  });
}

/** Another figure in the last cell of a row that has one, or another count in a sentence. */
function correctedLine(line: string): string | undefined {
  if (line.startsWith("| ")) {
    const match = /^(.*\| )(\d[\d,.]*)( \|)$/.exec(line);
    return match === null ? undefined : `${match[1]}${otherFigure(match[2] ?? "")}${match[3]}`;
  }
  if (!line.startsWith("　")) return undefined;
  const match = /^(.*?[^\d,.年月第])(\d+)(件|社|台|名|か所.*|％.*)/.exec(line);
  if (match === null) return undefined;
  return `${match[1]}${otherFigure(match[2] ?? "")}${line.slice((match[1] ?? "").length + (match[2] ?? "").length)}`;
}

/** Two neighbouring digits in the other order, or one digit higher: how figures go wrong. */
function otherFigure(figure: string): string {
  for (let at = figure.length - 1; at > 0; at--) {
    const [left, right] = [figure[at - 1] ?? "", figure[at] ?? ""];
    if (/\d/.test(left) && /\d/.test(right) && left !== right && (at > 1 || right !== "0"))
      return `${figure.slice(0, at - 1)}${right}${left}${figure.slice(at + 1)}`;
  }
  return figure.replace(/\d(?!.*\d)/, (digit) => String((Number(digit) + 1) % 10 || 1));
}
