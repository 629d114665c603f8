/**
 * For an index that can only be out of range by a fault of ours: `units[at] ?? outOfRange()`. A zero in its place
 * would go on as a wrong offset or score, and nobody would learn of it.
 */
export function outOfRange(): never {
  throw new RangeError("An index lies outside of its list.");
}
