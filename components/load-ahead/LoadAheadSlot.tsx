"use client";

import { useDeferredCode } from "@/components/ui/use-deferred-code";

const loadCode = () => import("./LoadAhead.tsx");

/** The code that loads pages ahead, itself loaded after the page. */
export function LoadAheadSlot() {
  const LoadAhead = useDeferredCode(loadCode)?.LoadAhead;
  return LoadAhead === undefined ? null : <LoadAhead />;
}
