"use client";

import { type RefObject, useEffect, useState } from "react";

/** True once text of the flow has been selected, so that the code for selections is loaded only where it is needed. */
export function useHasSelected(flow: RefObject<HTMLElement | null>): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (has) return;
    const look = () => {
      const selection = getSelection();
      if (selection?.isCollapsed === false && flow.current?.contains(selection.anchorNode) === true) setHas(true);
    };
    // The text can be selected before this code has arrived.
    look();
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [has, flow]);
  return has;
}
