"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CreditsView } from "@/lib/purchases/wire";
import { makeQueryClient } from "@/lib/queries/client";
import { creditsKey } from "@/lib/queries/credits";

interface Props {
  readonly credits: CreditsView;
  readonly children: ReactNode;
}

/** One cache a browser tab; the server makes its own for each request. */
export function QueryProvider({ credits, children }: Props) {
  const [client] = useState(() => {
    const made = makeQueryClient();
    // Marked as old: the browser asks for the balance itself.
    made.setQueryData(creditsKey, credits, { updatedAt: 1 });
    return made;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
