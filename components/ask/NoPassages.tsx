"use client";

import type { AnswerRun } from "@/lib/features/ask/record";
import { useWords } from "@/lib/next/provider";
import { lookedToItsEnd } from "./ask-words.ts";

/** In the place of passages: nothing was found, or the run ended before it could be. */
export function NoPassages({ of }: { readonly of: Pick<AnswerRun, "stopped_because"> }) {
  const t = useWords("ask");
  const looked = lookedToItsEnd(of);
  return (
    <div className="empty mt-6">
      <h2>{t(looked ? "notFound" : "endedEarly")}</h2>
      <p>{t(looked ? "notFoundNote" : "endedEarlyNote")}</p>
    </div>
  );
}
