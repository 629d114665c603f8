import { readFileSync } from "node:fs";
import type { GlossaryPair } from "./glossary.ts";

/**
 * The glossary that ships with the product, made by `hiraku search glossary --from FOLDER` from real filings; its
 * first lines name them. One pair a line: name, label, in how many documents.
 */
const file = new URL("./base-glossary.tsv", import.meta.url);

let known: readonly GlossaryPair[] | undefined;

export function baseGlossary(): readonly GlossaryPair[] {
  known ??= parseGlossary(readFileSync(file, "utf8"));
  return known;
}

export function parseGlossary(text: string): GlossaryPair[] {
  const pairs: GlossaryPair[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [name, label, count] = line.split("\t");
    if (name === undefined || label === undefined || !(Number(count) > 0)) {
      throw new Error(`The base glossary has a line that is no pair: ${line}`);
    }
    pairs.push({ name, label, count: Number(count) });
  }
  return pairs;
}
