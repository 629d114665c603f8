import type { PublicationSection } from "../domain/publishing/publication.ts";
import { randomOf } from "./random.ts";
import type { Scope } from "./writing/scope.ts";
import { ruleOf } from "./writing/statements.ts";

/** The change by an amendment in the report that it amends: the line before and after. */
interface Correction {
  readonly section: PublicationSection;
  readonly corrected: PublicationSection;
  readonly from: string;
  readonly to: string;
}

/** Sections with figures that no other figure adds up from. */
const correctable = [
  "employees",
  "facilities-plans",
  "governance-audit",
  "sustainability-targets",
  "governance-officers",
  "sustainability-governance",
  "key-figures-parent",
  "facilities-main",
];

/**
 * The sections of an amended report. In part: the reason, then each corrected section with its text before and after.
 * Whole: the report filed again, with its corrections made and listed.
 */
export function amended(sections: readonly PublicationSection[], scope: Scope, isWhole: boolean): PublicationSection[] {
  const corrections = correctionsOf(sections, scope, isWhole ? 3 : 2);
  const [cover, ...rest] = sections;
  if (cover === undefined) return [];
  const markdown = cover.markdown
    .replace("有価証券報告書 |", "有価証券報告書の訂正報告書 |")
    .replace("金融商品取引法第24条第1項", "金融商品取引法第24条の2第1項");
  const head = [{ ...cover, markdown }, ...introduction(corrections, scope, isWhole)];
  if (!isWhole) return [...head, ...correctedParts(rest, corrections)];
  const changed = new Map(corrections.map(({ section, corrected }) => [section.sectionId, corrected]));
  return [...head, ...rest.map((section) => changed.get(section.sectionId) ?? section)];
}

function introduction(corrections: readonly Correction[], { words }: Scope, isWhole: boolean): PublicationSection[] {
  const top = (sectionId: string, title: string, text: string): PublicationSection => ({
    ...{ sectionId, title, level: 1, parentSectionId: null },
    markdown: `# ${title}\n\n${text}\n\n`,
  });
  const reason = `　${words["略称"]}が提出した第${words["期"]}期有価証券報告書の記載事項の一部に訂正すべき事項がありましたので、金融商品取引法第24条の2第1項の規定に基づき、有価証券報告書の訂正報告書を提出するものであります。`;
  const places = corrections.map(({ section }) => `- ${section.title}`).join("\n");
  const head = "| 箇所 | 訂正前 | 訂正後 |";
  const rows = corrections.map(({ section, from, to }) => `| ${section.title} | ${plain(from)} | ${plain(to)} |`);
  const whole = `${places}\n\n　訂正後の有価証券報告書の全文は次のとおりであります。\n\n${[head, ruleOf(head), ...rows].join("\n")}`;
  return [
    top("amendment", "1【有価証券報告書の訂正報告書の提出理由】", reason),
    top("amendment-items", "2【訂正事項】", isWhole ? whole : places),
    ...(isWhole ? [] : [top("amendment-places", "3【訂正箇所】", "　訂正の前後の記載は次のとおりであります。")]),
  ];
}

/** A row of a table as one cell of another. */
const plain = (line: string) => line.replace(/^\| | \|$/g, "").replaceAll(" | ", "　");

/** The corrected sections below the headings that lead to them. */
function correctedParts(
  sections: readonly PublicationSection[],
  corrections: readonly Correction[],
): PublicationSection[] {
  const byId = new Map(corrections.map((each) => [each.section.sectionId, each]));
  const parents = new Map(sections.map(({ sectionId, parentSectionId }) => [sectionId, parentSectionId]));
  const wanted = new Set<string>();
  for (const id of byId.keys())
    for (let above: string | null = id; above !== null; above = parents.get(above) ?? null) wanted.add(above);
  return sections
    .filter(({ sectionId }) => wanted.has(sectionId))
    .map((section) => {
      const correction = byId.get(section.sectionId);
      const [heading = ""] = section.markdown.split("\n\n");
      const body = (markdown: string) => markdown.slice(heading.length + 2);
      const both =
        correction === undefined
          ? ""
          : `（訂正前）\n\n${body(section.markdown)}（訂正後）\n\n${body(correction.corrected.markdown)}`;
      return { ...section, markdown: `${heading}\n\n${both}` };
    });
}

function correctionsOf(sections: readonly PublicationSection[], scope: Scope, count: number): Correction[] {
  const random = randomOf(scope.seed, "correction", scope.issuer.index, scope.year);
  const changes = sections
    .filter(({ sectionId }) => correctable.includes(sectionId))
    .map((section) => {
      const lines = section.markdown.split("\n");
      const possible = lines.flatMap((line, at) => {
        const to = correctedLine(line);
        return to === undefined ? [] : [{ at, to }];
      });
      return { section, lines, possible };
    })
    .filter(({ possible }) => possible.length > 0);
  return random.some(changes, count).map(({ section, lines, possible }) => {
    const { at, to } = random.pick(possible);
    return { section, from: lines[at] ?? "", to, corrected: { ...section, markdown: lines.with(at, to).join("\n") } };
  });
}

/** Another figure in the last cell of a row that has one, or another count in a sentence. */
function correctedLine(line: string): string | undefined {
  const match =
    /^(\| .*\| )(\d[\d,.]*)( \|)$/u.exec(line) ??
    /^(　.*?[^\d,.年月第])(\d+)((?:件|社|台|名|回|か所|％|時間).*)$/u.exec(line);
  return match === null ? undefined : `${match[1]}${otherFigure(match[2] ?? "")}${match[3]}`;
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
