import type { FigureReader } from "../figures/reader.ts";

/**
 * Lets what Next has bundled use the thread that reads packages: it is started by the server, which runs from its
 * sources, since a worker is a file of its own.
 */
const shared: typeof globalThis & { hirakuFigureReader?: FigureReader | undefined } = globalThis;

export function setFigureReader(reader: FigureReader): void {
  shared.hirakuFigureReader = reader;
}

export function figureReader(): FigureReader {
  const reader = shared.hirakuFigureReader;
  if (reader === undefined) throw new Error("No reader of figures was started.");
  return reader;
}
