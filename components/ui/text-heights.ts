/**
 * Texts out of sight are not laid out (`content-visibility: auto`): until they come near they have the height that is
 * expected of their length. When a text above what is read gets its own height, the browser moves the scrolled place
 * along, but Chromium goes on painting the old place until something scrolls. So the texts around a place are laid out
 * before it is scrolled to, and those that arrive above it move the place with the same scroll that everything else
 * uses.
 */

/** More than the distance at which browsers begin to lay out what isn't in view. */
const nearViews = 3;
/** The place that is read is this far below the top of what scrolls, beneath the toolbar. */
const eyePx = 140;

/** Lays out a text and those above it, as far as they are near. */
export function layOutAround(piece: Element | null): void {
  let above = 0;
  for (let each = piece; each instanceof HTMLElement && above < nearViews * window.innerHeight; ) {
    layOut(each);
    if (each !== piece) above += each.offsetHeight;
    each = each.previousElementSibling;
  }
}

/** Shows texts that have arrived, and keeps what is read in its place. */
export function keepingPlace(flow: HTMLElement | null, show: () => void): void {
  if (flow === null) return show();
  const waiting = [...flow.children].filter((piece) => !isFilled(piece));
  const eye = Math.max(0, flow.closest("[data-pane]")?.getBoundingClientRect().top ?? 0) + eyePx;
  const read = [...flow.children].find((piece) => piece.getBoundingClientRect().bottom > eye);
  const before = read?.getBoundingClientRect().top ?? 0;
  show();
  for (const piece of waiting) if (isFilled(piece) && isNearAbove(piece)) layOut(piece);
  const moved = (read?.getBoundingClientRect().top ?? 0) - before;
  if (moved !== 0) scrollerOf(flow)?.scrollBy({ top: moved, behavior: "instant" });
}

/** What scrolls the text: its pane, or on narrow screens the page. */
export function scrollerOf(flow: HTMLElement): Element | null {
  const pane = flow.closest("[data-pane]");
  return pane !== null && getComputedStyle(pane).overflowY === "auto" ? pane : document.scrollingElement;
}

function isFilled(piece: Element): boolean {
  return piece instanceof HTMLElement && piece.dataset["filled"] !== undefined;
}

function isNearAbove(piece: Element): boolean {
  const { top, bottom } = piece.getBoundingClientRect();
  return top < window.innerHeight && bottom > -nearViews * window.innerHeight;
}

function layOut(piece: Element): void {
  if (piece instanceof HTMLElement && isFilled(piece)) piece.style.contentVisibility = "visible";
}
