"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { watchUntilBack, watchWhileVisible } from "@/lib/next/queries/service-watch";

/** Once the service answers, in this tab or another, the page reloads its data. */
export function useRecovery(away: boolean): void {
  const client = useQueryClient();
  const router = useRouter();
  const wasAway = useRef(away);
  useEffect(() => {
    const isBack = wasAway.current && !away;
    wasAway.current = away;
    if (isBack) {
      void client.refetchQueries({ predicate: ({ state }) => state.status === "error", type: "active" });
      router.refresh();
    }
    return away ? watchUntilBack() : watchWhileVisible();
  }, [away, client, router]);
}
