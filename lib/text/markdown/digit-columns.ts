import { isAbsent, isFigure } from "./figures.ts";
import type { Cell, Row } from "./table-grid.ts";
import { halfWidths } from "./widths.ts";

/**
 * Figures stand digit under digit although some of a column end in a bracket, a unit or a note mark: the others get as
 * much room behind them (`data-hang`, which the stylesheet sets invisibly, so that it is neither copied nor found).
 */

const digits = "[0-9０-９]";
const number = new RegExp(`${digits}(?:${digits}|[,，](?=${digits}))*([.．]${digits}+)?`, "gu");
/** After a figure: )、％、円、※1、(注)2. */
const noteAfter = /^[\s\u3000]*(?:※|＊|\*|[(（]注[)）]?|注)[\s\u3000]*[0-9０-９]{0,2}[)）]?$/u;

interface Ending {
  readonly cell: Cell;
  readonly decimals: string;
  readonly tail: string;
}

export function alignDigits(body: readonly Row[], figures: readonly boolean[]): void {
  figures.forEach((isFigures, column) => {
    if (!isFigures) return;
    const endings = body.flatMap((row) =>
      row.cells.flatMap((cell) => (cell.column === column && cell.columns === 1 ? (endingOf(cell) ?? []) : [])),
    );
    const decimals = decimalsOf(endings);
    const tail = longest(endings.map((each) => each.tail));
    for (const each of endings) {
      // A shorter fraction or tail is followed by what the longest one has beyond it.
      const hang = decimals.slice(each.decimals.length) + restOf(tail, each.tail);
      if (hang !== "") each.cell.element.properties["dataHang"] = hang;
    }
  });
}

/** The fraction to reserve room for; none in a column of mostly whole numbers, whose rows have different units. */
function decimalsOf(endings: readonly Ending[]): string {
  const written = endings.filter((each) => each.decimals !== "");
  return written.length * 2 < endings.length ? "" : longest(written.map((each) => each.decimals));
}

function restOf(longestTail: string, own: string): string {
  if (own === "") return longestTail;
  return halfWidths(own) >= halfWidths(longestTail) ? "" : [...longestTail].slice([...own].length).join("");
}

function endingOf(cell: Cell): Ending | undefined {
  const words = cell.text.trim();
  if (isAbsent(words)) return { cell, decimals: "", tail: "" };
  const main = [...words.matchAll(number)].sort((a, b) => b[0].length - a[0].length)[0];
  if (main === undefined) return undefined;
  const tail = words.slice(main.index + main[0].length);
  // The mark before a figure (※1 1,234) is not the figure, and words beside one are not its tail.
  if (!isFigure(words) && !(noteAfter.test(tail) && isFigure(words.slice(0, words.length - tail.length)))) {
    return undefined;
  }
  return { cell, decimals: main[1] ?? "", tail };
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, each) => (halfWidths(each) > halfWidths(best) ? each : best), "");
}
