"use client";

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { searchPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { queryMax, suggestsLexical } from "@/lib/text/format/query-words";
import { CopiedSlot } from "../CopiedSlot";
import { placeMenu } from "./place-menu";
import { ReceiptButton } from "./ReceiptButton";
import type { SelectedPassage } from "./selected-passage";
import { useSelectedPassage } from "./use-selected-passage";

interface Props {
  readonly flowRef: RefObject<HTMLElement | null>;
  /** The page on which each section begins, where that is known. */
  readonly placed: Readonly<Record<string, number>>;
  /** `receipt`: the address of the receipt that the citation carries. */
  readonly onCopyQuote: (passage: SelectedPassage, receipt?: string) => Promise<void>;
  readonly onCopyLink: (passage: SelectedPassage) => Promise<void>;
  readonly onFind: (words: string) => void;
  /** The issuer whose filings can be searched for the words. */
  readonly securityCode: string | null;
  readonly documentId: string;
  /** Shows the receipt that was made for the words. */
  readonly onReceipt: (receiptId: string) => void;
}

const copyLabels = { quote: "copyQuote", link: "copyLink", receipt: "copyWithReceipt" } as const;
type Copyable = keyof typeof copyLabels;

/**
 * A toolbar next to the selection, which leaves with it. Tab moves into it and on from it, arrow keys move within it,
 * and Escape closes it. None of it spends: the search page asks first.
 */
export function SelectionMenu({ flowRef, placed, ...actions }: Props) {
  const t = useWords("reader");
  const menuRef = useRef<HTMLDivElement>(null);
  const { passage, close } = useSelectedPassage(flowRef, menuRef, placed);
  const [copied, setCopied] = useState<{ readonly what: Copyable; readonly of: SelectedPassage }>();
  useMenuPlace(menuRef, flowRef, passage);
  if (passage === undefined) return <span role="status" className="sr-only" />;

  const copy = async (what: "quote" | "link") => {
    await (what === "quote" ? actions.onCopyQuote(passage) : actions.onCopyLink(passage));
    setCopied({ what, of: passage });
  };
  const copyWithReceipt = async (receiptId: string) => {
    await actions.onCopyQuote(passage, new URL(routes.receipt(receiptId), location.origin).href);
    setCopied({ what: "receipt", of: passage });
  };
  const label = (what: Copyable) => (
    <CopiedSlot word={t(copyLabels[what])} copied={copied?.what === what && copied.of === passage} />
  );
  const words = passage.quote.split("\n")[0] ?? "";
  return (
    <>
      <span role="status" className="sr-only">
        {t("selectionMenuHint")}
      </span>
      <div
        ref={menuRef}
        role="toolbar"
        aria-label={t("selectionMenu")}
        style={hiddenUntilPlaced}
        className="seg z-3 max-w-[calc(100vw-16px)] text-12 select-none *:whitespace-nowrap max-md:grid max-md:grid-cols-2 max-md:*:min-h-10 max-md:*:nth-[odd]:border-s-0 max-md:*:nth-[n+3]:border-t max-md:*:nth-[n+3]:border-line max-md:*:last:odd:col-span-2 max-md:[&_kbd]:hidden print:hidden"
        // A press must not take the selection away before its click is handled.
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={(event) => onMenuKey(event, passage, close)}
      >
        <button type="button" onClick={() => void copy("quote")}>
          {label("quote")} <kbd>y</kbd>
        </button>
        <button type="button" tabIndex={-1} onClick={() => void copy("link")}>
          {label("link")} <kbd>c</kbd>
        </button>
        <button type="button" tabIndex={-1} onClick={() => actions.onFind(words)}>
          {t("findHere")}
        </button>
        <ReceiptButton documentId={actions.documentId} passage={passage} onReceipt={copyWithReceipt}>
          {label("receipt")}
        </ReceiptButton>
        <ReceiptButton documentId={actions.documentId} passage={passage} onReceipt={actions.onReceipt}>
          {t("receipt")}
        </ReceiptButton>
        {actions.securityCode === null ? null : (
          <Link href={searchAddress(passage.quote, actions.securityCode)} tabIndex={-1} className="hover:no-underline">
            {t("findInFilings")} <Price {...searchPrice} />
          </Link>
        )}
      </div>
    </>
  );
}

/** The search page with the words filled in, for all periods of the issuer. It shows the price and runs nothing. */
function searchAddress(quote: string, code: string) {
  const q = [...quote.replaceAll("\n", " ")].slice(0, queryMax).join("");
  return routes.search({ q, code, editions: "all", match: suggestsLexical(q) ? "lexical" : undefined });
}

/** The arrow keys of a toolbar; Tab goes on in the text after the selection. */
function onMenuKey(event: KeyboardEvent<HTMLElement>, passage: SelectedPassage, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("button, a")];
  const here = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    items.at(to % items.length)?.focus();
  } else if (event.key === "Tab") {
    focusText(passage);
  } else if (event.key === "Escape") {
    event.preventDefault();
    focusText(passage);
    close();
  }
}

/** Moves the focus to the selection's section, without scrolling, so that Tab goes on from there. */
function focusText({ range }: SelectedPassage): void {
  const from = range.startContainer;
  const block = (from instanceof Element ? from : from.parentElement)?.closest<HTMLElement>("p, td, th, li, section");
  if (block === null || block === undefined) return;
  block.tabIndex = -1;
  block.focus({ preventScroll: true });
  block.addEventListener("blur", () => block.removeAttribute("tabindex"), { once: true });
}

const hiddenUntilPlaced = { position: "fixed", visibility: "hidden" } as const;
const edgePx = 8;
const gapPx = 6;
const fingerGapPx = 36;

/** Keeps the menu beside the selection while the text scrolls. */
function useMenuPlace(
  menuRef: RefObject<HTMLElement | null>,
  flowRef: RefObject<HTMLElement | null>,
  passage: SelectedPassage | undefined,
): void {
  useLayoutEffect(() => {
    const menu = menuRef.current;
    const pane = flowRef.current?.closest("[data-pane]");
    if (passage === undefined || menu === null || pane === null || pane === undefined) return;
    const gap = matchMedia("(pointer: coarse)").matches ? fingerGapPx : gapPx;
    const put = () => {
      const box = pane.getBoundingClientRect();
      const toolbar = pane.querySelector("[data-toolbar]")?.getBoundingClientRect();
      const bar = { top: toolbar?.top ?? 0, bottom: toolbar?.bottom ?? 0 };
      const at = placeMenu({
        selection: passage.range.getBoundingClientRect(),
        view: {
          top: Math.max(box.top, bar.bottom, 0),
          bottom: Math.min(box.bottom, innerHeight) - edgePx,
          left: Math.max(box.left, 0) + edgePx,
          right: Math.min(box.right, document.documentElement.clientWidth) - edgePx,
        },
        toolbar: bar,
        menu: { width: menu.offsetWidth, height: menu.offsetHeight },
        gap,
      });
      menu.style.visibility = at === undefined ? "hidden" : "visible";
      if (at === undefined) return;
      menu.style.top = `${at.top}px`;
      menu.style.left = `${at.left}px`;
    };
    put();
    document.addEventListener("scroll", put, { capture: true, passive: true });
    window.addEventListener("resize", put);
    return () => {
      document.removeEventListener("scroll", put, { capture: true });
      window.removeEventListener("resize", put);
    };
  }, [menuRef, flowRef, passage]);
}
