"use client";
"use memo";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { pagePrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { api, routes } from "@/lib/routes";
import { pagesBetween } from "@/lib/text/format/page-ranges";
import { type PageBox, shownRatio } from "./geometry";

interface Props {
  readonly documentId: string;
  readonly pages: readonly PageBox[];
  readonly owned: ReadonlySet<number>;
  /** Pages whose purchase has no outcome yet. */
  readonly ordered: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (pages: ReadonlySet<number>) => void;
}

/** A listbox: Tab reaches it once, arrow keys move, Space selects, Shift and a drag extend, Enter opens. */
export function PageOptions(props: Props) {
  const { documentId, pages, owned, ordered, chosen, onChoose } = props;
  const t = useWords("pages");
  const router = useRouter();
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(1);
  const anchor = useRef(1);
  const drag = useRef<{ from: number; to: number; before: ReadonlySet<number> } | undefined>(undefined);

  const choosable = (page: number) => pages[page - 1]?.listed === true && !owned.has(page) && !ordered.has(page);
  const open = (page: number) => router.push(routes.page(documentId, page));
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
    const target = targetOf(event.key, active, pages.length, columnsOf(list.current));
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
      list.current?.children[target - 1]?.scrollIntoView({ block: "nearest" });
      if (event.shiftKey) extend(anchor.current, target, chosen);
      else anchor.current = target;
    } else if (event.key === " " || event.key === "x") {
      event.preventDefault();
      toggle(active);
      anchor.current = active;
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(active);
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
      className="page-grid"
      role="listbox"
      tabIndex={0}
      aria-multiselectable="true"
      aria-label={t("gridLabel")}
      aria-activedescendant={`${base}${active}`}
      ref={list}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onPointerUp={onPointerUp}
      onPointerLeave={onPointerUp}
      onClick={(event) => {
        const page = pageAt(event.target);
        if (page !== undefined && owned.has(page)) open(page);
      }}
    >
      {pages.map((page) => {
        const n = page.pageNumber;
        const state = stateOf(page, props);
        return (
          <div
            key={n}
            id={`${base}${n}`}
            role="option"
            className={n === active ? `${state} at` : state}
            data-page={n}
            aria-label={t(spoken[state], { n, credits: pagePrice.max })}
            aria-selected={chosen.has(n)}
            aria-disabled={choosable(n) || owned.has(n) ? undefined : true}
          >
            <div className="sheet" style={{ aspectRatio: String(1 / shownRatio(page, 0)) }}>
              {state === "own" ? (
                <img
                  src={api.ownedPagePreview(documentId, n)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  draggable="false"
                />
              ) : null}
            </div>
            <span aria-hidden="true">
              {n}
              {state === "own" ? <span className="seal" /> : null}
              {state === "wait" ? ` ${t("asked")}` : state === "none" ? ` ${t("notListed")}` : null}
              {state === "sel" || state === "" ? <span className="price">{pagePrice.max}</span> : null}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** As many options as stand in the first line. */
function columnsOf(list: HTMLElement | null): number {
  const options = [...(list?.children ?? [])].filter((each) => each instanceof HTMLElement);
  const below = options.findIndex((each) => each.offsetTop > (options[0]?.offsetTop ?? 0));
  return below === -1 ? Math.max(1, options.length) : below;
}

function targetOf(key: string, from: number, pageCount: number, columns: number): number | undefined {
  if (key === "Home") return 1;
  if (key === "End") return pageCount;
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  return by === undefined ? undefined : Math.min(pageCount, Math.max(1, from + by));
}

function pageAt(target: EventTarget): number | undefined {
  const page = target instanceof Element ? target.closest("[data-page]")?.getAttribute("data-page") : undefined;
  return page === undefined || page === null ? undefined : Number(page);
}

const spoken = {
  own: "optionOwned",
  wait: "optionAsked",
  none: "optionNone",
  sel: "optionFor",
  "": "optionFor",
} as const;

function stateOf(
  { pageNumber, listed }: PageBox,
  { owned, ordered, chosen }: Pick<Props, "owned" | "ordered" | "chosen">,
): keyof typeof spoken {
  if (owned.has(pageNumber)) return "own";
  if (ordered.has(pageNumber)) return "wait";
  if (!listed) return "none";
  return chosen.has(pageNumber) ? "sel" : "";
}
