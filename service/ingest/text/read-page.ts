import { Parser } from "htmlparser2";
import { Refusal } from "../refusal.ts";
import type { Align, Block, Cell, Page, Row } from "./blocks.ts";
import { addName, ElementNames } from "./element-names.ts";
import { type ElementKind, hides, kindOf, type PageClasses, pageClasses } from "./elements.ts";
import { FactCollector } from "./fact-collector.ts";
import { type MarkTag, marksWithin } from "./inline-marks.ts";
import { leftOfStyle } from "./left-of-style.ts";
import { TextLine } from "./text-line.ts";

/** Deeper than any filing; a parser's stack handling takes time quadratic in the depth. */
const depthMax = 400;
const cellsMax = 400_000;
/** Browsers clamp spans too. */
const colSpanMax = 1_000;
const rowSpanMax = 10_000;

/** Reads one page of a filing, in one pass over its tags, into its visible blocks and its facts. */
export function readPage(html: string): Page {
  const builder = new PageBuilder();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => builder.open(name, attributes),
      ontext: (text) => builder.text(text),
      onclosetag: () => builder.close(),
      onprocessinginstruction: (name, data) => refuseDeclarations(name, data),
    },
    { recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true },
  );
  // In pieces, so that a hostile page is refused before all of it is tokenised.
  for (let at = 0; at < html.length; at += 262_144) parser.write(html.slice(at, at + 262_144));
  parser.end();
  return builder.finish();
}

/** A document type with a subset could define entities; a bare one is harmless and names nothing that is fetched. */
function refuseDeclarations(name: string, data: string): void {
  const isEntity = name.toLowerCase() === "!entity";
  if (isEntity || (name.toLowerCase() === "!doctype" && /\[|<!|%/.test(data))) {
    throw new Refusal("doctype_refused", "The page defines entities in a DTD.");
  }
}

interface OpenElement {
  readonly name: string;
  readonly kind: ElementKind;
  readonly hidden: boolean;
  readonly block: boolean;
  readonly bold: boolean;
  readonly marks: readonly MarkTag[];
  readonly align: Align;
  /** Points of margin and padding before it, from the edge of its cell. */
  readonly left: number;
  readonly fact: boolean;
}

interface OpenTable {
  readonly names: { readonly names?: readonly string[] };
  readonly rows: { header: boolean; cells: Cell[] }[];
  cell: OpenCell | undefined;
  inHead: boolean;
}

interface OpenCell {
  readonly blocks: Block[];
  readonly colSpan: number;
  readonly rowSpan: number;
  readonly names: string[];
  figure: boolean;
}

class PageBuilder {
  readonly #root: Block[] = [];
  readonly #stack: OpenElement[] = [];
  readonly #tables: OpenTable[] = [];
  readonly #line = new TextLine();
  readonly #facts = new FactCollector();
  readonly #names = new ElementNames();
  readonly #headings = [0, 0, 0, 0, 0, 0];
  #hiddenDepth = 0;
  /** Headings that are open. */
  #headingDepth = 0;
  #tableCount = 0;
  #nestedCount = 0;
  #cellCount = 0;
  #css = "";
  /** Those of the page, which has thousands of elements and hundreds of styles. */
  readonly #styles = new Map<string, Style>();
  #classes: PageClasses = { hidden: new Set(), styles: new Map() };
  #list: "bullet" | "numbered" | undefined;

  open(name: string, attributes: Record<string, string>): void {
    if (this.#stack.length >= depthMax) {
      throw new Refusal("nested_too_deeply", `Elements are nested more than ${depthMax} deep.`);
    }
    const kind = kindOf(name);
    const style = this.#styleOf(attributes);
    const parent = this.#stack.at(-1);
    const hidden = kind === "hidden" || style.hidden || this.#isHidden(attributes);
    const element: OpenElement = {
      name,
      kind,
      hidden,
      block: (kind !== "inline" && kind !== "break" && kind !== "image") || style.block,
      bold: (parent?.bold ?? false) || name === "b" || name === "strong" || style.bold,
      marks: marksWithin(name, style.text, parent?.marks),
      align: alignOf(name, attributes, style) ?? parent?.align ?? "start",
      left: (kind === "cell" ? 0 : (parent?.left ?? 0)) + style.left,
      fact: this.#facts.open(name, attributes),
    };
    this.#stack.push(element);
    if (hidden) this.#hiddenDepth++;
    if (isHeadingName(name)) this.#headingDepth++;
    if (this.#hiddenDepth === 0) this.#openVisible(element, attributes);
  }

  #isHidden(attributes: Record<string, string>): boolean {
    if (attributes["hidden"] !== undefined) return true;
    if (this.#classes.hidden.size === 0) return false;
    return (attributes["class"] ?? "").split(/\s+/).some((name) => this.#classes.hidden.has(name));
  }

  /** The element's own style, and before it what the page's style sheet says of its classes. */
  #styleOf(attributes: Record<string, string>): Style {
    const own = attributes["style"] ?? "";
    const names = attributes["class"];
    const { styles } = this.#classes;
    if (styles.size === 0 || names === undefined) return this.#read(own);
    const told = names.split(/\s+/).flatMap((name) => styles.get(name) ?? []);
    return this.#read(told.length === 0 ? own : [own, ...told].join(";"));
  }

  #read(text: string): Style {
    const known = this.#styles.get(text);
    if (known !== undefined) return known;
    const style = readStyle(text);
    this.#styles.set(text, style);
    return style;
  }

  #openVisible(element: OpenElement, attributes: Record<string, string>): void {
    const { name, kind } = element;
    if (element.block) this.#flush();
    const tagged = this.#names.read(name, attributes);
    if (tagged !== undefined) this.#addName(tagged);
    if (kind === "break") this.#line.breakLine();
    else if (kind === "image") this.#addImage(attributes["src"]);
    else if (kind === "table") this.#openTable();
    else if (kind === "row")
      this.#tables.at(-1)?.rows.push({ header: this.#tables.at(-1)?.inHead ?? false, cells: [] });
    else if (kind === "cell") this.#openCell(attributes);
    else if (kind === "item") this.#list = this.#insideOrderedList() ? "numbered" : "bullet";
    else if (name === "thead") this.#markHead(true);
    else if (name === "tbody" || name === "tfoot") this.#markHead(false);
    else if (name === "ix:nonfraction") {
      this.#line.beginFigure();
      const cell = this.#tables.at(-1)?.cell;
      if (cell !== undefined) cell.figure = true;
    } else if (name === "ix:footnote" || name === "sup" || name === "sub") this.#line.beginMark();
    else if (isHeadingName(name)) this.#countHeading(name);
  }

  text(text: string): void {
    this.#facts.text(text);
    const top = this.#stack.at(-1);
    if (top?.name === "style") this.#css += text;
    if (this.#hiddenDepth === 0) this.#line.append(text, top?.bold ?? false, top?.marks ?? []);
  }

  close(): void {
    const element = this.#stack.pop();
    if (element === undefined) return;
    if (element.fact) this.#facts.close();
    if (isHeadingName(element.name)) this.#headingDepth--;
    if (element.hidden) {
      this.#hiddenDepth--;
      if (element.name === "style") {
        this.#classes = pageClasses(this.#css);
      }
      return;
    }
    if (this.#hiddenDepth > 0) return;
    if (element.block) this.#flush(element);
    if (element.kind === "cell") this.#closeCell();
    else if (element.kind === "table") this.#closeTable();
    else if (element.kind === "item") this.#list = undefined;
    else if (element.name === "thead") this.#markHead(false);
    else if (element.name === "ix:nonfraction") this.#line.endFigure();
    else if (element.name === "ix:footnote" || element.name === "sup" || element.name === "sub") this.#line.endMark();
  }

  finish(): Page {
    this.#flush();
    while (this.#tables.length > 0) this.#closeTable();
    return {
      blocks: this.#root,
      facts: this.#facts.facts,
      contexts: this.#facts.contexts,
      counts: { headings: this.#headings, tables: this.#tableCount, nestedTables: this.#nestedCount },
    };
  }

  /** Ends the line of text; `closing` is the element that ends with it, whose kind and style it has. */
  #flush(closing?: OpenElement): void {
    const owner = closing ?? this.#owner();
    const tag = owner === undefined ? undefined : headingTag(owner.name);
    // Blocks inside a heading are parts of it.
    if (tag === undefined && this.#headingDepth > 0) {
      this.#line.breakLine();
      return;
    }
    const line = this.#line.take();
    if (line === undefined) return;
    const target = this.#target();
    const names = this.#names.take();
    if (tag !== undefined) target.push({ kind: "heading", tag, text: line.text, ...names });
    else {
      const { align = "start", left = 0 } = owner ?? {};
      const { text, bold } = line;
      const marks = line.marks.length === 0 ? {} : { marks: line.marks };
      target.push({ kind: "paragraph", text, align, bold, left, list: this.#list, ...marks, ...names });
      this.#list = undefined;
    }
  }

  #owner(): OpenElement | undefined {
    // The innermost is the element that is just being opened; the line belongs to what was open before it.
    return this.#stack.findLast((element, at) => element.block && at < this.#stack.length - 1);
  }

  #target(): Block[] {
    return this.#tables.findLast((table) => table.cell !== undefined)?.cell?.blocks ?? this.#root;
  }

  #addName(name: string): void {
    const cell = this.#tables.findLast((table) => table.cell !== undefined)?.cell;
    if (cell === undefined) this.#names.expect(name);
    else addName(cell.names, name);
  }

  #addImage(source: string | undefined): void {
    if (source === undefined || source === "") return;
    this.#flush();
    this.#target().push({ kind: "image", source });
  }

  #countHeading(name: string): void {
    const tag = headingTag(name);
    if (tag !== undefined) this.#headings[tag - 1] = (this.#headings[tag - 1] ?? 0) + 1;
  }

  #openTable(): void {
    this.#tableCount++;
    if (this.#tables.some((table) => table.cell !== undefined)) this.#nestedCount++;
    this.#tables.push({ names: this.#names.take(), rows: [], cell: undefined, inHead: false });
  }

  #closeTable(): void {
    this.#closeCell();
    const table = this.#tables.pop();
    if (table === undefined) return;
    const rows: Row[] = table.rows.filter((row) => row.cells.length > 0);
    if (rows.length > 0) this.#target().push({ kind: "table", rows, ...table.names });
  }

  #openCell(attributes: Record<string, string>): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (++this.#cellCount > cellsMax) throw new Refusal("too_large", `A page has more than ${cellsMax} table cells.`);
    this.#closeCell();
    if (table.rows.length === 0) table.rows.push({ header: table.inHead, cells: [] });
    table.cell = {
      blocks: [],
      colSpan: span(attributes["colspan"], colSpanMax),
      rowSpan: span(attributes["rowspan"], rowSpanMax),
      names: [],
      figure: false,
    };
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    if (table?.cell === undefined) return;
    const { names, ...cell } = table.cell;
    table.rows.at(-1)?.cells.push(names.length > 0 ? { ...cell, names } : cell);
    table.cell = undefined;
  }

  #markHead(inHead: boolean): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.inHead = inHead;
  }

  #insideOrderedList(): boolean {
    return this.#stack.findLast((element) => element.name === "ul" || element.name === "ol")?.name === "ol";
  }
}

function isHeadingName(name: string): boolean {
  return headingTag(name) !== undefined;
}

function headingTag(name: string): number | undefined {
  return name.length === 2 && name[0] === "h" && name >= "h1" && name <= "h6" ? Number(name[1]) : undefined;
}

interface Style {
  readonly text: string;
  readonly hidden: boolean;
  readonly block: boolean;
  readonly bold: boolean;
  readonly align: string | undefined;
  readonly left: number;
}

function readStyle(text: string): Style {
  return {
    text,
    hidden: hides(text),
    block: text.includes("block") && /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item)/.test(text),
    bold: /font-weight\s*:\s*(?:bold|[6-9]00)/.test(text),
    align: /(?:^|[;\s])text-align\s*:\s*([a-z]+)/.exec(text)?.[1],
    left: leftOfStyle(text),
  };
}

function alignOf(name: string, attributes: Record<string, string>, style: Style): Align | undefined {
  if (name === "center") return "center";
  const value = style.text.includes("text-align") ? style.align : attributes["align"]?.toLowerCase();
  if (value === undefined) return undefined;
  return value === "right" || value === "end" ? "end" : value === "center" ? "center" : "start";
}

function span(text: string | undefined, max: number): number {
  const value = Number.parseInt(text ?? "1", 10);
  return Number.isNaN(value) || value < 1 ? 1 : Math.min(value, max);
}
