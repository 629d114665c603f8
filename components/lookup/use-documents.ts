import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { type DocumentAnswer, type FoundDocuments, lookupDocumentsQuery } from "./find-documents.ts";

const debounceMs = 200;

export interface Looked {
  readonly found: FoundDocuments | undefined;
  /** Why there is no answer. */
  readonly lacks: "no_issuer" | "paused" | undefined;
  readonly asking: boolean;
  /** The code of the problem that kept the service from answering. */
  readonly failure: string | undefined;
  /** The answer where it has not come yet: asks at once. */
  settle(): Promise<FoundDocuments | undefined>;
  readonly isSettled: boolean;
}

/** Looks for documents when typing pauses; answers are kept by the query cache. */
export function useDocuments(text: string, active: boolean): Looked {
  const client = useQueryClient();
  const wanted = text.trim();
  const paused = usePausedText(wanted);
  const enabled = active && wanted !== "" && paused === wanted;
  const query = useQuery({ ...lookupDocumentsQuery(wanted), enabled });
  const answer = active ? query.data : undefined;
  return {
    found: foundIn(answer),
    lacks: answer !== undefined && answer !== null && "lacks" in answer ? answer.lacks : undefined,
    asking: active && (query.isFetching || paused !== wanted) && answer === undefined,
    failure: query.error === null ? undefined : failureOf(query.error),
    settle: () => settled(client, wanted),
    isSettled: !active || answer !== undefined || query.error !== null,
  };
}

function foundIn(answer: DocumentAnswer | undefined): FoundDocuments | undefined {
  return answer !== undefined && answer !== null && "found" in answer ? answer.found : undefined;
}

/** The text as it was when typing last paused. */
function usePausedText(text: string): string {
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function failureOf(error: Error): string {
  return error instanceof OwnApiError ? error.problem.code : "app_unreachable";
}

async function settled(client: QueryClient, text: string): Promise<FoundDocuments | undefined> {
  return foundIn(await client.fetchQuery(lookupDocumentsQuery(text)).catch(() => undefined));
}
