import { readDay } from "../format/era.ts";
import { plainText } from "../format/plain-text.ts";
import type { Piece } from "../toc/cut.ts";
import { type TextTable, tablesIn } from "./read-tables.ts";

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
  /** 担保契約等重要な契約, where there are any. */
  readonly contract: Placed | undefined;
}

/** A large-holding report, by the labels of its form. */
export interface HoldingReport {
  /** The day on which it had to be reported. */
  readonly day: string | null;
  readonly holders: readonly Holder[];
}

type Values = { -readonly [K in "purpose" | "ratio" | "before" | "contract"]: Placed | undefined };
interface Found extends Values {
  readonly name: Placed;
}

/** More than any report has. */
const holdersMax = 200;
const wordsMax = 400;
const nameCharactersMax = 120;

export function readHolders(pieces: readonly Piece[]): HoldingReport {
  const holders: Found[] = [];
  let day: string | undefined;
  // The summary is of all holders together, and an empty form of nobody.
  let isSummary = false;
  let holder: Found | undefined;
  for (const { sectionId, text } of pieces) {
    const heading = /^#{1,6} [^\n]*/u.exec(text)?.[0] ?? "";
    if (/総括表|提出者に関する事項|共同保有者に関する事項/u.test(heading)) {
      isSummary = heading.includes("総括表");
      holder = undefined;
    }
    const kind = heading.includes("【保有目的】") ? "purpose" : /重要な契約】/u.test(heading) ? "contract" : undefined;
    if (kind !== undefined) {
      const words = plainText(text.slice(heading.length)).replace(/\s+/gu, " ").trim();
      if (kind === "purpose" || !isNobody(words)) place(holder, kind, words.slice(0, wordsMax), sectionId);
    }
    const tables = tablesIn(text);
    const items = tables.find(isListOfItems);
    if (items !== undefined) {
      holders.push(...holdersOfItems(items, sectionId));
      day ??= readDay(valueOfItem(items, "報告義務発生日、表紙") ?? "");
      continue;
    }
    for (const { cells } of tables.flatMap(({ rows }) => rows)) {
      const label = (cells[0] ?? "").normalize("NFKC").replace(/[\s【】]+/gu, "");
      const value = (cells.slice(1).findLast((cell) => cell.trim() !== "") ?? "").replace(/\s+/gu, " ").trim();
      if (value === "") continue;
      if (label === "報告義務発生日") day ??= readDay(value);
      else if (label === "氏名又は名称" && !isSummary && !cells[0]?.includes("【")) {
        holder = holders.length === holdersMax || isNobody(value) ? undefined : holderOf(value, sectionId);
        if (holder !== undefined) holders.push(holder);
      } else if (label === "保有目的") place(holder, "purpose", value.slice(0, wordsMax), sectionId);
      else if (label.startsWith("直前の報告書")) place(holder, "before", perCent(value), sectionId);
      else if (label === "今回" || label.includes("株券等保有割合")) place(holder, "ratio", perCent(value), sectionId);
    }
  }
  return { day: day ?? null, holders };
}

function holderOf(name: string, sectionId: string): Found {
  const placed = { text: name.slice(0, nameCharactersMax), sectionId };
  return { name: placed, purpose: undefined, ratio: undefined, before: undefined, contract: undefined };
}

/** A form that is left empty has a dash or these words where a holder would be named. */
function isNobody(name: string): boolean {
  return /^[－―—–‐ー\-]+$|^該当(?:事項)?は?(?:ありません|ない|なし|無し)|^(?:なし|無し)。?$/u.test(name);
}

/** A report that is there as CSV alone is one table: all figures in the order of the form, then all words. */
function isListOfItems({ rows }: TextTable): boolean {
  return rows[0]?.cells.join() === "項目,期間,値,単位";
}

function valueOfItem({ rows }: TextTable, item: string): string | undefined {
  return rows.find(({ cells }) => cells[0] === item)?.cells[2];
}

/** The shares of the holders stand before that of all together; where they don't add up nobody can tell whose they are. */
function holdersOfItems({ rows }: TextTable, sectionId: string): Found[] {
  const holders: Found[] = [];
  const shares: { readonly ratio: Placed; before: Placed | undefined }[] = [];
  let holder: Found | undefined;
  for (const { cells } of rows) {
    const [item = "", , value = ""] = cells;
    if (item === "氏名又は名称") {
      if (holders.some(({ name }) => name.text === value)) break;
      holder = isNobody(value) ? undefined : holderOf(value, sectionId);
      if (holder !== undefined) holders.push(holder);
    } else if (item === "保有目的") place(holder, "purpose", value.slice(0, wordsMax), sectionId);
    else if (item === "株券等保有割合") shares.push({ ratio: inPerCent(value, sectionId), before: undefined });
    else if (item.startsWith("直前の報告書")) {
      const share = shares.at(-1);
      if (share !== undefined) share.before ??= inPerCent(value, sectionId);
    }
  }
  const sum = shares.slice(0, holders.length).reduce((total, { ratio }) => total + Number(ratio.text), 0);
  const all = Number(shares[holders.length]?.ratio.text);
  if (holders.length > 1 && !(Math.abs(sum - all) < sharesRoundedBy * holders.length)) return holders;
  return holders.map((holder, at) => ({ ...holder, ...shares[at] }));
}

const sharesRoundedBy = 0.01;

/** A part of one, as figures are tagged. */
function inPerCent(value: string, sectionId: string): Placed {
  return { text: (Number(value) * 100).toFixed(2), sectionId };
}

/** The first of its kind: what stands later is of another table. */
function place(values: Values | undefined, name: keyof Values, text: string | undefined, sectionId: string): void {
  if (values !== undefined && text !== undefined && text !== "") values[name] ??= { text, sectionId };
}

function perCent(value: string): string | undefined {
  return /^\d{1,3}(?:\.\d{1,4})?(?=\s*%?$)/u.exec(value.normalize("NFKC"))?.[0];
}
