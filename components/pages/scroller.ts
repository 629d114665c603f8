/** The element that scrolls a pane: the pane itself, or on narrow screens the window. */
export interface Scroller {
  readonly target: HTMLElement | Window;
  top(): number;
  height(): number;
  to(top: number): void;
  topOf(element: HTMLElement): number;
  onScroll(listener: () => void): () => void;
}

export function scrollerOf(pane: HTMLElement): Scroller {
  return /auto|scroll/.test(getComputedStyle(pane).overflowY) && !isWindowScrolled() ? ofElement(pane) : ofWindow();
}

/** Below this width, Tailwind's max-md, the page scrolls as a whole. */
function isWindowScrolled(): boolean {
  return matchMedia("(max-width: 900px)").matches;
}

function ofElement(pane: HTMLElement): Scroller {
  return {
    target: pane,
    top: () => pane.scrollTop,
    height: () => pane.clientHeight,
    to: (top) => pane.scrollTo({ top, behavior: "instant" }),
    topOf: (element) => element.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop,
    onScroll: (listener) => listen(pane, listener),
  };
}

function ofWindow(): Scroller {
  return {
    target: window,
    top: () => window.scrollY,
    height: () => window.innerHeight,
    to: (top) => window.scrollTo({ top, behavior: "instant" }),
    topOf: (element) => element.getBoundingClientRect().top + window.scrollY,
    onScroll: (listener) => listen(window, listener),
  };
}

function listen(target: HTMLElement | Window, listener: () => void): () => void {
  target.addEventListener("scroll", listener, { passive: true });
  return () => target.removeEventListener("scroll", listener);
}
