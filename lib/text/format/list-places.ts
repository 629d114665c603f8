/** For screen readers: places in a list whose rows are not all in the page. */
export interface ListPlace {
  readonly position: number;
  readonly total: number;
}

/** The value of `aria-setsize` for an unknown number. */
const unknownTotal = -1;

/** For each row that is an item; headings between them have no place, and don't count. */
export function listPlaces<T>(
  rows: readonly T[],
  isItem: (row: T) => boolean,
  hasMore: boolean,
): readonly (ListPlace | undefined)[] {
  const total = hasMore ? unknownTotal : rows.filter(isItem).length;
  let position = 0;
  return rows.map((row) => (isItem(row) ? { position: ++position, total } : undefined));
}

/** The attributes that tell a place; nothing else writes them. */
export function placeAttributes({ position, total }: ListPlace) {
  return { "aria-posinset": position, "aria-setsize": total };
}
