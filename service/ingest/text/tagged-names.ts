import type { TaggedName } from "../../domain/publishing/publication.ts";
import { isFigure, textOf } from "./figure-cells.ts";
import type { FlatBlock } from "./flatten.ts";
import { type Grid, type Placed, rowsOf } from "./grid.ts";

/** A name with this ending tags a piece of text with its heading; others tag a word or figure inside it. */
const tagsText = /TextBlock$/;
const labelLengthMax = 80;
const namesMax = 2_000;

/**
 * The names that stand in a section, each beside its words: a name that begins with the section's heading has the
 * heading, and one that begins after it names less, so that it has none; one in a table has the label of its row, or of its column where the row has none.
 */
export class SectionNames {
  readonly #names = new Map<string, TaggedName>();
  readonly #title: string;
  /** A cover has no heading of its own. */
  #isHeading: boolean;

  constructor(title: string, hasHeading: boolean) {
    this.#title = title;
    this.#isHeading = hasHeading;
  }

  /** The heading itself first, then the section's blocks in reading order. */
  add(block: FlatBlock): void {
    if (block.kind === "image") return;
    for (const name of block.names ?? []) this.#add(name, tagsText.test(name) ? this.#headingOf(block) : "");
    if (block.kind === "grid") this.#addGrid(block.grid);
    this.#isHeading = false;
  }

  /** The heading of a piece of text: the section's, or its first line where that is one. */
  #headingOf(block: FlatBlock): string {
    if (this.#isHeading) return this.#title;
    return block.kind === "heading" || (block.kind === "paragraph" && isSubtitle(block.text)) ? block.text : "";
  }

  get names(): readonly TaggedName[] {
    return [...this.#names.values()];
  }

  #addGrid(grid: Grid): void {
    const rows = rowsOf(grid);
    const columns = columnLabels(rows.slice(0, grid.headerRows));
    for (const row of rows.slice(grid.headerRows)) {
      const first = row[0];
      const label = first === undefined || first.cell.names !== undefined || isFigure(first) ? "" : labelOf(first);
      for (const placed of row) {
        for (const name of placed.cell.names ?? []) this.#add(name, label === "" ? (columns[placed.col] ?? "") : label);
      }
    }
  }

  #add(name: string, label: string): void {
    if (this.#names.size < namesMax) this.#names.set(`${name}\u001f${label}`, { name, label });
  }
}

function isSubtitle(text: string): boolean {
  return text.length >= 3 && text.length <= 45 && !/[。、\n]|[:：]$|[0-9０-９](?:円|百万円|名|人|株)/u.test(text);
}

function columnLabels(header: readonly (readonly Placed[])[]): string[] {
  const labels: string[] = [];
  for (const row of header) {
    for (const placed of row) {
      for (let col = placed.col; col < placed.col + placed.colSpan; col++) labels[col] = labelOf(placed);
    }
  }
  return labels;
}

function labelOf(placed: Placed): string {
  const text = textOf(placed)
    .replace(/\s+/gu, " ")
    .replace(/\s*[※*＊]\s*[0-9０-９,、\s]*$/u, "")
    .trim();
  return text.length <= labelLengthMax ? text : "";
}
