"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Keeps what is typed into a field whose code has not come yet: `onTyped` gets the letters, `onLeave` is called for
 * Escape. Nothing else on the page hears these keys.
 */
export function useKeptTyping(isWaiting: boolean, onTyped: (letter: string) => void, onLeave: () => void): void {
  const typed = useEffectEvent(onTyped);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isLetter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter && event.key !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isLetter) typed(event.key);
      else leave();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [isWaiting]);
}
