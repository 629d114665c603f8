import { foldText } from "../format/fold.ts";
import { tablesIn } from "./read-tables.ts";
import { pairsOf } from "./similarity.ts";

/** Rows of a table as evidence, with its head where the words stand together. */
export interface TableRows {
  readonly shown: string;
  /** The rows alone, for a text where they don't follow the head. */
  readonly rowsAlone: string;
  readonly start: number;
  /** Of the rows; those of the head count less. */
  readonly pairs: ReadonlySet<string>;
  readonly headPairs: ReadonlySet<string>;
  /** The list of a place where filers name who or which: its first rows are the first of the list. */
  readonly isList: boolean;
}

const rowMax = 600;
const firstRows = 10;
const perTable = 2_000;
/** A head further above than this is told by its words, not quoted. */
const headDistance = 4;

/** `listed`: how many of the first rows answer where the table is of the place that is asked for; 0 where it isn't. */
export function tableRowsOf(text: string, wanted: ReadonlySet<string>, listed: number): TableRows[] {
  const found: TableRows[] = [];
  for (const { rows } of tablesIn(text)) {
    const [head, ...body] = rows;
    if (head === undefined || body.length === 0) continue;
    const headPairs = pairsOf(foldText(head.shown.slice(0, rowMax)));
    if (listed > 0 && body.length >= 2) {
      const first = body.filter(({ shown }) => shown.trim() !== "").slice(0, Math.min(listed, firstRows));
      const rowsAlone = first
        .map(({ shown }) => shown)
        .join(" ")
        .slice(0, rowMax * 3);
      const pairs = pairsOf(foldText(rowsAlone));
      found.push({ shown: `${head.shown} ${rowsAlone}`, rowsAlone, start: head.start, pairs, headPairs, isList: true });
    }
    body.slice(0, perTable).forEach(({ shown, start }, at) => {
      if (shown.length < 4 || shown.length > rowMax) return;
      const pairs = pairsOf(foldText(shown));
      if (![...wanted].some((pair) => pairs.has(pair))) return;
      const before = at > headDistance ? undefined : [head, ...body.slice(0, at)].map((row) => row.shown).join(" ");
      const whole = before === undefined ? shown : `${before} ${shown}`;
      found.push({
        shown: whole.length > rowMax * 2 ? shown : whole,
        rowsAlone: shown,
        start,
        pairs,
        headPairs,
        isList: false,
      });
    });
  }
  return found;
}
