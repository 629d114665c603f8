"use client";

import { startTransition, useEffect, useState } from "react";

/** User actions that may need code which is loaded after the page. Assistive technology clicks without a pointer. */
const userActions = ["pointerdown", "keydown", "wheel", "touchstart", "focusin", "click"] as const;

let used: Promise<void> | undefined;
let noticed: Promise<void> | undefined;
let idleOrUsed: Promise<void> | undefined;
let turns: Promise<unknown> = Promise.resolve();

function whenUsed(): Promise<void> {
  used ??= once(userActions);
  return used;
}

/** Resolves at the first sign of a user: a pointer that moves announces a press. */
export function whenNoticed(): Promise<void> {
  noticed ??= Promise.race([whenUsed(), once(["pointermove"])]);
  return noticed;
}

function once(moves: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const move of moves) window.removeEventListener(move, done, true);
      resolve();
    };
    for (const move of moves) window.addEventListener(move, done, { capture: true, passive: true });
  });
}

/** Resolves when the page has loaded and the browser is idle, or at the first user action. */
function whenIdleOrUsed(): Promise<void> {
  idleOrUsed ??= Promise.race([whenUsed(), whenLoaded().then(() => whenIdle(500))]);
  return idleOrUsed;
}

function whenLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", () => setTimeout(resolve, 0), { once: true }));
}

/** Safari has no requestIdleCallback. */
function whenIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 20);
    else requestIdleCallback(() => resolve(), { timeout });
  });
}

/**
 * Resolves for one after another, each in an idle period of its own: what comes after a page comes in pieces, with room
 * for the reader's presses between them. Once somebody has acted, one follows at the other's heels; still each in a
 * task of its own, since the bundler looks for a script in the whole page before it asks for one, which takes 6 ms of a
 * long document, and the press waits behind it.
 */
function inTurn(): Promise<unknown> {
  turns = Promise.all([turns, whenIdleOrUsed()]).then(() => Promise.race([whenUsed().then(nextTask), whenIdle(200)]));
  return turns;
}

/** Without the 4 ms that a timer set by a timer waits: what a press needs would come while its answer is drawn. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
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

const seenInLine = new Map<() => Promise<unknown>, Promise<unknown>>();
const usedInLine = new Map<() => Promise<unknown>, Promise<unknown>>();

/** What is seen doesn't wait for a user. */
function codeInTurn<T>(load: () => Promise<T>, isSeen: boolean): Promise<T> {
  const inLine = isSeen ? seenInLine : usedInLine;
  const known = inLine.get(load) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const turn = isSeen ? inTurn() : whenNoticed().then(inTurn);
  const code = turn.then(() => codeOf(load));
  inLine.set(load, code);
  return code;
}

/**
 * Loads code that the first paint doesn't need; undefined until it has loaded. Without `wanted` it is loaded in its
 * turn after the first sign of a user, so that a page that is only looked at never asks for it. What a reader sees
 * without doing anything passes "seen" and comes when the browser is idle after the page; large, rarely used code
 * passes a condition and is loaded only once that is true. Define `load` at module level, so that it is the same
 * function at each render.
 *
 *   const sheet = useDeferredCode(loadSheet);
 *   const months = useDeferredCode(loadMonths, "seen");
 *   const palette = useDeferredCode(loadPalette, open);
 */
export function useDeferredCode<T>(load: () => Promise<T>, wanted?: boolean | "seen"): T | undefined {
  const [part, setPart] = useState(() => loadedCode.get(load) as T | undefined);
  useEffect(() => {
    if (part !== undefined || wanted === false) return undefined;
    let unmounted = false;
    void (wanted === true ? codeOf(load) : codeInTurn(load, wanted === "seen")).then((loaded) => {
      if (unmounted) return;
      const show = () => setPart(() => loaded);
      // What nobody waits for is rendered in slices between the reader's clicks, instead of in one long task.
      if (wanted === true) show();
      else startTransition(show);
    });
    return () => {
      unmounted = true;
    };
  }, [load, wanted, part]);
  return part;
}
