import type { Element, ElementContent, Root } from "hast";
import { nfkc } from "../format/nfkc.ts";
import { element, isElement, mapChildren, text, toText } from "./hast.ts";

/** Without changing its characters: △ is read out as minus, notes link, the other language is marked. */

export interface TypographyOptions {
  /** The language of the document: "ja", "en". */
  readonly language: string;
  /** A prefix that makes the ids of this text unique on a page that shows several. */
  readonly idPrefix: string;
  /** "Note {n}". */
  readonly noteLabel: string;
  /** Says that a text is set vertically in the original. */
  readonly verticalLabel: string;
}

const minusWord: Readonly<Record<string, string>> = { ja: "マイナス", en: "minus" };
const marks = /([△▲])(?=[\s\u3000]?[\d０-９])|(※[\d０-９]{1,2})/gu;
const noteStart = /^\s*(※[\d０-９]{0,2}|[(（]注[)）]?\s?[\d０-９]{0,2}[)）]?)/u;
const notes = ["p", "li"];

export function setTypography(root: Root, options: TypographyOptions): void {
  const known = markNotes(root, options);
  setRuns(root, { ...options, known, prose: true });
}

/** Gives each note an id; the first note with a mark wins. */
function markNotes(root: Root, options: TypographyOptions): Map<string, string> {
  const known = new Map<string, string>();
  const run = new NoteRun();
  for (const block of root.children) {
    if (!isElement(block)) continue;
    const words = toText(block);
    const goesOn = run.take(block, words);
    const mark = isElement(block, ...notes) ? noteStart.exec(words)?.[1] : undefined;
    if (goesOn) block.properties["className"] = ["note"];
    if (mark === undefined) continue;
    block.properties["className"] = ["note"];
    const number = /^※([\d０-９]{1,2})$/u.exec(mark)?.[1]?.normalize("NFKC");
    if (number === undefined || known.has(number)) continue;
    const id = `${options.idPrefix}-note-${number}`;
    block.properties["id"] = id;
    known.set(number, id);
  }
  return known;
}

/** （注）１ is followed by ２ and ３, which are notes as well; other paragraphs and tables may stand in between. */
class NoteRun {
  #next: number | undefined;
  #distance = 0;

  /** True for the next note of a run that a （注） began. */
  take(block: Element, words: string): boolean {
    if (isElement(block, "h1", "h2", "h3", "h4", "h5", "h6")) this.#next = undefined;
    if (!isElement(block, "p")) return false;
    const folded = nfkc(words).trim();
    const first = /^[(]?注[)]?\s*(\d{1,2})(?!\d)/.exec(folded)?.[1];
    if (first !== undefined) {
      this.#expect(Number(first) + 1);
      return false;
    }
    const number = /^(\d{1,2})(?:[.、:]|\s)/.exec(folded)?.[1];
    if (this.#next !== undefined && number !== undefined && Number(number) === this.#next) {
      this.#expect(this.#next + 1);
      return true;
    }
    if (++this.#distance > distanceMax) this.#next = undefined;
    return false;
  }

  #expect(number: number): void {
    this.#next = number;
    this.#distance = 0;
  }
}

const distanceMax = 6;

interface RunContext extends TypographyOptions {
  readonly known: ReadonlyMap<string, string>;
  /** Note marks are superscript in prose and, where they stand apart from a figure, in tables, but not in headings. */
  readonly prose: boolean;
  readonly table?: boolean;
}

const codes = ["code", "pre"] as const;
const langBlocks = ["p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"];

function setRuns(parent: Root | Element, context: RunContext): void {
  mapChildren(parent, (child) => {
    if (child.type === "text") return setText(child.value, context, parent);
    if (!isElement(child) || isElement(child, ...codes)) return child;
    if (langBlocks.includes(child.tagName)) setLanguage(child, context.language);
    if (isElement(child, "p") && startsIndented(child)) child.properties["className"] ??= ["flush"];
    if (isElement(child, "p") && isEnd(child)) child.properties["className"] = ["end"];
    if (isElement(child, "p", "div")) setAlignment(child);
    if (isElement(child, "span") && child.properties["title"] !== undefined) tellVertical(child, parent, context);
    const prose = context.prose && !isElement(child, "table", "a", "h1", "h2", "h3", "h4", "h5", "h6");
    const table = isElement(child, "table") || (context.table === true && !isElement(child, "a"));
    setRuns(child, prose === context.prose && table === context.table ? context : { ...context, prose, table });
    return child;
  });
}

function setText(value: string, context: RunContext, parent: Root | Element): ElementContent[] {
  const out: ElementContent[] = [];
  let at = 0;
  for (const match of value.matchAll(marks)) {
    const [mark, minus, note] = match;
    if (note !== undefined && !isRaised(value, match, context)) continue;
    if (note !== undefined && isNoteStart(parent, match.index)) continue;
    if (match.index > at) out.push(text(value.slice(at, match.index)));
    const raised = isElement(parent, "sup");
    out.push(minus === undefined ? noteMark(mark, context, raised) : minusMark(mark, context.language));
    at = match.index + mark.length;
  }
  if (at === 0) return [text(value)];
  if (at < value.length) out.push(text(value.slice(at)));
  return out;
}

/** In a table ※1814 may be note 1 and 814, and a mark behind a figure takes part in how digits are aligned. */
function isRaised(value: string, { 0: mark, index }: RegExpExecArray, { prose, table }: RunContext): boolean {
  const digit = /[\d０-９]/u;
  const after = value.slice(index + mark.length, index + mark.length + 2).replace(/^[,，.．]/u, "");
  return prose || (table === true && !digit.test(value[index - 1] ?? "") && !digit.test(after[0] ?? ""));
}

function isNoteStart(parent: Root | Element, index: number): boolean {
  return index === 0 && parent.type === "element" && isNote(parent);
}

function isNote(block: Element): boolean {
  const { className } = block.properties;
  return Array.isArray(className) && className.includes("note");
}

/** The paragraph is already indented by the filer's full-width space. */
function startsIndented(paragraph: Element): boolean {
  const [first] = paragraph.children;
  return first?.type === "text" && first.value.startsWith("\u3000");
}

/** As the filer set it: a title in the centre, a date or a signature at the right. */
function setAlignment(block: Element): void {
  const { align } = block.properties;
  delete block.properties["align"];
  if (align === "right") block.properties["className"] = ["end"];
  else if (align === "center") block.properties["className"] = ["mid"];
}

/** Vertical text is set horizontally, since it would make a reader turn the page; once in a block it is told. */
function tellVertical(words: Element, parent: Root | Element, { verticalLabel }: TypographyOptions): void {
  const isFirst = parent.children.find((each) => isElement(each, "span") && each.properties["title"] !== undefined);
  words.properties["title"] = verticalLabel;
  if (isFirst === words) words.properties["dataVertical"] = verticalLabel;
}

/** 以上 under a notice, which filers set at the right. */
function isEnd(paragraph: Element): boolean {
  const [only, ...others] = paragraph.children;
  return only?.type === "text" && others.length === 0 && /^[\s\u3000]*以[\s\u3000]*上[\s\u3000]*$/u.test(only.value);
}

function minusMark(mark: string, language: string): Element {
  return element("span", { role: "img", ariaLabel: minusWord[language] ?? "minus" }, [text(mark)]);
}

/** `raised`: the filer has raised it already. */
function noteMark(mark: string, context: RunContext, raised: boolean): ElementContent {
  const number = mark.slice(1).normalize("NFKC");
  const id = context.known.get(number);
  const words = text(mark);
  const link =
    id === undefined
      ? words
      : element("a", { href: `#${id}`, ariaLabel: context.noteLabel.replace("{n}", number) }, [words]);
  return raised ? link : element("sup", {}, [link]);
}

const japanese = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/u;
const latinWords = /[A-Za-z]{2,}[\s,.'’-]+[A-Za-z]{2,}/u;

/** Marks a block that is entirely in the other language. */
function setLanguage(block: Element, language: string): void {
  const words = toText(block).slice(0, 400);
  const isJapanese = japanese.test(words);
  if (language === "ja" && !isJapanese && latinWords.test(words)) block.properties["lang"] = "en";
  else if (language !== "ja" && isJapanese) block.properties["lang"] = "ja";
}
