"use client";

import { useSyncExternalStore } from "react";

/**
 * The client or project that further purchases are booked under. It is chosen once and sent with each purchase; the
 * browser stores it until it is changed or the user signs out, which clears the browser's storage.
 */
const kept = "hiraku-booking";
export const labelMax = 80;

const listeners = new Set<() => void>();

export function bookingLabel(): string {
  try {
    return localStorage.getItem(kept) ?? "";
  } catch {
    // The browser's storage is unavailable: purchases then have no label.
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
