import type { PublicationSection } from "../../domain/publishing/publication.ts";

/**
 * Sets a document on paper: pure arithmetic over character widths, so that the number of pages is known when the
 * document is published, long before anybody asks for its PDF, and is the same when the PDF is drawn.
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

export interface Cover {
  readonly title: string;
  readonly issuer: string;
  readonly lines: readonly string[];
}

const portrait = { width: 595, height: 842 };
const margin = 62;
const bottom = portrait.height - 64;
const textWidth = portrait.width - margin * 2;
const bodySize = 9.5;
const lineHeight = 16;
const cellSize = 8;
const cellHeight = 12.5;
const cellPadding = 4;

export function layFiling(cover: Cover | undefined, sections: readonly PublicationSection[]): PaperPage[] {
  const paper = new Paper();
  if (cover !== undefined) paper.cover(cover);
  for (const section of sections) {
    for (const block of section.markdown.split("\n\n")) {
      if (block === "") continue;
      if (block.startsWith("#")) paper.heading(block.replace(/^#+ /, ""), section.level);
      else if (block.startsWith("|")) paper.table(block);
      else paper.paragraph(block.replaceAll("**", ""), block.startsWith("**"));
    }
  }
  return paper.finish();
}

class Paper {
  readonly #pages: PaperItem[][] = [];
  #items: PaperItem[] = [];
  #y = margin;

  cover({ title, issuer, lines }: Cover): void {
    const center = portrait.width / 2;
    this.#text(title, center, 250, 24, "center", true);
    this.#items.push({ kind: "rule", x: center - 120, y: 296, width: 240, weight: 0.8 });
    lines.forEach((line, at) => this.#text(line, center, 330 + at * 22, 11, "center"));
    this.#text(issuer, center, 560, 16, "center", true);
    this.#breakPage();
  }

  heading(text: string, level: number): void {
    const size = [15, 13, 11.5, 10.5, 10][level - 1] ?? 10;
    this.#room(size * 2 + lineHeight * 2);
    this.#y += this.#y > margin ? size * 0.8 : 0;
    for (const line of wrap(text, size, textWidth)) {
      this.#text(line, margin, this.#y, size, "left", true);
      this.#y += size * 1.6;
    }
    this.#y += 3;
  }

  paragraph(text: string, strong: boolean): void {
    for (const line of text.split("\n")) {
      const unit = /^（単位/.test(line);
      for (const part of wrap(line.replace(/^- /, "・"), bodySize, textWidth)) {
        this.#room(lineHeight);
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

  table(block: string): void {
    const rows = block
      .split("\n")
      .filter((line) => !/^\|(?: -+:? \|)+$/.test(line))
      .map(cellsOf);
    const columns = columnWidths(rows);
    rows.forEach((row, at) => {
      const wrapped = row.map((cell, column) => wrap(cell, cellSize, (columns[column] ?? 40) - cellPadding * 2));
      const height = Math.max(...wrapped.map((lines) => lines.length)) * cellHeight + 4;
      this.#room(height + 2);
      if (at === 0) this.#items.push({ kind: "rule", x: margin, y: this.#y, width: textWidth, weight: 0.9 });
      let x = margin;
      wrapped.forEach((lines, column) => {
        const width = columns[column] ?? 40;
        const figure = column > 0 && /^[△\d,.％－×（）()%]+$/.test(row[column] ?? "");
        const right = figure || (at === 0 && column > 0 && lines.length === 1);
        lines.forEach((line, index) => {
          this.#text(
            line,
            right ? x + width - cellPadding : x + cellPadding,
            this.#y + 3 + index * cellHeight,
            cellSize,
            right ? "right" : "left",
            at === 0,
          );
        });
        x += width;
      });
      this.#y += height;
      this.#items.push({
        kind: "rule",
        x: margin,
        y: this.#y,
        width: textWidth,
        weight: at === 0 || at === rows.length - 1 ? 0.6 : 0.25,
      });
    });
    this.#y += 10;
  }

  finish(): PaperPage[] {
    if (this.#items.length > 0 || this.#pages.length === 0) this.#breakPage();
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
    this.#items.push({ kind: "text", x, y, size, align, strong, text });
  }

  #room(height: number): void {
    if (this.#y + height > bottom) this.#breakPage();
  }

  #breakPage(): void {
    this.#pages.push(this.#items);
    this.#items = [];
    this.#y = margin;
  }
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(" | ")
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Columns get room for their longest cell, within bounds; the first takes what is left. */
function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.min(240, Math.max(34, ...rows.map((row) => widthOf(row[column] ?? "", cellSize))) + cellPadding * 2),
  );
  const total = wanted.reduce((sum, width) => sum + width, 0);
  return wanted.map((width) => (width * textWidth) / total);
}

/** Kana, kanji and full-width marks take one em, everything else a little more than half. */
function advance(code: number): number {
  return code < 0x2000 || (code >= 0xff61 && code <= 0xff9f) ? 0.57 : 1;
}

export function widthOf(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += advance(character.codePointAt(0) ?? 0);
  return width * size;
}

const notAtStart = new Set("、。，．）」』】〕！？ー々％");

/** Breaks a line between any two characters, but never before a closing mark. */
export function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const character of text) {
    const step = advance(character.codePointAt(0) ?? 0) * size;
    if (used + step > width && line !== "" && !notAtStart.has(character)) {
      lines.push(line);
      line = "";
      used = 0;
    }
    line += character;
    used += step;
  }
  lines.push(line);
  return lines;
}
