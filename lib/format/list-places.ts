/** Where items stand in a list whose rows are not all in the page, and how many there are: what is told to screen readers. */
export interface ListPlace {
  readonly position: number;
  readonly total: number;
}

/** What `aria-setsize` says where nobody knows how many will come. */
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
