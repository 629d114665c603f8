import type { PublicationSection } from "../../domain/publishing/publication.ts";
import {
  type Column,
  cellHeight,
  cellPadding,
  cellSize,
  columnsOf,
  isFigure,
  rowHeight,
  rowStarts,
  rowsOf,
} from "./columns.ts";
import { wrap } from "./measure.ts";
import { SectionPlaces } from "./section-places.ts";

/**
 * Lays out a document on pages, by pure arithmetic on character widths. The number of pages is therefore known when the
 * document is published, before its PDF is requested, and is the same when the PDF is drawn.
 */
export interface PaperPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PaperItem[];
}

export type PaperItem =
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly align: "left" | "right" | "center";
      readonly strong: boolean;
      readonly text: string;
    }
  | { readonly kind: "rule"; readonly x: number; readonly y: number; readonly width: number; readonly weight: number }
  | { readonly kind: "bar"; readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** How a document begins: a cover of its own page, a filing's title, or a letter to everybody. */
export type Head = { readonly title: string } & (
  | { readonly kind: "cover"; readonly issuer: string; readonly lines: readonly string[] }
  | { readonly kind: "filing"; readonly lines: readonly string[] }
  | { readonly kind: "letter"; readonly date: string; readonly to: string; readonly from: readonly string[] }
);

const portrait = { width: 595, height: 842 };
const margin = 62;
const bottom = portrait.height - 64;
const textWidth = portrait.width - margin * 2;
const middle = portrait.width / 2;
const rightEdge = margin + textWidth;
const bodySize = 9.5;
const lineHeight = 16;

/** The pages of a filing, and its sections with their pages. */
export interface FilingLayout {
  readonly pages: readonly PaperPage[];
  readonly sections: readonly PublicationSection[];
}

export interface LayoutOptions {
  /** Ids of the sections that begin on a page of their own. */
  readonly beginPages?: ReadonlySet<string> | undefined;
  /** False: only which page everything is on, and nothing on the pages. */
  readonly draws: boolean;
}

export function layOutFiling(
  head: Head,
  sections: readonly PublicationSection[],
  { beginPages, draws }: LayoutOptions,
): FilingLayout {
  const paper = new Paper(draws);
  paper.head(head);
  const placed = sections.map((section) => {
    const places = new SectionPlaces();
    if (beginPages?.has(section.sectionId) === true) paper.beginPage();
    let from = 0;
    for (const block of section.markdown.split("\n\n")) {
      const note = (within: number) => places.note(paper.page, from + within);
      if (block.startsWith("#")) paper.heading(block.replace(/^#+ /, ""), section.level, note);
      else if (block.startsWith("|")) paper.table(block, note);
      else if (block !== "") paper.paragraph(block.replaceAll("**", ""), block.startsWith("**"), note);
      from += block.length + 2;
    }
    return places.of(section);
  });
  return { pages: paper.finish(), sections: placed };
}

/** Called for everything that is laid out, with the length of the block before it. */
type Note = (within: number) => void;

class Paper {
  readonly #pages: PaperItem[][] = [];
  #items: PaperItem[] = [];
  #isEmpty = true;
  #y = margin;
  readonly #draws: boolean;

  constructor(draws: boolean) {
    this.#draws = draws;
  }

  head(head: Head): void {
    const { title } = head;
    if (head.kind === "cover") return this.#cover(title, head.issuer, head.lines);
    if (head.kind === "filing") {
      this.#title(title, 17);
      this.#stack(head.lines, middle, "center");
    } else {
      this.#text(head.date, rightEdge, this.#y, bodySize, "right");
      this.#text(head.to, margin, this.#y + lineHeight, bodySize, "left");
      this.#y += lineHeight * 2;
      this.#stack(head.from, rightEdge, "right");
      this.#y += lineHeight;
      this.#title(title, 14);
    }
    this.#y += lineHeight;
  }

  #cover(title: string, issuer: string, lines: readonly string[]): void {
    this.#text(title, middle, 250, 24, "center", true);
    this.#rule(middle - 120, 296, 240, 0.8);
    lines.forEach((line, at) => this.#text(line, middle, 330 + at * 22, 11, "center"));
    this.#text(issuer, middle, 560, 16, "center", true);
    this.#breakPage();
  }

  #title(title: string, size: number): void {
    for (const line of wrap(title, size, textWidth)) {
      this.#text(line, middle, this.#y, size, "center", true);
      this.#y += size * 1.6;
    }
  }

  #stack(lines: readonly string[], x: number, align: "right" | "center"): void {
    for (const line of lines) {
      this.#text(line, x, this.#y, bodySize, align);
      this.#y += lineHeight;
    }
  }

  /** From 1: the page that is being set. */
  get page(): number {
    return this.#pages.length + 1;
  }

  beginPage(): void {
    if (!this.#isEmpty) this.#breakPage();
  }

  heading(text: string, level: number, note: Note): void {
    const size = [15, 13, 11.5, 10.5, 10][level - 1] ?? 10;
    this.#room(size * 2 + lineHeight * 2);
    note(0);
    this.#y += this.#y > margin ? size * 0.8 : 0;
    for (const line of wrap(text, size, textWidth)) {
      this.#text(line, margin, this.#y, size, "left", true);
      this.#y += size * 1.6;
    }
    this.#y += 3;
  }

  paragraph(text: string, strong: boolean, note: Note): void {
    let lineStart = 0;
    for (const line of text.split("\n")) {
      let within = lineStart;
      lineStart += line.length + 1;
      const unit = /^（単位/.test(line);
      for (const part of wrap(line.replace(/^- /, "・"), bodySize, textWidth)) {
        this.#room(lineHeight);
        note(within);
        within += part.length;
        this.#text(
          part,
          unit ? margin + textWidth : margin,
          this.#y,
          unit ? cellSize : bodySize,
          unit ? "right" : "left",
          strong,
        );
        this.#y += lineHeight;
      }
    }
    this.#y += 2;
  }

  table(block: string, note: Note): void {
    const rows = rowsOf(block);
    const starts = rowStarts(block);
    const [head = [], ...body] = rows;
    const columns = columnsOf(rows, textWidth);
    this.#row(head, columns, { head: true, last: body.length === 0 });
    note(0);
    body.forEach((row, at) => {
      // A table continues below its head on further pages.
      if (!this.#fits(rowHeight(row, columns))) {
        this.#breakPage();
        this.#row(head, columns, { head: true, last: false });
      }
      this.#row(row, columns, { head: false, last: at === body.length - 1 });
      note(starts[at] ?? 0);
    });
    this.#y += 10;
  }

  #row(
    row: readonly string[],
    columns: readonly Column[],
    is: { readonly head: boolean; readonly last: boolean },
  ): void {
    const height = rowHeight(row, columns);
    // Never a head alone at the foot of a page.
    this.#room(is.head ? height * 2 + 2 : height + 2);
    if (is.head) this.#rule(margin, this.#y, textWidth, 0.9);
    if (this.#draws) this.#cells(row, columns, is.head);
    this.#y += height;
    this.#rule(margin, this.#y, textWidth, is.head || is.last ? 0.6 : 0.25);
  }

  #cells(row: readonly string[], columns: readonly Column[], isHead: boolean): void {
    let x = margin;
    columns.forEach(({ width, figures }, column) => {
      const cell = row[column] ?? "";
      const right = isHead ? figures : column > 0 && isFigure(cell);
      wrap(cell, cellSize, width - cellPadding * 2).forEach((line, index) => {
        const at = right ? x + width - cellPadding : x + cellPadding;
        this.#text(line, at, this.#y + 3 + index * cellHeight, cellSize, right ? "right" : "left", isHead);
      });
      x += width;
    });
  }

  finish(): PaperPage[] {
    if (!this.#isEmpty || this.#pages.length === 0) this.#breakPage();
    const count = this.#pages.length;
    return this.#pages.map((items, at) => ({
      ...portrait,
      items: [
        ...items,
        {
          kind: "text",
          x: portrait.width / 2,
          y: portrait.height - 42,
          size: 8,
          align: "center",
          strong: false,
          text: `${at + 1}/${count}`,
        },
      ],
    }));
  }

  #text(text: string, x: number, y: number, size: number, align: "left" | "right" | "center", strong = false): void {
    this.#isEmpty = false;
    if (this.#draws) this.#items.push({ kind: "text", x, y, size, align, strong, text });
  }

  #rule(x: number, y: number, width: number, weight: number): void {
    this.#isEmpty = false;
    if (this.#draws) this.#items.push({ kind: "rule", x, y, width, weight });
  }

  #room(height: number): void {
    if (!this.#fits(height)) this.#breakPage();
  }

  #fits(height: number): boolean {
    return this.#y + height + 2 <= bottom;
  }

  #breakPage(): void {
    this.#pages.push(this.#items);
    this.#items = [];
    this.#isEmpty = true;
    this.#y = margin;
  }
}
