"use client";

import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";
import { markAway, type ServiceState, serviceState, stateAsSent, subscribeToService } from "./service-state.ts";

const SentAway = createContext(false);

/** `away`: what the server knew of the service when it made the page. From then on this browser notes it itself. */
export function ServiceProvider({ away, children }: { readonly away: boolean; readonly children: ReactNode }) {
  // Before anything is shown: told by an effect, the strip would vanish and come back.
  useState(() => (away && typeof window !== "undefined" ? markAway() : undefined));
  return <SentAway value={away}>{children}</SentAway>;
}

/** What is known about the way to the service, in the page as it is sent as well. */
export function useService(): ServiceState {
  const away = useContext(SentAway);
  return useSyncExternalStore(subscribeToService, serviceState, () => stateAsSent(away));
}

/** True where the service doesn't answer: what it would tell is unknown, and nothing can be bought. */
export function useServiceAway(): boolean {
  return useService().unreachable;
}
