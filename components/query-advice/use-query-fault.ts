"use client";

import { useEffect, useState } from "react";
import { persistently } from "@/components/ui/persistently";
import type { MatchType } from "@/lib/contract/vocabulary";
import type { QueryFault, queryFault } from "./query-fault.ts";

interface Asked {
  readonly query: string;
  readonly match: MatchType;
}

/** Why a search can find nothing, once the words that tell it have loaded; undefined where nothing is asked. */
export function useQueryFault(asked: Asked | undefined): QueryFault | undefined {
  const [judge, setJudge] = useState<typeof queryFault>();
  const isAsked = asked !== undefined;
  useEffect(() => {
    if (isAsked) void persistently(() => import("./query-fault.ts")).then((code) => setJudge(() => code.queryFault));
  }, [isAsked]);
  return asked === undefined ? undefined : judge?.(asked.query, asked.match);
}
