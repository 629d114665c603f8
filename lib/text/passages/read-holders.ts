import { readDay } from "../format/era.ts";
import { plainText } from "../format/plain-text.ts";
import type { Piece } from "../toc/cut.ts";
import { tablesIn } from "./read-tables.ts";

/** Words of a report, with the section that has them. */
export interface Placed {
  readonly text: string;
  readonly sectionId: string;
}

export interface Holder {
  readonly name: Placed;
  readonly purpose: Placed | undefined;
  /** In per cent, as it is written. */
  readonly ratio: Placed | undefined;
  readonly before: Placed | undefined;
}

/** A large-holding report, by the labels of its form. */
export interface HoldingReport {
  /** The day on which it had to be reported. */
  readonly day: string | null;
  readonly holders: readonly Holder[];
}

type Values = { -readonly [K in "purpose" | "ratio" | "before"]: Placed | undefined };
interface Found extends Values {
  readonly name: Placed;
}

/** More than any report has. */
const holdersMax = 200;
const purposeCharactersMax = 400;
const nameCharactersMax = 120;

export function readHolders(pieces: readonly Piece[]): HoldingReport {
  const holders: Found[] = [];
  let day: string | undefined;
  // The summary is of all holders together.
  let isSummary = false;
  for (const { sectionId, text } of pieces) {
    const heading = /^#{1,6} [^\n]*/u.exec(text)?.[0] ?? "";
    if (/総括表|提出者に関する事項|共同保有者に関する事項/u.test(heading)) isSummary = heading.includes("総括表");
    const values = () => (isSummary ? undefined : holders.at(-1));
    if (heading.includes("【保有目的】")) {
      const words = plainText(text.slice(heading.length)).replace(/\s+/gu, " ").trim();
      place(values(), "purpose", words.slice(0, purposeCharactersMax), sectionId);
    }
    for (const { cells } of tablesIn(text).flatMap(({ rows }) => rows)) {
      const label = (cells[0] ?? "").normalize("NFKC").replace(/[\s【】]+/gu, "");
      const value = (cells.slice(1).findLast((cell) => cell.trim() !== "") ?? "").replace(/\s+/gu, " ").trim();
      if (value === "") continue;
      if (label === "報告義務発生日") day ??= readDay(value);
      else if (label === "氏名又は名称" && !isSummary && !cells[0]?.includes("【")) {
        if (holders.length === holdersMax) continue;
        const name = { text: value.slice(0, nameCharactersMax), sectionId };
        holders.push({ name, purpose: undefined, ratio: undefined, before: undefined });
      } else if (label === "保有目的") place(values(), "purpose", value.slice(0, purposeCharactersMax), sectionId);
      else if (label.startsWith("直前の報告書")) place(values(), "before", perCent(value), sectionId);
      else if (label === "今回" || label.includes("株券等保有割合"))
        place(values(), "ratio", perCent(value), sectionId);
    }
  }
  return { day: day ?? null, holders };
}

/** The first of its kind: what stands later is of another table. */
function place(values: Values | undefined, name: keyof Values, text: string | undefined, sectionId: string): void {
  if (values !== undefined && text !== undefined && text !== "") values[name] ??= { text, sectionId };
}

function perCent(value: string): string | undefined {
  return /^\d{1,3}(?:\.\d{1,4})?(?=\s*%?$)/u.exec(value.normalize("NFKC"))?.[0];
}
