"use client";

import { useEffect, useReducer, useState } from "react";
import type { ListedIssuer } from "@/lib/format/free-lists";
import type { IssuerMatch } from "@/lib/format/issuer-index";
import { askIssuers, issuersAtOnce } from "@/lib/queries/issuers";
import { OwnApiError } from "@/lib/queries/own-api";
import { knownIssuers, rememberIssuers } from "./known-issuers.ts";

const debounceMs = 150;
export const issuersShown = 8;

interface Found {
  readonly matches: readonly IssuerMatch<ListedIssuer>[];
  readonly asking: boolean;
  /** Why the service could not be asked, as a code. */
  readonly failure: string | undefined;
}

/** Answers at once from what was seen, and asks once typing rests, unless a shorter question said it all. */
export function useIssuers(question: string, active: boolean): Found {
  const [lessons, learned] = useReducer((count: number) => count + 1, 0);
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
        learned();
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, active]);
  const now = asked?.question === wanted ? asked : undefined;
  return {
    matches: active ? matchesOf(wanted, lessons) : [],
    asking: now !== undefined && !now.answered,
    failure: now?.failure,
  };
}

interface Asked {
  readonly question: string;
  readonly failure: string | undefined;
  readonly answered: boolean;
}

/** The index learns without React's knowing: `lessons` is what makes an equal question a new one. */
function matchesOf(question: string, _lessons: number): readonly IssuerMatch<ListedIssuer>[] {
  return question === "" ? [] : knownIssuers().search(question, issuersShown);
}

async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const issuers = await askIssuers(question, signal);
    knownIssuers().answered(question, issuers, issuers.length < issuersAtOnce);
    rememberIssuers(issuers);
    return undefined;
  } catch (error) {
    return error instanceof OwnApiError ? error.problem.code : "app_unreachable";
  }
}
