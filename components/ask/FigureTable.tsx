"use client";

import type { AnswerRun } from "@/lib/features/ask/record";
import { useWords } from "@/lib/next/provider";

export function FigureTable({ figures }: { readonly figures: readonly Omit<AnswerRun["figures"][number], "score">[] }) {
  const t = useWords("ask");
  if (figures.length === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="figures-head">
      <div className="sect-h">
        <h2 id="figures-head">{t("figures")}</h2>
      </div>
      <table className="list tabular-nums">
        <thead>
          <tr className="text-start">
            <th className="text-start">{t("figureRow")}</th>
            <th className="text-start">{t("figureColumn")}</th>
            <th className="text-end">{t("figureValue")}</th>
            <th className="text-end">{t("figurePassage")}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ row, column, value, unit, passage }, index) => (
            <tr key={index}>
              <td className="min-w-[5.5em]" lang="ja">
                {row}
              </td>
              <td lang="ja">{column}</td>
              <td className="text-end">
                <span className="text-16 font-semibold whitespace-nowrap">{value}</span>
                {unit === null ? null : (
                  <span className="ms-1 whitespace-nowrap text-muted" lang="ja">
                    {unit}
                  </span>
                )}
              </td>
              <td className="text-end">
                <a href={`#passage-${passage + 1}`} aria-label={t("passageNumber", { n: passage + 1 })}>
                  {passage + 1}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
