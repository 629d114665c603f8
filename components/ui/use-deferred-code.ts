"use client";

import { startTransition, useEffect, useState } from "react";

/** User actions that may need code which is loaded after the page. */
const userActions = ["pointerdown", "keydown", "wheel", "touchstart", "focusin"] as const;

let idleOrUsed: Promise<void> | undefined;

/** Resolves when the page has loaded and the browser is idle, or at the first user action. */
export function whenIdleOrUsed(): Promise<void> {
  idleOrUsed ??= new Promise<void>((resolve) => {
    const done = () => {
      for (const move of userActions) window.removeEventListener(move, done, true);
      resolve();
    };
    const rest = () =>
      typeof requestIdleCallback === "undefined" ? done() : requestIdleCallback(done, { timeout: 500 });
    for (const move of userActions) window.addEventListener(move, done, { capture: true, passive: true });
    if (document.readyState === "complete") rest();
    else window.addEventListener("load", () => setTimeout(rest, 0), { once: true });
  });
  return idleOrUsed;
}

const loadedCode = new Map<() => Promise<unknown>, unknown>();
const arriving = new Map<() => Promise<unknown>, Promise<unknown>>();
const retryMs = 3_000;

/** Code that comes after the page, once it is there: the connection to our server may be interrupted for a while. */
export function codeOf<T>(load: () => Promise<T>): Promise<T> {
  const known = arriving.get(load) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const attempt = (): Promise<T> => load().catch(() => new Promise((go) => setTimeout(go, retryMs)).then(attempt));
  const code = attempt().then((loaded) => {
    loadedCode.set(load, loaded);
    return loaded;
  });
  arriving.set(load, code);
  return code;
}

/**
 * Loads code that the first paint doesn't need; undefined until it has loaded. Without `wanted` it is loaded when the browser is idle after the page; large, rarely used code passes `wanted` and is loaded only once that is true. Define `load` at module level, so that it is the same function at each render.
 *
 *   const sheet = useDeferredCode(loadSheet);
 *   const palette = useDeferredCode(loadPalette, open);
 */
export function useDeferredCode<T>(load: () => Promise<T>, wanted?: boolean): T | undefined {
  const [part, setPart] = useState(() => loadedCode.get(load) as T | undefined);
  useEffect(() => {
    if (part !== undefined || wanted === false) return undefined;
    let unmounted = false;
    const loadCode = async () => {
      const loaded = await codeOf(load);
      if (unmounted) return;
      const show = () => setPart(() => loaded);
      // What nobody waits for is rendered in slices between the reader's clicks, instead of in one long task.
      if (wanted === true) show();
      else startTransition(show);
    };
    if (wanted === true) void loadCode();
    else void whenIdleOrUsed().then(() => (unmounted ? undefined : loadCode()));
    return () => {
      unmounted = true;
    };
  }, [load, wanted, part]);
  return part;
}
