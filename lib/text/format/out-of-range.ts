/**
 * For an index that is out of range only if this program has a bug: `units[at] ?? outOfRange()`. A default of zero
 * would silently become a wrong offset or score.
 */
export function outOfRange(): never {
  throw new RangeError("An index lies outside of its list.");
}
