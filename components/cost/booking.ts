"use client";

import { useSyncExternalStore } from "react";

/**
 * The client or project that purchases are booked under from now on. It is chosen once and goes with each of them;
 * the browser keeps it until it is changed or somebody signs out, which clears what the browser keeps.
 */
const kept = "hiraku-booking";
export const labelMax = 80;

const listeners = new Set<() => void>();

export function bookingLabel(): string {
  try {
    return localStorage.getItem(kept) ?? "";
  } catch {
    // A browser that keeps nothing: then nothing is booked under a label.
    return "";
  }
}

export function bookUnder(label: string): void {
  try {
    if (label.trim() === "") localStorage.removeItem(kept);
    else localStorage.setItem(kept, label.slice(0, labelMax));
  } catch {
    return;
  }
  for (const each of listeners) each();
}

export function useBookingLabel(): string {
  return useSyncExternalStore(subscribe, bookingLabel, () => "");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
