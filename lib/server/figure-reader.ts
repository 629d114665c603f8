import type { FigureReader } from "../figures/reader.ts";
import type { TextReader } from "../long-texts/reader.ts";

/**
 * Lets what Next has bundled use the threads that read packages and long texts: they are started by the server, which runs from its
 * sources, since a worker is a file of its own.
 */
interface Readers {
  readonly figures: FigureReader;
  readonly texts: TextReader;
}

const shared: typeof globalThis & { hirakuFigureReader?: Readers | undefined } = globalThis;

export function setReaders(readers: Readers): void {
  shared.hirakuFigureReader = readers;
}

/** Undefined where no server runs. */
export function textReader(): TextReader | undefined {
  return shared.hirakuFigureReader?.texts;
}

export function figureReader(): FigureReader {
  const reader = shared.hirakuFigureReader?.figures;
  if (reader === undefined) throw new Error("No reader of figures was started.");
  return reader;
}
