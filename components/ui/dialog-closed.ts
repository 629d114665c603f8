/** Browsers close a dialog before they tell the page of the Escape that did it. */
const sameKeyMs = 100;
let closedAtMs = Number.NEGATIVE_INFINITY;

/** True for the key press that has just closed a dialog: it has done its work. */
export function dialogJustClosed(): boolean {
  return performance.now() - closedAtMs < sameKeyMs;
}

export function noteDialogClosed(): void {
  closedAtMs = performance.now();
}
