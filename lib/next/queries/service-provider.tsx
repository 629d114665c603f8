"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import { markAway, type ServiceState, serviceState, stateAsSent, subscribeToService } from "./service-state.ts";

const SentAway = createContext(false);

/** `away`: whether the service answered when the server rendered the page. Afterwards the browser determines it. */
export function ServiceProvider({ away, children }: { readonly away: boolean; readonly children: ReactNode }) {
  // Set during rendering: set by an effect, the strip would disappear and appear again.
  useState(() => (away && typeof window !== "undefined" ? markAway() : undefined));
  return <SentAway value={away}>{children}</SentAway>;
}

/** The state of the connection to the service, the same on the server as at hydration. */
export function useService(): ServiceState {
  const away = useContext(SentAway);
  return useSyncExternalStore(subscribeToService, serviceState, () => stateAsSent(away));
}

/** True where the service doesn't answer: its data is unknown, and nothing can be bought. */
export function useServiceAway(): boolean {
  return useService().unreachable;
}
