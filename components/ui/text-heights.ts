/**
 * Texts out of sight are not laid out (`content-visibility: auto`): until they come near they have the height that is
 * expected of their length. When a text above what is read gets its own height, the browser moves the scrolled place
 * along, but Chromium goes on painting the old place until something scrolls. So the texts around a place are laid out
 * before it is scrolled to, and those that are laid out above it later move the place with the same scroll that
 * everything else uses.
 */

/** More than the distance at which browsers begin to lay out what isn't in view. */
const nearViews = 3;
/** The place that is read is this far below the top of what scrolls, beneath the toolbar. */
const eyePx = 140;

/** Lays out a text and those above it, as far as they are near, with all that they hold. */
export function layOutAround(piece: Element | null): void {
  if (!(piece instanceof HTMLElement)) return;
  releaseAll();
  layOut(piece);
  for (const each of nearAbove(piece)) layOut(each);
}

/** Texts above what is read that are not laid out yet, the nearest first. */
let held: HTMLElement[] = [];
let isWaiting = false;
/** From then on they are laid out although the browser is busy drawing. */
let latestAt = 0;

/**
 * Scrolls to the beginning of a text. Nothing above it is in view then, so the texts above keep the height they have,
 * and are laid out one by one when the place has been painted.
 */
export function jumpToText(piece: HTMLElement): void {
  layOutLaterAbove(piece);
  piece.scrollIntoView({ block: "start", behavior: "instant" });
}

/** The same for a text that is opened: where it is scrolled to is the caller's to say. */
export function layOutLaterAbove(piece: HTMLElement): void {
  releaseAll();
  if (isFilled(piece)) piece.style.contentVisibility = "visible";
  putOff(nearAbove(piece).filter((each) => isFilled(each) && each.dataset["whole"] === undefined));
}

function putOff(pieces: readonly HTMLElement[]): void {
  for (const each of pieces) each.style.contentVisibility = "hidden";
  held.push(...pieces);
  if (isWaiting || held.length === 0) return;
  isWaiting = true;
  latestAt = performance.now() + waitMs;
  requestAnimationFrame(() => whenIdle(layOutNext));
}

/** One at a time, so that the reader's presses come between them. */
function layOutNext(): void {
  const nearest = held.shift();
  isWaiting = nearest !== undefined;
  if (nearest === undefined) return;
  keepingPlace(nearest.parentElement, () => layOut(nearest));
  whenIdle(layOutNext);
}

/** The browser lays out the rest when it is needed. */
function releaseAll(): void {
  for (const each of held) each.style.contentVisibility = "";
  held = [];
}

/** The nearest first, by the heights that they have now. */
function nearAbove(piece: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  let above = 0;
  for (
    let each = piece.previousElementSibling;
    each instanceof HTMLElement && above < nearViews * window.innerHeight;
  ) {
    found.push(each);
    above += each.offsetHeight;
    each = each.previousElementSibling;
  }
  return found;
}

/** Shows texts that have arrived, or their heights, and keeps what is read in its place. */
export function keepingPlace(flow: HTMLElement | null, show: () => void): void {
  if (flow === null) return show();
  const waiting = [...flow.querySelectorAll<HTMLElement>(":scope > *")].filter((piece) => !isFilled(piece));
  const eye = Math.max(0, flow.closest("[data-pane]")?.getBoundingClientRect().top ?? 0) + eyePx;
  const read = [...flow.children].find((piece) => piece.getBoundingClientRect().bottom > eye);
  const before = read?.getBoundingClientRect().top ?? 0;
  show();
  putOff(waiting.filter((piece) => isFilled(piece) && isNearAbove(piece)).reverse());
  const moved = (read?.getBoundingClientRect().top ?? 0) - before;
  if (moved !== 0) scrollerOf(flow)?.scrollBy({ top: moved, behavior: "instant" });
}

/** The text's pane, or on narrow screens the page. */
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

/** With its long tables, which app/styles/prose.css else leaves to be skipped too. */
function layOut(piece: Element): void {
  if (!(piece instanceof HTMLElement) || !isFilled(piece)) return;
  piece.style.contentVisibility = "visible";
  piece.dataset["whole"] = "";
}

/** Laying out a text with its tables takes this long and longer. */
const layOutMs = 20;
/** Who scrolls up at once finds nothing there until then. */
const waitMs = 200;

/** Once nothing is drawn for as long as a step takes. Safari has no requestIdleCallback. */
function whenIdle(step: () => void): void {
  if (typeof requestIdleCallback !== "function") return void setTimeout(step, 80);
  const look = (deadline: IdleDeadline) => {
    // Between two frames there is less time: the step would hold up the second one.
    if (deadline.timeRemaining() >= layOutMs || performance.now() >= latestAt) step();
    else whenIdle(step);
  };
  requestIdleCallback(look, { timeout: Math.max(1, latestAt - performance.now()) });
}
