"use client";
"use memo";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentPage, type Layout, layoutPages, type Measures, type PageBox, pagesIn, type Turn } from "./geometry";
import { type Scroller, scrollerOf } from "./scroller";
import { createSettling } from "./settle";

/** Pages rendered beyond the view on either side. */
const margin = 2;

export interface PageWindow {
  readonly first: number;
  readonly last: number;
  /** Index of the page that is being read. */
  readonly current: number;
  /** The first and last index in view when scrolling last settled. */
  readonly settled: readonly [number, number] | null;
  /** True once the list has been scrolled to the requested page; before that only this page is rendered, at the top. */
  readonly placed: boolean;
  readonly goTo: (index: number, share?: number) => void;
}

interface Options {
  readonly stageRef: RefObject<HTMLElement | null>;
  readonly listRef: RefObject<HTMLElement | null>;
  readonly barRef: RefObject<HTMLElement | null>;
  readonly pages: readonly PageBox[];
  readonly turn: Turn;
  readonly measures: Omit<Measures, "width">;
  readonly start: number;
  /** A value that changes with zoom and mode, after which the same page must stay in view. */
  readonly shape: string;
}

/** Which pages are rendered, which one is being read, and which images may be loaded. */
export function useWindow(options: Options): PageWindow {
  const { stageRef, listRef, barRef, pages, turn, measures, start, shape } = options;
  const [state, setState] = useState({
    first: start,
    last: Math.min(start + margin, pages.length - 1),
    current: start,
  });
  const [settled, setSettled] = useState<readonly [number, number] | null>(null);
  // The first paint shows the requested page at the top; after hydration the list is scrolled to it.
  const placed = useSyncExternalStore(
    noChanges,
    () => true,
    () => start === 0,
  );
  const anchor = useRef({ current: start, share: 0 });
  const { captionHeight, gap } = measures;

  const measure = useCallback((): { layout: Layout; scroller: Scroller; origin: number; view: number } | undefined => {
    if (stageRef.current === null || listRef.current === null) return undefined;
    const scroller = scrollerOf(stageRef.current);
    const made = layoutPages(pages, turn, { width: listRef.current.clientWidth, captionHeight, gap });
    // The bar sticks above the pages and hides what is beneath it.
    const hidden = barRef.current === null ? 0 : barRef.current.getBoundingClientRect().bottom - viewTop(scroller);
    return {
      layout: made,
      scroller,
      origin: scroller.topOf(listRef.current) - hidden,
      view: scroller.height() - hidden,
    };
  }, [stageRef, listRef, barRef, pages, turn, captionHeight, gap]);

  const look = useCallback(() => {
    const now = measure();
    if (now === undefined) return;
    const top = now.scroller.top() - now.origin;
    const [seenFirst, seenLast] = pagesIn(now.layout, top, top + now.view);
    const current = currentPage(now.layout, top, now.view);
    anchor.current = {
      current,
      share: (top - (now.layout.tops[current] ?? 0)) / Math.max(1, now.layout.heights[current] ?? 1),
    };
    const next = {
      first: Math.max(0, seenFirst - margin),
      last: Math.min(pages.length - 1, seenLast + margin),
      current,
    };
    setState((known) =>
      known.first === next.first && known.last === next.last && known.current === current ? known : next,
    );
    return [seenFirst, seenLast] as const;
  }, [measure, pages.length]);

  const goTo = useCallback(
    (index: number, share = 0) => {
      const now = measure();
      if (now === undefined) return;
      const top = (now.layout.tops[index] ?? 0) + share * (now.layout.heights[index] ?? 0);
      anchor.current = { current: index, share };
      // The first page with the document's name above it.
      const isStart = index === 0 && share === 0;
      now.scroller.to(isStart ? 0 : Math.round(now.origin + top - (share === 0 ? listMargin : 0)));
      // At once: the scroll event comes a frame later, and the page would be rendered another frame after it.
      look();
    },
    [measure, look],
  );

  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!placed) return;
    const isFirst = shown.current === null;
    if (shown.current === shape) return;
    shown.current = shape;
    goTo(anchor.current.current, isFirst ? 0 : Math.max(0, anchor.current.share));
  }, [placed, shape, goTo]);

  useEffect(() => {
    if (!placed || stageRef.current === null) return;
    const settling = createSettling();
    let frame = 0;
    let timer = 0;
    const ask = () => {
      const seen = look();
      if (seen !== undefined && settling.isSettled(performance.now())) {
        setSettled((known) => (known?.[0] === seen[0] && known[1] === seen[1] ? known : seen));
      }
      const wait = settling.nextLookMs(performance.now());
      window.clearTimeout(timer);
      if (wait !== null) timer = window.setTimeout(inNextFrame, wait + 1);
    };
    // A frame can come before its scroll event, so the position is read again in each frame.
    const inNextFrame = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        ask();
      });
    };
    const onScroll = () => {
      const scroller = stageRef.current === null ? undefined : scrollerOf(stageRef.current);
      if (scroller !== undefined) settling.moved({ atMs: performance.now(), top: scroller.top() }, scroller.height());
      inNextFrame();
    };
    const stop = scrollerOf(stageRef.current).onScroll(onScroll);
    let width = listRef.current?.clientWidth ?? 0;
    const resized = new ResizeObserver(() => {
      const now = listRef.current?.clientWidth ?? 0;
      if (now === width) return;
      width = now;
      goTo(anchor.current.current, Math.max(0, anchor.current.share));
      onScroll();
    });
    if (listRef.current !== null) resized.observe(listRef.current.parentElement ?? listRef.current);
    ask();
    return () => {
      stop();
      resized.disconnect();
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [placed, stageRef, listRef, look, goTo]);

  return { ...state, settled, placed, goTo };
}

/** The list's margin above the first page before anything has scrolled, so that nothing jumps. */
const listMargin = 20;
const noChanges = () => () => undefined;

function viewTop(scroller: Scroller): number {
  return scroller.target instanceof HTMLElement ? scroller.target.getBoundingClientRect().top : 0;
}
