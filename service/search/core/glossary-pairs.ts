import type { IndexedDocument } from "../port.ts";
import { glossaryLabel, isStandardName } from "./glossary.ts";

/** A name and the label that one document prints beside it. */
export type LearnedPair = readonly [name: string, label: string];

/** Each pair once. */
export function pairsOf(document: Pick<IndexedDocument, "sections">): LearnedPair[] {
  const pairs = new Map<string, LearnedPair>();
  for (const section of document.sections) {
    for (const { name, label } of section.names ?? []) {
      const kept = isStandardName(name) ? glossaryLabel(name, label) : undefined;
      if (kept !== undefined) pairs.set(`${name}\t${kept}`, [name, kept]);
    }
  }
  return [...pairs.values()];
}
