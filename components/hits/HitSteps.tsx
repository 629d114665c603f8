"use client";

import { useSyncExternalStore } from "react";
import { useDeferredCode } from "@/components/ui/use-deferred-code";
import { hasHitIn, type HitStepsProps } from "./trail";

const loadSteps = () => import("./Steps");

/** `n` and `p` through the hits of the search that led here. Its code is loaded only then. */
export function HitSteps(props: HitStepsProps) {
  const has = useSyncExternalStore(
    noChanges,
    () => hasHitIn(props.documentId),
    () => false,
  );
  const steps = useDeferredCode(loadSteps, has);
  return has && steps !== undefined ? <steps.Steps {...props} /> : null;
}

const noChanges = () => () => undefined;
