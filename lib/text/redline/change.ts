import type { Unit } from "./units.ts";

/** A run of characters that both texts have, or one of them. */
export interface Part {
  readonly kind: "same" | "deleted" | "inserted";
  readonly text: string;
}

/**
 * One sentence, heading or row: as it is in both, in one of them, or changed within. Of the same words the parts may
 * differ in where a line is set and in the level of a heading.
 */
export interface Change {
  readonly kind: "same" | "deleted" | "inserted" | "changed";
  readonly unit: Unit["kind"];
  /** The deleted and the same ones joined are the earlier text, the inserted and the same ones the later. */
  readonly parts: readonly Part[];
  /** The number of a move: the same unit is deleted at one place and inserted at another. */
  readonly move?: number | undefined;
}

export type Redline = readonly Change[];
