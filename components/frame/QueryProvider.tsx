"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Tier } from "@/lib/contract/prices";
import { makeQueryClient } from "@/lib/next/queries/client";
import { contentTiersKey } from "@/lib/next/queries/content-tiers";
import { creditsKey } from "@/lib/next/queries/credits";
import { ownedKeys } from "@/lib/next/queries/owned";
import type { CreditsView } from "@/lib/spending/wire";

export interface FrameSeed {
  /** Without the last purchases, which only the opened gauge shows: they come with the first answer. */
  readonly credits: Omit<CreditsView, "recent">;
  /** The service's content tiers; empty where it sent none. */
  readonly contentTiers: readonly Tier[];
}

interface Props {
  readonly seed: FrameSeed;
  readonly children: ReactNode;
}

/** One cache for each browser tab; the server makes a new one for each request. */
export function QueryProvider({ seed, children }: Props) {
  const [client] = useState(() => {
    const made = makeQueryClient();
    // Marked as outdated, so that the browser asks for the balance again.
    made.setQueryData<CreditsView>(creditsKey, seed.credits, { updatedAt: 1 });
    made.setQueryData(contentTiersKey, seed.contentTiers);
    return made;
  });
  useEffect(() => {
    // A page that the browser kept may be older than a purchase made since on another.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      for (const queryKey of [creditsKey, ownedKeys.all]) void client.invalidateQueries({ queryKey });
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
