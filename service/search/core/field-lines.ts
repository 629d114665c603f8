import { foldText } from "../../../lib/text/format/fold.ts";
import { remembered } from "../../../lib/text/format/remembered.ts";
import type { IndexedSection } from "../port.ts";
import { stemsOfName } from "./english.ts";
import { labelCore, titleCore } from "./labels.ts";
import { type TableRow, tablesOf } from "./table-rows.ts";
import { fieldTokens } from "./tokens.ts";

/**
 * A section's names from tags, the head of each table, and each row with the names in it. A line is also stored as
 * text, so that it can be compared exactly and explained.
 */
export type FieldLine =
  | { readonly kind: "names"; readonly words: string }
  | { readonly kind: "head"; readonly table: number; readonly text: string }
  | ({ readonly kind: "row"; readonly words: string } & TableRow);

/** The limit for one section; rows beyond it are found by the text. */
const linesMax = 4_000;

export function fieldLinesOf(section: IndexedSection): FieldLine[] {
  const lines: FieldLine[] = [];
  const byLabel = new Map<string, Set<string>>();
  const own = new Set<string>();
  const title = titleCore(section.title);
  for (const { name, label } of section.names ?? []) {
    const isOwn = label === "" || titleCore(label) === title;
    if (isOwn) own.add(stemsOfName(name).join(" "));
    else addTo(byLabel, labelCore(label), stemsOfName(name));
  }
  for (const words of own) if (words !== "") lines.push({ kind: "names", words });
  for (const { head, rows } of tablesOf(section.markdown)) {
    const table = rows[0]?.table ?? lines.length;
    if (head === "" && rows.length === 0) continue;
    lines.push({ kind: "head", table, text: head });
    for (const row of rows) {
      // A group's label before the row's own belongs to the layout; names are compared with the row's own.
      const words = byLabel.get(labelCore(row.label)) ?? byLabel.get(labelCore(row.label.split(" ").at(-1) ?? ""));
      lines.push({ kind: "row", ...row, words: words === undefined ? "" : [...words].join(" ") });
    }
    if (lines.length > linesMax) break;
  }
  return lines.slice(0, linesMax);
}

function addTo(map: Map<string, Set<string>>, key: string, words: readonly string[]): void {
  const known = map.get(key) ?? new Set<string>();
  for (const word of words) known.add(word);
  map.set(key, known);
}

/** The tokens of a line, for the index and for questions. */
export function tokensOfLine(line: FieldLine): readonly number[] {
  switch (line.kind) {
    case "names":
      return tokensOfWords(line.words);
    case "head":
      return fieldTokens(foldText(line.text));
    case "row":
      return [...new Set([...tokensOfLabel(line.label), ...tokensOfWords(line.words)])];
  }
}

/** Filings share their labels, and labels their names. */
const tokensOfLabel = remembered(20_000, (label) => fieldTokens(labelCore(label)));
const tokensOfWords = remembered(20_000, fieldTokens);

const separator = "\t";

export function packLine(line: FieldLine): string {
  if (line.kind === "names") return ["N", line.words].join(separator);
  if (line.kind === "head") return ["H", line.table, clean(line.text)].join(separator);
  return ["R", line.table, line.row, clean(line.label), line.words].join(separator);
}

export function unpackLine(text: string): FieldLine | undefined {
  const [kind, ...parts] = text.split(separator);
  if (kind === "N") return { kind: "names", words: parts[0] ?? "" };
  if (kind === "H") return { kind: "head", table: Number(parts[0]), text: parts[1] ?? "" };
  if (kind !== "R") return undefined;
  const [table, row, label, words] = parts;
  return { kind: "row", table: Number(table), row: Number(row), label: label ?? "", words: words ?? "" };
}

const clean = (text: string) => text.toWellFormed().replaceAll(separator, " ");
