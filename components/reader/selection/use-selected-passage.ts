"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";
import { type SelectedPassage, selectedPassage } from "./selected-passage";

/** A selection that has not changed for this long is complete; fingers and keys make it in steps. */
const settleMs = 200;

/** Undefined as soon as the selection changes. Tab moves the focus into the menu. */
export function useSelectedPassage(
  flowRef: RefObject<HTMLElement | null>,
  menuRef: RefObject<HTMLElement | null>,
  placed: Readonly<Record<string, number>>,
) {
  const [passage, setPassage] = useState<SelectedPassage>();
  const close = useCallback(() => setPassage(undefined), []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDragging = false;
    let isPressed = false;
    const read = () => setPassage(selectedPassage(flowRef.current, placed));
    const settle = () => {
      clearTimeout(timer);
      if (!isDragging) timer = setTimeout(read, settleMs);
    };
    const onChange = () => {
      // Touching the menu may take the selection away before the click; the menu keeps what it was opened for.
      if (isPressed) return;
      setPassage((known) => (known !== undefined && isSameRange(known.range) ? known : undefined));
      settle();
    };
    const onDown = (event: PointerEvent) => {
      isPressed = event.target instanceof Node && menuRef.current?.contains(event.target) === true;
      isDragging = event.pointerType === "mouse" && !isPressed;
    };
    const onUp = () => {
      if (isDragging) {
        isDragging = false;
        settle();
      }
      // The click comes after this event.
      if (isPressed) setTimeout(() => (isPressed = false));
    };
    settle();
    document.addEventListener("selectionchange", onChange);
    document.addEventListener("pointerdown", onDown, true);
    document.addEventListener("pointerup", onUp, true);
    document.addEventListener("pointercancel", onUp, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", onChange);
      document.removeEventListener("pointerdown", onDown, true);
      document.removeEventListener("pointerup", onUp, true);
      document.removeEventListener("pointercancel", onUp, true);
    };
  }, [flowRef, menuRef, placed]);

  const open = passage !== undefined;
  useEffect(() => {
    if (!open) return;
    // Once the focus has been in the menu, Tab goes through the text as ever.
    let entered = false;
    const onKey = (event: KeyboardEvent) => {
      const menu = menuRef.current;
      if (event.defaultPrevented || menu === null || menu.contains(document.activeElement)) return;
      if (event.key === "Escape") {
        event.preventDefault();
        close();
      }
      const isOutside = document.activeElement !== document.body && !flowRef.current?.contains(document.activeElement);
      if (event.key !== "Tab" || event.shiftKey || isOutside || entered) return;
      event.preventDefault();
      entered = true;
      menu.querySelector("button")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, close, flowRef, menuRef]);

  return { passage, close };
}

function isSameRange(range: Range): boolean {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return false;
  const now = selection.getRangeAt(0);
  return (
    now.compareBoundaryPoints(Range.START_TO_START, range) === 0 &&
    now.compareBoundaryPoints(Range.END_TO_END, range) === 0
  );
}
