"use client";
"use no memo";
// The virtualizer is one object whose contents change; the React Compiler assumes that such an object does not.

import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useReducer, useState } from "react";
import { flushSync } from "react-dom";
import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";
import { type KeptList, keepList } from "./kept-lists.ts";

interface Options {
  readonly name: string;
  readonly count: number;
  readonly keyOf: (index: number) => string;
  readonly estimateOf: (index: number) => number;
  /** How far below the top of the page the first row begins. */
  readonly margin: number;
  readonly kept: KeptList | undefined;
}

interface WindowRows {
  readonly items: readonly Pick<VirtualItem, "index" | "key" | "start" | "end">[];
  readonly total: number;
  /** Each row's ref, once rows are measured. */
  readonly measure: ((row: HTMLElement | null) => void) | undefined;
}

const overscan = 8;
/** The height of the rows rendered on the server, where there is no window to measure: enough for a tall screen. */
const firstScreenPx = 1_200;

const loadLibrary = () => import("@tanstack/react-virtual");
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/**
 * The rows to render. Those of the first screen need no measuring, so they are rendered without the virtualizer; it
 * takes over the same rows once it has loaded.
 */
export function useWindowRows(options: Options): WindowRows {
  const library = useDeferredCode(loadLibrary, useBeyondFirstScreen() ? true : undefined);
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const [made, setMade] = useState<Made | undefined>(undefined);
  if (made === undefined && library !== undefined) setMade(makeVirtualizer(library, options, rerender));
  made?.instance.setOptions(made.resolve(options));
  useLayoutEffect(() => made?.instance._didMount(), [made]);
  useLayoutEffect(() => made?.instance._willUpdate());
  if (made === undefined) return firstRows(options);
  return { items: made.instance.getVirtualItems(), total: made.instance.getTotalSize(), measure: made.measure };
}

/** True once the window shows what the first rows don't fill: scrolled, also by the browser itself, or a tall screen. */
function useBeyondFirstScreen(): boolean {
  const [isBeyond, setBeyond] = useState(false);
  useEffect(() => {
    if (isBeyond) return undefined;
    const look = () => {
      if (window.scrollY > 0 || window.innerHeight > firstScreenPx) setBeyond(true);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [isBeyond]);
  return isBeyond;
}

type Rows = Virtualizer<Window, HTMLElement>;

interface Made {
  readonly instance: Rows;
  readonly measure: (row: HTMLElement | null) => void;
  readonly resolve: (options: Options) => VirtualizerOptions<Window, HTMLElement>;
}

/** What the library's own hook does, for a library that is loaded after the first render. */
function makeVirtualizer(library: Library, first: Options, rerender: () => void): Made {
  let committing = false;
  const resolve = ({ name, count, keyOf, estimateOf, margin }: Options): VirtualizerOptions<Window, HTMLElement> => ({
    count,
    estimateSize: estimateOf,
    getItemKey: keyOf,
    overscan,
    scrollMargin: margin,
    getScrollElement: () => window,
    observeElementRect: library.observeWindowRect,
    observeElementOffset: library.observeWindowOffset,
    scrollToFn: library.windowScroll,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: first.kept?.offset ?? window.scrollY,
    initialMeasurementsCache: first.kept?.measurements ?? [],
    onChange: (instance, sync) => {
      // A row measured while it mounts calls back during a commit; React flushes that update itself.
      if (sync && !committing) flushSync(rerender);
      else rerender();
      keepList(name, { offset: instance.scrollOffset ?? 0, margin, measurements: instance.measurementsCache });
    },
  });
  const instance = new library.Virtualizer(resolve(first));
  const measure = (row: HTMLElement | null) => {
    committing = true;
    instance.measureElement(row);
    committing = false;
  };
  return { instance, measure, resolve };
}

/** As many rows as fill a tall screen from the kept scroll position, by their measured or else estimated heights. */
function firstRows({ count, keyOf, estimateOf, margin, kept }: Options): WindowRows {
  const items: WindowRows["items"][number][] = [];
  const from = kept?.offset ?? 0;
  let end = margin;
  let past = 0;
  for (let index = 0; index < count; index++) {
    const start = end;
    end = start + (kept?.measurements[index]?.size ?? estimateOf(index));
    if (start > from + firstScreenPx) past++;
    if (end >= from && past <= overscan) items.push({ index, key: keyOf(index), start, end });
  }
  return { items, total: end - margin, measure: undefined };
}
