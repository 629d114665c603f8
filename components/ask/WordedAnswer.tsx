"use client";

import type { Wording } from "@/lib/features/ask/record";
import { useWords } from "@/lib/next/provider";
import { struckWords } from "./ask-words.ts";

/** Sentences of a model with the quotes that each stands on; those that stand on none are struck through. */
export function WordedAnswer({ sentences }: { readonly sentences: Wording["sentences"] }) {
  const t = useWords("ask");
  if (sentences.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="worded-head">
      <div className="sect-h">
        <h2 id="worded-head">{t("worded")}</h2>
        <span className="text-12/5 text-muted">{t("wordedNote")}</span>
      </div>
      <ul className="grid gap-y-3">
        {sentences.map(({ text, quotes, struck, why, translated }, index) => (
          <li key={index} data-struck={struck}>
            {struck ? (
              <p className="max-w-[44em] text-muted">
                <del>{text}</del>{" "}
                <span className="text-12/5 whitespace-nowrap">
                  {t("struck")}: {struckWords(why, t)}
                </span>
              </p>
            ) : (
              <p className="max-w-[44em] text-16/7">
                {text}
                {translated === undefined ? null : <span className="ms-2 text-12/5 text-muted">{t("translated")}</span>}
              </p>
            )}
            {struck ? null : (
              <ul className="mt-0.5 text-12/5 text-muted">
                {quotes.map(({ passage, quote }, at) => (
                  <li className="flex gap-2" key={at}>
                    <a href={`#passage-${passage + 1}`} aria-label={t("passageNumber", { n: passage + 1 })}>
                      {passage + 1}
                    </a>
                    <span lang="ja">{quote}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
