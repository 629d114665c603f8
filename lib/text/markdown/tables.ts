import type { Element, ElementContent } from "hast";
import { alignDigits } from "./digit-columns.ts";
import {
  isAbsent,
  isAddition,
  isBlank,
  isDayOf,
  isFigure,
  isFigureColumn,
  isGrandTotal,
  isSubtotal,
  isTotal,
  isUnit,
  labelDepth,
} from "./figures.ts";
import { element, isElement, isWhitespace, text, toText } from "./hast.ts";
import { keepWhole } from "./keep-whole.ts";
import { setNestedTables } from "./nested-tables.ts";
import { type Cell, type Grid, gridOf, type Row } from "./table-grid.ts";
import { expectedTableHeightPx } from "./table-height.ts";
import { halfWidths, isShort, setColumnWidths } from "./widths.ts";

/**
 * Lays out the tables of filings: a caption, a unit row and a header that stay in view, figures aligned right and
 * labels left, a rule above totals, and a scroll box around each table.
 */

export interface TableWords {
  readonly copyTsv: string;
  /** Names a table that has no caption: "Table {n}". */
  readonly table: string;
}

export interface TableContext {
  readonly caption: string | undefined;
  readonly unit: string | undefined;
  /** The day that the figures are of, as the filer writes it at the right above the table. */
  readonly day: string | undefined;
  readonly number: number;
  readonly words: TableWords;
  readonly wordsLang: string;
}

/** The width of the text column in half-width characters of table type; wider tables extend beyond it. */
const measureHalfWidths = 88;

export function setTable(table: Element, context: TableContext): Element {
  const grid = gridOf(table);
  const caption = captionOf(table) ?? context.caption;
  const { head, unit, body } = partsOf(grid, context.unit);
  const { figures, words } = columnKinds(grid.columnCount, body);
  for (const row of head) setHeadRow(row, figures);
  // A list of key figures has results and no sums: there the filer draws no rules either.
  const addsUp = body.some((row) => isAddition(row.cells[0]?.text ?? ""));
  // From one balance to the next profit is a change like others.
  const isMovement = /残高$/u.test(body.find(hasFigure)?.cells[0]?.text.trim() ?? "");
  const hasGrandTotal = body.some((row) => isGrandTotal(row.cells[0]?.text ?? ""));
  body.forEach((row, index) => {
    // A subhead without figures, and the first figure below it, have nothing above them that leads to a result.
    const follows = !isMovement && hasFigure(row) && hasFigure(body[index - 1]);
    setBodyRow(row, { figures, words }, { last: index === body.length - 1, addsUp, follows, hasGrandTotal });
  });

  alignDigits(body, figures);
  const children: ElementContent[] = [];
  const headRows = head.map((row) => row.element);
  if (unit !== undefined) headRows.unshift(lineAbove("unit", unit, grid.columnCount));
  if (context.day !== undefined) headRows.unshift(lineAbove("day", context.day, grid.columnCount));
  if (headRows.length > 0) children.push(element("thead", {}, headRows));
  children.push(
    element(
      "tbody",
      {},
      body.map((row) => row.element),
    ),
  );

  const set = element("table", {}, children);
  setColumnWidths(set, grid, head, figures);
  const classes = ["figs"];
  if (widthOf(grid) > measureHalfWidths) classes.push("wide");
  if (!figures.includes(true)) classes.push("words");
  const name = caption ?? context.words.table.replace("{n}", String(context.number));
  const height = expectedTableHeightPx(grid, measureHalfWidths);
  const skipped = height === undefined ? {} : { dataLong: "", style: `contain-intrinsic-block-size:auto ${height}px` };
  // The role is group and not region, since a filing has hundreds of tables, too many for landmarks.
  return element("figure", { className: classes }, [
    captionElement(caption, context),
    element("div", { className: ["scroll-x"], tabIndex: 0, role: "group", ariaLabel: name, ...skipped }, [set]),
  ]);
}

function captionElement(caption: string | undefined, context: TableContext): Element {
  const copy = element("button", { type: "button", className: ["link"], dataTsv: "" }, [text(context.words.copyTsv)]);
  const acts = element("span", { className: ["end"], lang: context.wordsLang }, [copy]);
  return element("figcaption", {}, caption === undefined ? [acts] : [text(caption), acts]);
}

function captionOf(table: Element): string | undefined {
  const caption = table.children.find((child) => isElement(child, "caption"));
  const words = caption === undefined ? "" : toText(caption).trim();
  return words === "" ? undefined : words;
}

function partsOf(grid: Grid, unitBefore: string | undefined): { head: Row[]; body: Row[]; unit: string | undefined } {
  let rows = [...grid.rows];
  let unit = unitBefore;
  // The unit is alone in its row, above the header or as the header's only text.
  const first = rows[0];
  const alone = first === undefined ? undefined : onlyWords(first);
  if (first !== undefined && alone !== undefined && rows.length > 1 && isUnit(alone)) {
    unit ??= alone;
    rows = rows.slice(1);
  }
  const count = headRowCount(rows);
  const head = rows.slice(0, count).filter((row) => row.cells.some((cell) => !isBlank(cell.text)));
  return { head, body: rows.slice(count), unit };
}

function onlyWords(row: Row): string | undefined {
  const filled = row.cells.filter((cell) => !isBlank(cell.text));
  return filled.length === 1 ? filled[0]?.text.trim() : undefined;
}

/** Header rows: a thead, else leading rows of th, else a first row without figures above rows that have some. */
function headRowCount(rows: readonly Row[]): number {
  const marked = rows.findIndex((row) => row.part === "body");
  let count = marked === -1 ? rows.length : marked;
  if (count === 0) {
    const firstData = rows.findIndex((row) => !row.cells.every((cell) => isElement(cell.element, "th")));
    count = firstData > 0 ? firstData : guessedHead(rows);
  }
  // A header cell that spans rows makes those rows part of the header.
  let reach = count;
  for (let i = 0; i < reach && i < rows.length; i++) {
    if (i >= count) continue;
    for (const cell of rows[i]?.cells ?? []) if (cell.rows <= 4) reach = Math.max(reach, i + cell.rows);
  }
  if (reach > 0) while (reach < headRowsMax && (isSubhead(rows[reach]) || isPeriods(rows[reach]))) reach++;
  return Math.min(reach, Math.max(rows.length - 1, 0));
}

const headRowsMax = 4;
const subhead =
  /^[(（]?(?:自|至|単位|注記|注(?:番号)?$|(?:百万|千|億)?円|(?:千)?株|%|[前当](?:連結)?(?:会計|事業)|第\d+期|\d{4}年)/u;

/** A row without a label that says units, periods or note numbers: a pipe table has room for one head row only. */
function isSubhead(row: Row | undefined): boolean {
  const filled = row?.cells.filter((cell) => !isBlank(cell.text)) ?? [];
  const looksLikeSubhead = (words: string): boolean =>
    words.length <= 60 && subhead.test(words.normalize("NFKC").trim());
  return (
    filled.length > 0 && filled.every((cell) => cell.column > 0 && !isFigure(cell.text) && looksLikeSubhead(cell.text))
  );
}

/** The years or periods of all columns, below the numbers of the business years. */
function isPeriods(row: Row | undefined): boolean {
  return /^(?:回次|決算年月|会計期間)$/u.test((row?.cells[0]?.text ?? "").replace(/\s/gu, ""));
}

function guessedHead(rows: readonly Row[]): number {
  const [first, second] = rows;
  if (first === undefined || second === undefined || first.cells.length < 2) return 0;
  return !hasFigure(first) && rows.slice(1).some(hasFigure) ? 1 : 0;
}

interface ColumnKinds {
  readonly figures: readonly boolean[];
  /** In these a dash stands for words. */
  readonly words: readonly boolean[];
}

function columnKinds(columnCount: number, body: readonly Row[]): ColumnKinds {
  const texts: string[][] = Array.from({ length: columnCount }, () => []);
  for (const row of body) {
    for (const cell of row.cells) if (cell.columns === 1) texts[cell.column]?.push(cell.text);
  }
  const figures = texts.map((column) => isFigureColumn(column));
  const words = texts.map((column) => {
    const filled = column.filter((text) => !isBlank(text) && !isAbsent(text));
    return filled.filter(isFigure).length < filled.length / 2;
  });
  return { figures, words };
}

function setHeadRow(row: Row, figures: readonly boolean[]): void {
  for (const cell of row.cells) {
    keepWhole(cell.element);
    cell.element.tagName = "th";
    const labels = figures[cell.column] !== true;
    const shared = cell.columns > 1 && cell.column > 0;
    cell.element.properties = {
      ...spansOf(cell),
      scope: cell.columns > 1 ? "colgroup" : "col",
      ...(shared ? { className: ["over"] } : labels ? { className: ["l"] } : {}),
    };
  }
}

function isSum(label: string, { last, addsUp }: RowPlace): boolean {
  return isTotal(label) || (last && addsUp && /(?:残高|総額|計)$/u.test(label.trim()));
}

function hasFigure(row: Row | undefined): boolean {
  return row?.cells.some((cell) => isFigure(cell.text)) === true;
}

interface RowPlace {
  readonly last: boolean;
  readonly addsUp: boolean;
  /** Figures lead to this row. */
  readonly follows: boolean;
  /** A 計 is the sum of its group where a 合計 follows. */
  readonly hasGrandTotal: boolean;
}

function setBodyRow(row: Row, { figures, words }: ColumnKinds, place: RowPlace): void {
  const label = row.cells[0];
  const named = label?.text ?? "";
  const isGroupSum = place.hasGrandTotal && /^計$/u.test(named.trim());
  if (isSum(named, place) && !isGroupSum) row.element.properties["className"] = ["sum"];
  else if (isGroupSum || (place.addsUp && place.follows && isSubtotal(named)))
    row.element.properties["className"] = ["ruled"];
  const subhead = row.cells.length === 1 && (label?.columns ?? 1) > 1;
  // Beside a name of several rows, what the filer leaves blank goes on from the row above.
  const isWithinName = (label?.column ?? 0) > 0;
  for (const cell of row.cells) {
    const isLabel = cell.column === 0 && figures[0] !== true && !subhead && !isBlank(cell.text) && !isLong(cell.text);
    const isBeside = figures[cell.column] === true && cell.column > 0 && cell.columns === 1 && isShort(cell.element);
    const right = isFigure(cell.text) || (isAbsent(cell.text) && words[cell.column] !== true) || isBeside;
    if (!right) keepWhole(cell.element);
    cell.element.tagName = isLabel ? "th" : "td";
    cell.element.properties = {
      ...spansOf(cell),
      ...(isLabel ? { scope: cell.rows > 1 ? "rowgroup" : "row" } : {}),
      ...(isLabel || right ? {} : { className: isWithinName && isBlank(cell.text) ? ["l", "on"] : ["l"] }),
      ...(isLabel && labelDepth(cell.text) > 0 ? { style: `--depth:${labelDepth(cell.text)}` } : {}),
    };
    setNestedTables(cell.element);
  }
}

const isLong = (words: string): boolean => words.length > 60;

function spansOf(cell: Cell): Element["properties"] {
  const { colSpan, rowSpan } = cell.element.properties;
  return { ...(colSpan === undefined ? {} : { colSpan }), ...(rowSpan === undefined ? {} : { rowSpan }) };
}

function lineAbove(className: "unit" | "day", words: string, columnCount: number): Element {
  const cell = element("th", columnCount > 1 ? { colSpan: columnCount } : {}, [
    // Of its own, so that it stays in view where the table scrolls sideways.
    element("span", {}, [text(words)]),
  ]);
  return element("tr", { className: [className] }, [cell]);
}

/** The smallest width at which no figure is wrapped, in half-width characters; words may wrap and count less. */
function widthOf(grid: Grid): number {
  const widths: number[] = new Array<number>(grid.columnCount).fill(0);
  for (const row of grid.rows) {
    for (const cell of row.cells) {
      if (cell.columns > 1) continue;
      const needed = isFigure(cell.text) ? halfWidths(cell.text.trim()) : Math.min(halfWidths(cell.text.trim()), 14);
      widths[cell.column] = Math.max(widths[cell.column] ?? 0, needed + 2);
    }
  }
  return widths.reduce((sum, width) => sum + width, 0);
}

export type Lead = Pick<TableContext, "caption" | "unit" | "day">;

/** Siblings before a table that belong to it: its unit and its day in either order, and a short caption above those. */
export function takeLead(before: ElementContent[]): Lead {
  let unit: string | undefined;
  let day: string | undefined;
  let caption: string | undefined;
  for (let line = lastLine(before); line !== undefined; line = lastLine(before)) {
    if (unit === undefined && isUnit(line.words)) unit = line.words;
    else if (day === undefined && isDayOf(line.words)) day = line.words;
    else break;
    before.length = line.index;
  }
  const lead = lastBlock(before);
  if (lead !== undefined && isElement(lead.node, "p") && isCaption(lead.node)) {
    caption = toText(lead.node).trim();
    before.length = lead.index;
  }
  return { caption, unit, day };
}

function lastLine(nodes: readonly ElementContent[]): { words: string; index: number } | undefined {
  const last = lastBlock(nodes);
  return last !== undefined && isElement(last.node, "p")
    ? { words: toText(last.node).trim(), index: last.index }
    : undefined;
}

function lastBlock(nodes: readonly ElementContent[]): { node: ElementContent; index: number } | undefined {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node !== undefined && !isWhitespace(node)) return { node, index };
  }
  return undefined;
}

/** Short, a single phrase, no sentence. */
function isCaption(paragraph: Element): boolean {
  // 各位 or a name at the right is addressed or signed; it names no table.
  if (paragraph.properties["align"] === "right") return false;
  const words = toText(paragraph).trim();
  const plain = paragraph.children.every((child) => child.type === "text" || isElement(child, "strong", "b"));
  return plain && words.length > 0 && [...words].length <= 40 && !/[。．.、:：]$|。|^[（(]?注|^※/u.test(words);
}
