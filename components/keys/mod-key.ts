"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** What the modifier is called on this machine: ⌘, or Ctrl with a space. */
export function useModKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl "),
    () => "⌘",
  );
}
