"use client";

import { useEffect, useReducer, useState } from "react";
import { fetchIssuers, issuersAtOnce } from "@/lib/next/queries/issuers";
import { OwnApiError } from "@/lib/next/queries/own-api";
import type { ListedIssuer } from "@/lib/text/format/free-lists";
import type { IssuerMatch } from "@/lib/text/format/issuer-index";
import { knownIssuers, learnIssuers } from "./known-issuers.ts";

const debounceMs = 150;
export const issuersShown = 8;

interface Found {
  readonly matches: readonly IssuerMatch<ListedIssuer>[];
  readonly asking: boolean;
  /** The code of the problem that kept the service from answering. */
  readonly failure: string | undefined;
}

/** Asks the service when typing pauses, unless the answer to a shorter text was already complete. */
export function useIssuers(question: string, active: boolean): Found {
  const [indexChanges, countIndexChange] = useReducer((count: number) => count + 1, 0);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const wanted = question.trim();
  useEffect(() => {
    if (!active || wanted === "" || knownIssuers().knows(wanted)) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      setAsked({ question: wanted, failure: undefined, answered: false });
      void ask(wanted, stop.signal).then((failure) => {
        if (stop.signal.aborted) return;
        setAsked({ question: wanted, failure, answered: true });
        countIndexChange();
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, active]);
  const now = asked?.question === wanted ? asked : undefined;
  return {
    matches: active ? matchesOf(wanted, indexChanges) : [],
    asking: now !== undefined && !now.answered,
    failure: now?.failure,
  };
}

interface Asked {
  readonly question: string;
  readonly failure: string | undefined;
  readonly answered: boolean;
}

/** The index changes outside React's state; `indexChanges` counts its changes, so that the same text is searched again. */
function matchesOf(question: string, _indexChanges: number): readonly IssuerMatch<ListedIssuer>[] {
  return question === "" ? [] : knownIssuers().search(question, issuersShown);
}

async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const issuers = await fetchIssuers(question, signal);
    knownIssuers().answered(question, issuers, issuers.length < issuersAtOnce);
    learnIssuers(issuers);
    return undefined;
  } catch (error) {
    return error instanceof OwnApiError ? error.problem.code : "app_unreachable";
  }
}
