"use client";

import type { AnswerRun } from "@/lib/features/ask/record";
import { comparisonOf } from "@/lib/text/passages/compare-figures";
import { useWords } from "@/lib/next/provider";
import { ComparisonTable } from "./ComparisonTable.tsx";

interface Props {
  readonly figures: readonly Omit<AnswerRun["figures"][number], "score">[];
  readonly plan: AnswerRun["plan"];
}

/** Figures with their company; several of one item as a comparison. */
export function FigureTable({ figures, plan }: Props) {
  const t = useWords("ask");
  if (figures.length === 0) return null;
  const names = new Map([
    ...plan.documents.map(({ security_code, issuer_name }) => [security_code ?? "", issuer_name ?? ""] as const),
    ...plan.issuers.map(({ security_code, name }) => [security_code, name] as const),
  ]);
  const comparison = comparisonOf(figures);
  if (comparison !== undefined) return <ComparisonTable figures={figures} comparison={comparison} names={names} />;
  return (
    <section className="mt-6" aria-labelledby="figures-head">
      <div className="sect-h">
        <h2 id="figures-head">{t("figures")}</h2>
      </div>
      <table className="list tabular-nums">
        <thead>
          <tr className="text-start">
            <th className="text-start">{t("figureCompany")}</th>
            <th className="text-start">{t("figureRow")}</th>
            <th className="text-start">{t("figureColumn")}</th>
            <th className="text-end">{t("figureValue")}</th>
            <th className="text-end">{t("figurePassage")}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ row, column, value, unit, passage, security_code }, index) => (
            <tr key={index}>
              <td className="min-w-[5.5em]" lang="ja">
                {names.get(security_code ?? "") ?? ""}
              </td>
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
