import { findTables } from "../tables/find-tables.ts";
import type { DrawnRule, DrawnText } from "./draw-sheets.ts";

/** Recognises tables from places alone. */
export function findDrawnTables({
  texts,
  rules,
}: {
  readonly texts: readonly DrawnText[];
  readonly rules: readonly DrawnRule[];
}) {
  const horizontal = rules
    .filter((rule) => rule.y1 === rule.y2)
    .map((rule) => ({ at: rule.y1, from: rule.x1, to: rule.x2 }));
  const vertical = rules
    .filter((rule) => rule.x1 === rule.x2)
    .map((rule) => ({ at: rule.x1, from: rule.y1, to: rule.y2 }));
  return findTables(texts, { horizontal, vertical });
}

/** Half-width characters are half as wide as others, as in the fonts of filings. */
export const evenMeasure = (text: string, _font: unknown, size: number): number =>
  [...text].reduce((width, character) => width + (character.charCodeAt(0) < 0x80 ? size / 2 : size), 0);

/** The same choices for the same seed. */
export const choicesOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
