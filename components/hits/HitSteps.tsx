"use client";

import { useSyncExternalStore } from "react";
import { Steps } from "./Steps";
import { type HitStepsProps, hasHitIn } from "./trail";

/** `n` and `p` through the hits of the search that led here. */
export function HitSteps(props: HitStepsProps) {
  const has = useSyncExternalStore(
    noChanges,
    () => hasHitIn(props.documentId),
    () => false,
  );
  return has ? <Steps {...props} /> : null;
}

const noChanges = () => () => undefined;
