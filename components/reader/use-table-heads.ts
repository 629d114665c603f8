"use client";

import { type RefObject, useEffect } from "react";
import { useDeferredCode } from "@/components/ui/use-deferred-code";

const loadHeads = () => import("./table-heads");

/** Keeps the heads of long tables in sight, also where the page was opened within one; its code comes after the page. */
export function useTableHeads(flow: RefObject<HTMLElement | null>): void {
  const heads = useDeferredCode(loadHeads, "seen");
  useEffect(() => {
    if (flow.current === null || heads === undefined) return undefined;
    return heads.keepTableHeads(flow.current);
  }, [flow, heads]);
}
