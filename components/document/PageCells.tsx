"use client";
"use memo";

import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { pagePrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { pagesBetween } from "@/lib/text/format/page-ranges";

interface Props {
  readonly pageCount: number;
  readonly owned: ReadonlySet<number>;
  /** Pages whose purchase has no outcome yet. */
  readonly pending: ReadonlySet<number>;
  readonly available: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (pages: ReadonlySet<number>) => void;
}

const columns = 20;
const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };

/** A listbox: Tab reaches it once, arrow keys move, Space selects, Shift and a drag extend. */
export function PageCells({ pageCount, owned, pending, available, chosen, onChoose }: Props) {
  const t = useWords("document");
  const base = useId();
  const [active, setActive] = useState(1);
  const anchor = useRef(1);
  const drag = useRef<{ from: number; to: number; before: ReadonlySet<number> } | undefined>(undefined);

  const choosable = (page: number) => available.has(page) && !owned.has(page) && !pending.has(page);
  const extend = (from: number, to: number, before: ReadonlySet<number>) =>
    onChoose(new Set([...before, ...pagesBetween(from, to).filter(choosable)]));
  const toggle = (page: number) => {
    if (!choosable(page)) return;
    const next = new Set(chosen);
    if (!next.delete(page)) next.add(page);
    onChoose(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const target = targetOf(event.key, active, pageCount);
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
      if (event.shiftKey) extend(anchor.current, target, chosen);
      else anchor.current = target;
    } else if (event.key === " ") {
      event.preventDefault();
      toggle(active);
      anchor.current = active;
    } else if (event.key === "Escape" && chosen.size > 0) {
      event.stopPropagation();
      onChoose(new Set());
    }
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const page = pageAt(event.target);
    if (page === undefined || event.button !== 0) return;
    setActive(page);
    if (event.shiftKey) extend(anchor.current, page, chosen);
    else {
      anchor.current = page;
      drag.current = { from: page, to: page, before: chosen };
      toggle(page);
    }
  };
  const onPointerOver = (event: PointerEvent<HTMLElement>) => {
    const page = pageAt(event.target);
    const started = drag.current;
    if (page === undefined || started === undefined || page === started.to) return;
    started.to = page;
    extend(started.from, page, started.before);
  };
  const onPointerUp = () => {
    drag.current = undefined;
  };

  return (
    <div
      className="cells"
      role="listbox"
      tabIndex={0}
      aria-multiselectable="true"
      aria-label={t("strip", { n: pageCount, owned: owned.size, none: pageCount - available.size })}
      aria-activedescendant={`${base}${active}`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onPointerUp={onPointerUp}
      onPointerLeave={onPointerUp}
    >
      {Array.from({ length: pageCount }, (_, index) => {
        const page = index + 1;
        const state = stateOf(page, { owned, pending, available, chosen });
        const words = t(labels[state], { n: page, credits: pagePrice.max });
        return (
          <i
            key={page}
            id={`${base}${page}`}
            role="option"
            className={page === active ? `${state} at` : state}
            data-page={page}
            title={words}
            aria-label={words}
            aria-selected={chosen.has(page)}
            aria-disabled={choosable(page) ? undefined : true}
          />
        );
      })}
    </div>
  );
}

function targetOf(key: string, from: number, pageCount: number): number | undefined {
  if (key === "Home") return 1;
  if (key === "End") return pageCount;
  const by = moves[key];
  return by === undefined ? undefined : Math.min(pageCount, Math.max(1, from + by));
}

function pageAt(target: EventTarget): number | undefined {
  const page = target instanceof HTMLElement ? target.dataset["page"] : undefined;
  return page === undefined ? undefined : Number(page);
}

const labels = { own: "pageOwned", wait: "pageHeld", none: "pageNone", sel: "pagePriced", "": "pagePriced" } as const;

function stateOf(
  page: number,
  { owned, pending, available, chosen }: Pick<Props, "owned" | "pending" | "available" | "chosen">,
): keyof typeof labels {
  if (owned.has(page)) return "own";
  if (pending.has(page)) return "wait";
  if (!available.has(page)) return "none";
  return chosen.has(page) ? "sel" : "";
}
