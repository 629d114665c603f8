/** Browsers close a dialog before the page gets the event of the Escape key that closed it. */
const sameKeyMs = 100;
let closedAtMs = Number.NEGATIVE_INFINITY;

/** True for the key press that has just closed a dialog and must do nothing else. */
export function dialogJustClosed(): boolean {
  return performance.now() - closedAtMs < sameKeyMs;
}

export function noteDialogClosed(): void {
  closedAtMs = performance.now();
}
