import type { PurchaseAction } from "@/lib/spending/wire";
import type { FocusPlace } from "./focus-places.ts";

/**
 * Keeps the focus where something was bought. What is pressed is replaced while its purchase runs and by what was bought,
 * and with an element that is removed the focus goes to <body>, from where a keyboard begins at the top of the page.
 */

const dialog = "[role=dialog], [role=alertdialog]";
const moves = ["focusin", "pointerdown"] as const;

let stop: (() => void) | undefined;

/** Until the reader puts the focus elsewhere, or presses something else. */
export function keepFocus(places: readonly FocusPlace[], action: PurchaseAction): void {
  stop?.();
  const look = () => {
    // The confirmation has the focus, and gives it back.
    if (document.querySelector(dialog) !== null) return;
    if (document.activeElement === null || document.activeElement === document.body) focusOn(targetIn(places, action));
  };
  const onMove = ({ target }: Event) => {
    const place = places.find(({ element }) => element.isConnected)?.element;
    if (!(target instanceof Element) || target === focused || target.closest(dialog) !== null) return;
    if (place?.contains(target) !== true) stop?.();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const name of moves) document.addEventListener(name, onMove);
  stop = () => {
    observer.disconnect();
    for (const name of moves) document.removeEventListener(name, onMove);
    stop = undefined;
  };
  look();
}

let focused: Element | undefined;

function focusOn(element: HTMLElement | undefined): void {
  if (element === undefined) return;
  focused = element;
  if (!element.matches("a[href], button")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const control = ".paid :is(a[href], button)";
const heading = "h1, h2, h3, h4, h5, h6";

/** The control, what was bought, its heading, or what stands in its place, whichever comes first. */
function targetIn(places: readonly FocusPlace[], action: PurchaseAction): HTMLElement | undefined {
  const at = places.findIndex(({ element }) => element.isConnected);
  const place = places[at];
  if (place === undefined) return undefined;
  // The control's own element is replaced within the row; farther out all of what was around it was.
  const row = at <= 1 ? place.element : successorOf(places[at - 1]?.before ?? null, place.element);
  if (at <= 1) {
    const own = row.querySelector<HTMLElement>(control);
    if (own !== null) return own;
  }
  const [sectionId] = action.kind === "sections" ? action.sections : [];
  const section =
    sectionId === undefined ? null : document.querySelector(`main [data-section="${CSS.escape(sectionId)}"]`);
  const around = section ?? row;
  return (
    around.querySelector<HTMLElement>(heading) ?? around.querySelector<HTMLElement>("a[href], button") ?? html(around)
  );
}

function successorOf(before: Element | null, parent: Element): Element {
  const next = before?.isConnected === true ? before.nextElementSibling : parent.firstElementChild;
  return next ?? parent;
}

function html(element: Element): HTMLElement | undefined {
  return element instanceof HTMLElement ? element : undefined;
}
