"use client";

import { type RefObject, useEffect } from "react";
import { keepTableHeads } from "./table-heads";

/** Keeps the heads of long tables in sight, also where the page was opened within one. */
export function useTableHeads(flow: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    return flow.current === null ? undefined : keepTableHeads(flow.current);
  }, [flow]);
}
