"use client";

import { useEffect, useState } from "react";

/** What a reader does that may need more than what the page came with. */
const moves = ["pointerdown", "keydown", "wheel", "touchstart", "focusin"] as const;

let calm: Promise<void> | undefined;

/** When the page has loaded and the browser rests, or as soon as its reader moves. */
export function whenCalm(): Promise<void> {
  calm ??= new Promise<void>((resolve) => {
    const done = () => {
      for (const move of moves) window.removeEventListener(move, done, true);
      resolve();
    };
    const rest = () =>
      typeof requestIdleCallback === "undefined" ? done() : requestIdleCallback(done, { timeout: 500 });
    for (const move of moves) window.addEventListener(move, done, { capture: true, passive: true });
    if (document.readyState === "complete") rest();
    else window.addEventListener("load", () => setTimeout(rest, 0), { once: true });
  });
  return calm;
}

const came = new Map<() => Promise<unknown>, unknown>();
const retryMs = 3_000;

/**
 * Code that the first paint can do without: undefined until the page stands, then there for good. What is heavy and
 * seldom asked for says when it is `wanted` and comes only then. `load` must be a function of the module, so that
 * it is the same one at each render.
 *
 *   const sheet = useLater(loadSheet);
 *   const palette = useLater(loadPalette, open);
 */
export function useLater<T>(load: () => Promise<T>, wanted?: boolean): T | undefined {
  const [part, setPart] = useState(() => came.get(load) as T | undefined);
  useEffect(() => {
    if (part !== undefined || wanted === false) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const fetchIt = () => {
      load().then(
        (loaded) => {
          came.set(load, loaded);
          if (!gone) setPart(() => loaded);
        },
        // The way to our server may be broken for a moment.
        () => {
          if (!gone) timer = setTimeout(fetchIt, retryMs);
        },
      );
    };
    if (wanted === true) fetchIt();
    else void whenCalm().then(() => gone || fetchIt());
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [load, wanted, part]);
  return part;
}
