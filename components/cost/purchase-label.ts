"use client";

import { useSyncExternalStore } from "react";

/** The client or project that purchases of this window are booked under; gone with the window. */
let label: string | null = null;
const listeners = new Set<() => void>();

export function currentLabel(): string | null {
  return label;
}

export function setCurrentLabel(next: string | null): void {
  label = next === null || next.trim() === "" ? null : next.trim().slice(0, 80);
  for (const each of listeners) each();
}

export function useCurrentLabel(): string | null {
  return useSyncExternalStore(subscribe, currentLabel, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
