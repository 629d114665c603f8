import type { Rooms } from "../../../lib/kit/workers/rooms.ts";
import { foldText } from "../../../lib/text/format/fold.ts";
import { fieldLine } from "../core/corpus.ts";
import type { EntrySection } from "../core/entries.ts";
import { type FieldLine, packLine, tokensOfLine } from "../core/field-lines.ts";
import { titleCore } from "../core/labels.ts";
import { cutAfter, passages } from "../core/passages.ts";
import { collectTokens, fieldTokens, inField, NumberList } from "../core/tokens.ts";
import type { PreparedSections } from "../port.ts";
import { Bytes } from "./blocks.ts";

/** Passages of one entry at most, so that a token and its passage fit one exact number. */
export const passageScale = 2 ** 19;

/** Used again for each entry, and copied as long as they came to be. */
const layout = new Bytes();
const tokens = new NumberList();

/** Cuts sections into passages and collects their tokens: everything about an entry that needs no store. */
export function prepareSections(sections: readonly EntrySection[], rooms?: Rooms): PreparedSections {
  layout.clear();
  tokens.clear();
  const entry = new PreparedEntry(layout, tokens);
  for (const section of sections) entry.addSection(section);
  return {
    sectionIds: sections.map(({ sectionId }) => sectionId),
    passages: entry.passages,
    layout: rooms?.copy(layout.view()) ?? layout.view().slice(),
    tokens: rooms?.copyNumbers(tokens.view()) ?? tokens.view().slice(),
    characterCount: sections.reduce((sum, { text, context }) => sum + text.length + context.length, 0),
  };
}

class PreparedEntry {
  readonly passages: string[] = [];
  readonly layout: Bytes;
  readonly tokens: NumberList;

  constructor(layout: Bytes, tokens: NumberList) {
    this.layout = layout;
    this.tokens = tokens;
  }

  addSection(section: EntrySection): void {
    const texts = passages(section.text.toWellFormed());
    const folded = texts.map(foldText);
    this.layout.number(texts.length + section.lines.length);
    const context = section.context.toWellFormed();
    for (const token of fieldTokens(titleCore(section.title.toWellFormed()))) this.#push(inField(token));
    this.#addText(context, foldText(context), "");
    for (const [i, text] of texts.entries()) this.#addText(text, folded[i] ?? "", folded[i + 1] ?? "");
    let head = this.passages.length;
    const said = new Set<string>();
    for (const line of section.lines) {
      if (line.kind !== "row") head = this.passages.length;
      // Tables of two years repeat their rows: a label is indexed once a section, and kept each time.
      const key = line.kind === "row" ? `${line.label}\t${line.words}` : line.kind === "head" ? line.text : line.words;
      this.#addLine(line, this.passages.length - head, said.has(key));
      said.add(key);
    }
  }

  #addText(text: string, folded: string, next: string): void {
    this.#refuseTooMany();
    collectTokens(folded, next, this.tokens, passageScale, this.passages.length);
    this.layout.number(Math.min(folded.length, 65_535) * 4 + cutAfter(text));
    this.passages.push(text);
  }

  #addLine(line: FieldLine, distance: number, isSaid: boolean): void {
    this.#refuseTooMany();
    for (const token of isSaid ? [] : tokensOfLine(line)) this.#push(inField(token));
    this.layout.number(Math.min(distance, 65_535) * 4 + fieldLine);
    this.passages.push(packLine(line));
  }

  #push(token: number): void {
    this.tokens.push(token * passageScale + this.passages.length);
  }

  #refuseTooMany(): void {
    if (this.passages.length >= passageScale) throw new Error("A text is too long to be searched.");
  }
}
