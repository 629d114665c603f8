"use client";

import { useEffect, useEffectEvent } from "react";
import { register } from "./registry.ts";

export interface ShortcutOptions {
  readonly when?: boolean;
  /** False leaves it out of the command palette. */
  readonly inPalette?: boolean;
}

/**
 * Registers a shortcut while the component is mounted. `label` is its name in the palette.
 *
 *   useShortcut("]", () => turn(next), t("keyNext"));
 *   useShortcut("g #", (page) => goTo(page), t("keyGoToPage"), { when: pageCount > 1 });
 */
export function useShortcut(
  key: string | undefined,
  run: (number: number) => unknown,
  label: string,
  { when = true, inPalette = true }: ShortcutOptions = {},
): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!when) return undefined;
    return register({ key, label, inPalette, run: (number) => latest(number) });
  }, [key, label, when, inPalette]);
}

/** Registers a free command without a shortcut, found by its name in the palette. */
export function useCommand(label: string, run: () => unknown, when = true): void {
  useShortcut(undefined, run, label, { when });
}
