"use client";

import type { AnswerRun } from "@/lib/features/ask/record";
import { useLocale, useWords } from "@/lib/next/provider";
import { missingWords } from "./ask-words.ts";

/** The parts of the question that were not found, and what looking further costs. */
export function MissingParts({ of }: { readonly of: Pick<AnswerRun, "missing"> }) {
  const t = useWords("ask");
  const locale = useLocale();
  const missing = of.missing ?? [];
  if (missing.length === 0) return <p className="notice mt-6">{t("notHolding")}</p>;
  return (
    <ul className="notice mt-6 grid gap-y-1">
      {missing.map((each, index) => (
        <li key={index}>{missingWords(each, t, locale)}</li>
      ))}
    </ul>
  );
}
