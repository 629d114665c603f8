import type { FigureReader } from "../figures/reader.ts";
import type { TextReader } from "../long-texts/reader.ts";

/** The threads that read packages and long texts. They are started by the server. */
interface Readers {
  readonly figures: FigureReader;
  readonly texts: TextReader;
}

let current: Readers | undefined;

export function setReaders(readers: Readers): void {
  current = readers;
}

/** Undefined where no server runs. */
export function textReader(): TextReader | undefined {
  return current?.texts;
}

export function figureReader(): FigureReader {
  if (current === undefined) throw new Error("No reader of figures was started.");
  return current.figures;
}
