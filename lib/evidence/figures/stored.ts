import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import type { Figures } from "./model.ts";

/** How figures are kept beside their package: compressed JSON, checked when it is read. */

/** Raised when packages are read differently: what was stored before is then read anew. */
export const readerVersion = 1;

/** The version says how the rest looks; checking each of thousands of figures would take longer than showing them. */
const FiguresSchema = z.custom<Figures>(isFigures);

function isFigures(stored: unknown): boolean {
  if (typeof stored !== "object" || stored === null) return false;
  const lists = ["contexts", "units", "elements", "landmarks", "facts", "texts", "statements"];
  return lists.every((name) => name in stored && Array.isArray(Reflect.get(stored, name)));
}

export function packFigures(figures: Figures): Buffer {
  return gzipSync(JSON.stringify(figures));
}

export function unpackFigures(packed: Uint8Array): Figures {
  return FiguresSchema.parse(JSON.parse(gunzipSync(packed).toString("utf8")));
}
