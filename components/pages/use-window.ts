"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { currentPage, type Layout, layoutPages, type Measures, type PageBox, pagesIn, type Turn } from "./geometry";
import { type Scroller, scrollerOf } from "./scroller";
import { createSettling } from "./settle";

/** Pages kept in the tree on either side of the view. */
const margin = 2;

export interface PageWindow {
  readonly first: number;
  readonly last: number;
  /** Index of the page under the reader's eye. */
  readonly current: number;
  /** First and last index that were in view when the scroll settled. */
  readonly settled: readonly [number, number] | null;
  /** The list shows its real place; before that only the page that was asked for, at the top. */
  readonly placed: boolean;
  readonly goTo: (index: number, share?: number) => void;
}

interface Options {
  readonly stage: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  readonly bar: RefObject<HTMLElement | null>;
  readonly pages: readonly PageBox[];
  readonly turn: Turn;
  readonly measures: Omit<Measures, "width">;
  readonly start: number;
  /** Changes of zoom and mode, after which the same page is to stay in view. */
  readonly shape: string;
}

/** Which pages of a continuous scroll are in the tree, which is read, and which may be asked for. */
export function useWindow(options: Options): PageWindow {
  const { stage, list, bar, pages, turn, measures, start, shape } = options;
  const [state, setState] = useState({
    first: start,
    last: Math.min(start + margin, pages.length - 1),
    current: start,
  });
  const [settled, setSettled] = useState<readonly [number, number] | null>(null);
  const [placed, setPlaced] = useState(start === 0);
  const held = useRef({ current: start, share: 0 });
  const { captionHeight, gap } = measures;

  const measure = useCallback((): { layout: Layout; scroller: Scroller; origin: number; view: number } | undefined => {
    if (stage.current === null || list.current === null) return undefined;
    const scroller = scrollerOf(stage.current);
    const made = layoutPages(pages, turn, { width: list.current.clientWidth, captionHeight, gap });
    // The bar sticks above the pages and hides what is beneath it.
    const hidden = bar.current === null ? 0 : bar.current.getBoundingClientRect().bottom - viewTop(scroller);
    return { layout: made, scroller, origin: scroller.topOf(list.current) - hidden, view: scroller.height() - hidden };
  }, [stage, list, bar, pages, turn, captionHeight, gap]);

  const goTo = useCallback(
    (index: number, share = 0) => {
      const now = measure();
      if (now === undefined) return;
      const top = (now.layout.tops[index] ?? 0) + share * (now.layout.heights[index] ?? 0);
      held.current = { current: index, share };
      now.scroller.to(Math.round(now.origin + top - (share === 0 ? 12 : 0)));
    },
    [measure],
  );

  const look = useCallback(() => {
    const now = measure();
    if (now === undefined) return;
    const top = now.scroller.top() - now.origin;
    const [seenFirst, seenLast] = pagesIn(now.layout, top, top + now.view);
    const current = currentPage(now.layout, top, now.view);
    held.current = {
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

  // The first paint shows the page that was asked for at the top; before the next one it is in its place.
  useLayoutEffect(() => {
    if (!placed) setPlaced(true);
  }, [placed]);
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!placed) return;
    const isFirst = shown.current === null;
    if (shown.current === shape) return;
    shown.current = shape;
    goTo(held.current.current, isFirst ? 0 : Math.max(0, held.current.share));
    look();
  }, [placed, shape, goTo, look]);

  useEffect(() => {
    if (!placed || stage.current === null) return;
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
      if (wait !== null) timer = window.setTimeout(ask, wait + 1);
    };
    const onScroll = () => {
      const scroller = stage.current === null ? undefined : scrollerOf(stage.current);
      if (scroller !== undefined) settling.moved({ atMs: performance.now(), top: scroller.top() }, scroller.height());
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        ask();
      });
    };
    const stop = scrollerOf(stage.current).onScroll(onScroll);
    let width = list.current?.clientWidth ?? 0;
    const resized = new ResizeObserver(() => {
      const now = list.current?.clientWidth ?? 0;
      if (now === width) return;
      width = now;
      goTo(held.current.current, Math.max(0, held.current.share));
      onScroll();
    });
    if (list.current !== null) resized.observe(list.current.parentElement ?? list.current);
    ask();
    return () => {
      stop();
      resized.disconnect();
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [placed, stage, list, look, goTo]);

  return { ...state, settled, placed, goTo };
}

function viewTop(scroller: Scroller): number {
  return scroller.target instanceof HTMLElement ? scroller.target.getBoundingClientRect().top : 0;
}
