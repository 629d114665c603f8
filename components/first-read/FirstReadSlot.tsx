"use client";

import { useDeferredCode } from "@/components/ui/use-deferred-code";
import type { FirstRead } from "@/lib/store/first-read";

const loadBar = () => import("./FirstReadBar.tsx");

/** Rendered only for those who are guided; the guide is loaded after the page, at its end, so that nothing moves. */
export function FirstReadSlot({ progress }: { readonly progress: FirstRead }) {
  const Bar = useDeferredCode(loadBar, "seen")?.FirstReadBar;
  return Bar === undefined ? null : <Bar progress={progress} />;
}
