"use client";
"use no memo";
// The virtualizer is one object whose contents change; the React Compiler assumes that such an object does not.

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { cameByHistory, keepList, keptList } from "./kept-lists.ts";

interface Props {
  /** The name under which the scroll position of this list is kept. */
  readonly name: string;
  readonly count: number;
  readonly keyOf: (index: number) => string;
  readonly estimateOf: (index: number) => number;
  readonly render: (index: number) => ReactNode;
  readonly onNearEnd: () => void;
}

const nearEnd = 12;
/** The window as the server takes it, which has none: a tall screen. */
const firstScreen = { width: 0, height: 1_200 };

/**
 * A list of any length that scrolls with the page and renders only the rows in view. They are in normal flow between
 * two paddings, so that the first paint needs no measuring and a row that turns out taller moves nothing above it.
 */
export function VirtualRows({ name, count, keyOf, estimateOf, render, onNearEnd }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [kept] = useState(() => (hydrating || !cameByHistory() ? undefined : keptList(name)));
  const [margin, setMargin] = useState(kept?.margin ?? 0);
  const rows = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: estimateOf,
    overscan: 8,
    scrollMargin: margin,
    initialRect: firstScreen,
    // A page that the browser scrolls before its scripts run begins with the rows that the server sent.
    initialOffset: kept?.offset ?? 0,
    initialMeasurementsCache: kept?.measurements ?? [],
    onChange: ({ scrollOffset, measurementsCache }) =>
      keepList(name, { offset: scrollOffset ?? 0, margin, measurements: measurementsCache }),
  });

  useLayoutEffect(() => {
    const top = (box.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setMargin(Math.round(top));
    // The browser restores the scroll position before the rows exist, so it is set again here.
    if (kept !== undefined) window.scrollTo(0, kept.offset);
  }, [kept]);

  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - nearEnd) onNearEnd();
  }, [last, count, onNearEnd]);

  const before = (items[0]?.start ?? margin) - margin;
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <div ref={box} style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}>
      {items.map((item) => (
        <div key={item.key} data-index={item.index} ref={rows.measureElement}>
          {render(item.index)}
        </div>
      ))}
    </div>
  );
}

const never = () => () => {};
