"use client";

import { Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import type { AnswerRun } from "@/lib/features/ask/record";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { headings } from "./ask-words.ts";

/** With the price of looking. */
export function NotLookedAt(props: { readonly of: AnswerRun["not_looked_at"]; readonly linked?: boolean }) {
  const t = useWords("ask");
  const locale = useLocale();
  const { of: left, linked = true } = props;
  if (left.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="left-head">
      <div className="sect-h">
        <h2 id="left-head">{t("notLooked")}</h2>
        <span className="text-12/5 text-muted">{t("notLookedNote")}</span>
      </div>
      <ul className="rows">
        {left.map(({ document_id: documentId, document_title: title, sections, credits, needs_approval }, index) => {
          const name = headings(sections, t, locale);
          const shown = name === "" ? t("wholeDocument") : name;
          return (
            <li className="grid-cols-[minmax(0,1fr)_auto]" key={index}>
              <span className="two min-w-0">
                {documentId === null || !linked ? (
                  <b lang={name === "" ? undefined : "ja"}>{shown}</b>
                ) : (
                  <Link href={routes.document(documentId)} lang={name === "" ? undefined : "ja"}>
                    {shown}
                  </Link>
                )}
                <span lang="ja">{title ?? documentId}</span>
                {needs_approval === undefined ? null : <span>{t("needsApproval")}</span>}
              </span>
              <span className="text-end">{credits === null ? null : <Price min={credits} max={credits} off />}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
