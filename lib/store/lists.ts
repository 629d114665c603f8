/** SQL for lists of values, which are bound one by one. */

export function placeholders(list: readonly unknown[]): string {
  return list.map(() => "?").join(", ");
}

/** A condition that holds for the values of a list, and for none where the list is empty. */
export function isAnyOf(column: string, list: readonly unknown[]): string {
  return list.length === 0 ? "1 = 0" : `${column} in (${placeholders(list)})`;
}

export function isNoneOf(column: string, list: readonly unknown[]): string {
  return list.length === 0 ? "1 = 1" : `${column} not in (${placeholders(list)})`;
}
