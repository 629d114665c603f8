/** `units[at] ?? outOfRange()`: a default of zero would silently become a wrong offset or score. */
export function outOfRange(): never {
  throw new RangeError("An index lies outside of its list.");
}
