"use client";
"use no memo";
// The virtualizer is one object whose contents change; the React Compiler assumes that such an object does not.

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { keptList, cameByHistory } from "./kept-lists.ts";
import { useWindowRows } from "./use-window-rows.ts";

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
  const { items, total, measure } = useWindowRows({ name, count, keyOf, estimateOf, margin, kept });

  useLayoutEffect(() => {
    const top = (box.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setMargin(Math.round(top));
    // The browser restores the scroll position before the rows exist, so it is set again here.
    if (kept !== undefined) window.scrollTo(0, kept.offset);
  }, [kept]);

  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - nearEnd) onNearEnd();
  }, [last, count, onNearEnd]);

  const before = (items[0]?.start ?? margin) - margin;
  const after = total - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <div ref={box} style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}>
      {items.map((item) => (
        <div key={item.key} data-index={item.index} ref={measure}>
          {render(item.index)}
        </div>
      ))}
    </div>
  );
}

const never = () => () => {};
