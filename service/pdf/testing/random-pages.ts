import { continued, type KnownRows } from "./compare-tables.ts";
import type { DrawnRule, DrawnText } from "./draw-sheets.ts";
import { type Font, type Random, texts, type Words } from "./random-words.ts";

/**
 * Pages of random tables between lines of text, one below another as a filing has them: of figures and of words, as wide
 * as the page or as their contents, cells of several lines, heads over several columns, set to the left, the right or the
 * middle, with every kind of rules. The recogniser was not written for any of them.
 */
export interface RandomPage {
  readonly font: Font;
  readonly tables: readonly { readonly rows: KnownRows; readonly style: Style; readonly words: boolean }[];
  readonly texts: readonly DrawnText[];
  readonly rules: readonly DrawnRule[];
}

export const randomStyles = ["grid", "columns", "lines", "ends", "none"] as const;
export type Style = (typeof randomStyles)[number];

export type Measure = (text: string, font: Font, size: number) => number;

const left = 60;
const pageWidth = 475;
const bottom = 780;

export function randomPage(random: Random, measure: Measure, style: Style): RandomPage {
  const font = texts.fonts[random(texts.fonts.length)] ?? "japanese";
  const words = texts.wordsOf(font, random);
  const setter = new Setter(random, (text, size) => measure(text, font, size), words);
  const tables: RandomPage["tables"][number][] = [];
  for (let count = 1 + random(3); count > 0; count--) {
    setter.paragraph(words.sentence(), 9 + random(3) / 2);
    if (random(3) === 0) setter.paragraph(words.unit(), 8, "right");
    // Words without any rule are told from text by nothing but their gaps.
    const isWords = style !== "none" && random(3) === 0;
    const rows = setter.table(style, isWords);
    if (rows === undefined) break;
    tables.push({ rows, style, words: isWords });
    setter.space(4 + random(12));
    if (random(2) === 0) setter.paragraph(words.note(), 8 + random(3) / 2);
  }
  return { font, tables, texts: setter.texts, rules: setter.rules };
}

interface Design {
  readonly style: Style;
  readonly size: number;
  readonly lineHeight: number;
  /** Above and below the lines of a row. */
  readonly padding: number;
  readonly widths: readonly number[];
  readonly aligned: readonly ("left" | "right" | "center")[];
  readonly headAligned: "center" | "same";
  readonly vertical: "top" | "middle";
}

const sidePadding = 4;

class Setter {
  readonly texts: DrawnText[] = [];
  readonly rules: DrawnRule[] = [];
  readonly #random: Random;
  readonly #widthOf: (text: string, size: number) => number;
  readonly #words: Words;
  #y = 60;

  constructor(random: Random, widthOf: (text: string, size: number) => number, words: Words) {
    this.#random = random;
    this.#widthOf = widthOf;
    this.#words = words;
  }

  space(height: number): void {
    this.#y += height;
  }

  paragraph(text: string, size: number, align: "left" | "right" = "left"): void {
    for (const line of this.#wrap(text, size, pageWidth)) {
      this.#y += size * 1.6;
      this.#write(line, size, { left, right: left + pageWidth }, align, this.#y);
    }
    this.#y += 4;
  }

  /** Undefined where the page has no room for another. */
  table(style: Style, isWords: boolean): KnownRows | undefined {
    const random = this.#random;
    const columns = (isWords ? 2 : 1) + random(isWords ? 4 : 6);
    const spans = !isWords && columns >= 2 && random(3) === 0;
    const { heads, body } = this.#contents(columns, isWords, spans);
    const size = 7 + random(6) / 2;
    const lineHeight = size * (1.2 + random(4) / 10);
    const design: Design = {
      ...{ style, size, lineHeight },
      // Without a rule between them, rows stand further apart than the lines of a row.
      padding: style === "grid" || style === "lines" ? 1 + random(6) : lineHeight * 0.18 + random(5),
      widths: this.#widths([...heads, ...body], size, isWords || random(2) === 0),
      aligned: Array.from({ length: columns + 1 }, (_, at) =>
        at === 0 ? "left" : isWords ? (random(4) === 0 ? "center" : "left") : "right",
      ),
      headAligned: random(2) === 0 ? "center" : "same",
      vertical: random(3) === 0 ? "middle" : "top",
    };
    const kept = this.#rowsThatFit([...heads, ...body], design);
    if (kept.length < heads.length + 3) return undefined;
    this.#set(kept, heads.length, design);
    return kept;
  }

  #contents(columns: number, isWords: boolean, spans: boolean) {
    const [random, words] = [this.#random, this.#words];
    const head = ["", ...Array.from({ length: columns }, (_, at) => words.head(at, isWords))];
    if (isWords || random(2) === 0) head[0] = words.label(false);
    const cell = (): string => (isWords ? words.phrase() : words.figure());
    const body = Array.from({ length: 3 + random(14) }, () => [
      words.label(random(3) === 0),
      ...Array.from({ length: columns }, cell),
    ]);
    if (!isWords && random(3) === 0) {
      const title = [words.label(false), ...Array.from({ length: columns }, () => "")];
      body.splice(random(body.length - 1), 0, title);
    }
    if (!spans) return { heads: [head], body };
    const over = [""];
    for (let at = 1; at <= columns; ) {
      const span = Math.min(columns - at + 1, 2 + random(2));
      over.push(words.period(at), ...Array.from({ length: span - 1 }, () => continued));
      at += span;
    }
    return { heads: [over, ["", ...head.slice(1)]], body };
  }

  /** As wide as the page, with cells of several lines; or as wide as the contents. */
  #widths(rows: KnownRows, size: number, isFull: boolean): number[] {
    const columns = Math.max(...rows.map((row) => row.length));
    const wanted = Array.from({ length: columns }, (_, column) => {
      const cells = rows.map((row) => row[column] ?? "").filter((_, at) => !this.#isSpanning(rows[at] ?? [], column));
      return Math.max(size * 3, ...cells.map((cell) => this.#widthOf(cell, size))) + sidePadding * 2;
    });
    const figures = (column: number): boolean =>
      rows.slice(-3).every((row) => /^[△－0-9,.-]+$/.test(row[column] ?? ""));
    const sum = wanted.reduce((total, each) => total + each, 0);
    if (!isFull && sum <= pageWidth) return wanted;
    // Figures keep their width, and words are wrapped.
    const kept = wanted.reduce((total, each, at) => total + (figures(at) ? each : 0), 0);
    const rest = Math.max(0.15, (pageWidth - kept) / Math.max(1, sum - kept));
    return wanted.map((each, at) => (figures(at) ? each : Math.max(size * 4 + sidePadding * 2, each * rest)));
  }

  #isSpanning(row: readonly string[], column: number): boolean {
    return row[column] === continued || row[column + 1] === continued;
  }

  #rowsThatFit(rows: KnownRows, design: Design): KnownRows {
    const kept: (readonly string[])[] = [];
    let y = this.#y;
    for (const row of rows) {
      y += this.#heightOf(row, design);
      if (y > bottom) break;
      kept.push(row);
    }
    return kept;
  }

  #linesOf(row: readonly string[], { widths, size }: Design): { from: number; to: number; lines: string[] }[] {
    return row.flatMap((text, from) => {
      if (text === continued || text === "") return [];
      let to = from;
      while (row[to + 1] === continued) to++;
      const width = widths.slice(from, to + 1).reduce((sum, each) => sum + each, 0);
      return [{ from, to, lines: this.#wrap(text, size, width - sidePadding * 2) }];
    });
  }

  #heightOf(row: readonly string[], design: Design): number {
    const most = Math.max(1, ...this.#linesOf(row, design).map(({ lines }) => lines.length));
    return most * design.lineHeight + design.padding * 2;
  }

  #set(rows: KnownRows, headRows: number, design: Design): void {
    const { widths, size, lineHeight } = design;
    const starts = widths.map((_, at) => left + widths.slice(0, at).reduce((sum, each) => sum + each, 0));
    const right = (starts.at(-1) ?? left) + (widths.at(-1) ?? 0);
    const edges = [this.#y];
    const spanned: DrawnRule[] = [];
    rows.forEach((row, at) => {
      const height = this.#heightOf(row, design);
      for (const { from, to, lines } of this.#linesOf(row, design)) {
        const box = {
          left: (starts[from] ?? 0) + sidePadding,
          right: (starts[to] ?? 0) + (widths[to] ?? 0) - sidePadding,
        };
        const own = lines.length * lineHeight;
        const above = design.vertical === "top" ? design.padding : (height - own) / 2;
        const align = at < headRows && (design.headAligned === "center" || from < to) ? "center" : design.aligned[from];
        lines.forEach((line, index) =>
          this.#write(line, size, box, align ?? "left", this.#y + above + index * lineHeight + size),
        );
        if (from < to) {
          const y = this.#y + height;
          spanned.push({ x1: box.left, y1: y, x2: box.right, y2: y });
        }
      }
      this.#y += height;
      edges.push(this.#y);
    });
    const over = spanned.map(({ x1 }) => x1 - sidePadding);
    const drawn = { edges, starts, right, headRows, over };
    this.rules.push(...rulesOf(design.style, drawn), ...this.#spannerRules(design, spanned));
  }

  /** A head over several columns is often underlined. */
  #spannerRules({ style }: Design, spanned: readonly DrawnRule[]): readonly DrawnRule[] {
    return style === "grid" || style === "columns" || this.#random(2) === 0 ? [] : spanned;
  }

  #write(
    text: string,
    size: number,
    box: { readonly left: number; readonly right: number },
    align: "left" | "right" | "center",
    top: number,
  ): void {
    const width = this.#widthOf(text, size);
    const from =
      align === "left" ? box.left : align === "right" ? box.right - width : (box.left + box.right - width) / 2;
    this.texts.push({ text, size, left: from, right: from + width, top, isLabel: true });
  }

  #wrap(text: string, size: number, width: number): string[] {
    const lines: string[] = [];
    let line = "";
    for (const unit of this.#words.units(text)) {
      if (line !== "" && this.#widthOf(line + unit.trimEnd(), size) > width) {
        lines.push(line.trimEnd());
        line = unit.trimStart();
      } else line += unit;
    }
    return [...lines, line.trimEnd()];
  }
}

interface Drawn {
  readonly edges: readonly number[];
  readonly starts: readonly number[];
  readonly right: number;
  readonly headRows: number;
  /** Where heads over several columns begin. */
  readonly over: readonly number[];
}

function rulesOf(style: Style, { edges, starts, right, headRows, over }: Drawn): DrawnRule[] {
  const [top = 0, end = 0] = [edges[0], edges.at(-1)];
  const across = (y: number): DrawnRule => ({ x1: left, y1: y, x2: right, y2: y });
  const below = edges[headRows] ?? top;
  const second = edges[1] ?? top;
  const [, firstColumn = left] = starts;
  // A head over several columns has no rule through it.
  const isThrough = (x: number) => headRows > 1 && x > firstColumn && !over.some((each) => Math.abs(each - x) < 1);
  const down = (x: number): DrawnRule => ({ x1: x, y1: isThrough(x) ? second : top, x2: x, y2: end });
  const columns = [...starts.map(down), { x1: right, y1: top, x2: right, y2: end }];
  // The name of the rows stands beside both rows of heads.
  const between = headRows > 1 ? [{ x1: firstColumn, y1: second, x2: right, y2: second }] : [];
  switch (style) {
    case "grid":
      return [...edges.filter((_, at) => headRows < 2 || at !== 1).map(across), ...between, ...columns];
    case "columns":
      return [across(top), ...between, across(below), across(end), ...columns];
    case "lines":
      return edges.map(across);
    case "ends":
      return [across(top), across(below), across(end)];
    case "none":
      return [];
  }
}
