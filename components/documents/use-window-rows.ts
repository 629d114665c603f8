"use client";
"use no memo";
// The virtualizer changes beneath an identity that stays the same, which the React Compiler may not assume.

import type { VirtualItem, Virtualizer, VirtualizerOptions } from "@tanstack/react-virtual";
import { useLayoutEffect, useReducer, useState } from "react";
import { flushSync } from "react-dom";
import { useLater } from "@/components/ui/use-later";
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
/** Rows that are rendered before there is a window to measure: enough for a tall screen. */
const firstScreenPx = 1_200;

const loadLibrary = () => import("@tanstack/react-virtual");
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/**
 * The rows that stand in the window. The first screen's need no measuring, so they come without the virtualizer;
 * it takes over the same rows once the page stands.
 */
export function useWindowRows(options: Options): WindowRows {
  const library = useLater(loadLibrary);
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const [made, setMade] = useState<Made | undefined>(undefined);
  if (made === undefined && library !== undefined) setMade(makeVirtualizer(library, options, rerender));
  made?.instance.setOptions(made.resolve(options));
  useLayoutEffect(() => made?.instance._didMount(), [made]);
  useLayoutEffect(() => made?.instance._willUpdate());
  if (made === undefined) return firstRows(options);
  return { items: made.instance.getVirtualItems(), total: made.instance.getTotalSize(), measure: made.measure };
}

type Rows = Virtualizer<Window, HTMLElement>;

interface Made {
  readonly instance: Rows;
  readonly measure: (row: HTMLElement | null) => void;
  readonly resolve: (options: Options) => VirtualizerOptions<Window, HTMLElement>;
}

/** What the library's own hook does, for a library that comes later than the first render. */
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
      // A row that is measured as it is mounted speaks in the midst of a commit, which flushes by itself.
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

/** As many as fill a tall screen from where the list was left, at the heights they are known or thought to have. */
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
