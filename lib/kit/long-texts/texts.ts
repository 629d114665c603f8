import { charactersOf, type TextReader } from "./reader.ts";
import { textReader } from "./running-reader.ts";
import { textWork } from "./text-work.ts";

/** Shorter texts are read at once: that takes less than to hand them to a thread. */
const pageCharacters = 4_000;

/**
 * Reads delivered text: longer than a page in the thread that the server has started. Where no server runs, in tests and
 * commands, nobody waits for anything else.
 */
export const texts: Omit<TextReader, "close"> = {
  compare: (before, after) =>
    threadFor(before.length + after.length)?.compare(before, after) ??
    Promise.resolve(textWork.compare({ before, after })),
  corrections: (text) => threadFor(text.length)?.corrections(text) ?? Promise.resolve(textWork.corrections(text)),
  find: (asked) => threadFor(charactersOf(asked))?.find(asked) ?? Promise.resolve(textWork.find(asked)),
  passage: (text, question) =>
    threadFor(text.length)?.passage(text, question) ?? Promise.resolve(textWork.passage({ text, question })),
  words: (text) => threadFor(text.length)?.words(text) ?? Promise.resolve(textWork.words(text)),
  prepare: (text) => threadFor(text.length)?.prepare(text) ?? Promise.resolve(textWork.prepare(text)),
  render: (source, options) =>
    threadFor(source.length)?.render(source, options) ?? Promise.resolve(textWork.render({ source, options })),
};

function threadFor(characters: number): TextReader | undefined {
  return characters > pageCharacters ? textReader() : undefined;
}
