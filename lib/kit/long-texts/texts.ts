import type { Rendered, RenderOptions } from "../../text/markdown/render.ts";
import type { TextsToRead } from "../../text/passages/find-in-texts.ts";
import type { RedlineView } from "../../text/redline/html.ts";
import type { Piece } from "../../text/toc/cut.ts";
import { Memo } from "../memo.ts";
import type { KeptText } from "./kept-text.ts";
import { type ComparedTexts, charactersOf, charactersOfPieces, type TextReader } from "./reader.ts";
import { textWork } from "./text-work.ts";

/** Shorter texts are read at once: that takes less than to hand them to a thread. */
const pageCharacters = 4_000;

/** Two of the longest filings. */
const longMax = 8_000_000;
/** A prepared text takes some 20 bytes a character. */
const quotedMax = 2_000_000;
const htmlMax = 24_000_000;

const lengthOf = (text: string) => text.length;

/**
 * Reads delivered text, longer than a page in the thread that it is given, and caches what it found. Without a thread, in
 * tests and commands, nobody waits for anything else.
 */
export class Texts implements Omit<TextReader, "close"> {
  /** Long owned texts as they were read, by the hash of their bytes. */
  readonly long = new Memo<string>(longMax, lengthOf);
  /** Owned texts as they were prepared to look for quotes in. */
  readonly quoted = new Memo<readonly KeptText[]>(quotedMax, (all) =>
    all.reduce((sum, { text }) => sum + text.length, 0),
  );
  /** Owned texts as HTML. */
  readonly html = new Memo<Rendered>(htmlMax, ({ html }) => html.length);
  readonly #thread: TextReader | undefined;

  constructor(thread?: TextReader) {
    this.#thread = thread;
  }

  compare(asked: ComparedTexts) {
    const thread = this.#threadFor(asked.before.length + asked.after.length);
    return thread?.compare(asked) ?? Promise.resolve(textWork.compare(asked));
  }

  corrections(text: string, view: RedlineView) {
    return (
      this.#threadFor(text.length)?.corrections(text, view) ?? Promise.resolve(textWork.corrections({ text, view }))
    );
  }

  find(asked: TextsToRead) {
    return this.#threadFor(charactersOf(asked))?.find(asked) ?? Promise.resolve(textWork.find(asked));
  }

  holders(reports: readonly (readonly Piece[])[]) {
    return this.#threadFor(charactersOfPieces(reports))?.holders(reports) ?? Promise.resolve(textWork.holders(reports));
  }

  passage(text: string, question: string) {
    const thread = this.#threadFor(text.length);
    return thread?.passage(text, question) ?? Promise.resolve(textWork.passage({ text, question }));
  }

  words(text: string) {
    return this.#threadFor(text.length)?.words(text) ?? Promise.resolve(textWork.words(text));
  }

  prepare(text: string) {
    return this.#threadFor(text.length)?.prepare(text) ?? Promise.resolve(textWork.prepare(text));
  }

  render(source: string, options: RenderOptions) {
    const thread = this.#threadFor(source.length);
    return thread?.render(source, options) ?? Promise.resolve(textWork.render({ source, options }));
  }

  #threadFor(characters: number): TextReader | undefined {
    return characters > pageCharacters ? this.#thread : undefined;
  }
}
