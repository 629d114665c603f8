/** An answer is stored and booked first, and read a moment later. */

/** Marks, in place of a reason why it can't be read, an artifact that is stored and booked but not read yet. */
export const awaitingCheck = "not read yet";

/** Why it can't be read; null where it can, or will be in a moment. */
export function flawOf({ unreadable }: { readonly unreadable: string | null }): string | null {
  return unreadable === awaitingCheck ? null : unreadable;
}
