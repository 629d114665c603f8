"use client";

import { useLocale, useWords } from "@/lib/next/provider";
import type { ComparedFigure, Comparison } from "@/lib/text/passages/compare-figures";
import { periodWords } from "./ask-words.ts";

interface Props {
  readonly figures: readonly ComparedFigure[];
  readonly comparison: Comparison;
  readonly names: ReadonlyMap<string, string>;
}

/** One item of several companies or years; what is computed stands apart and says so. */
export function ComparisonTable({ figures, comparison, names }: Props) {
  const t = useWords("ask");
  const locale = useLocale();
  const { periods, rows, computed } = comparison;
  const [first] = figures;
  return (
    <section className="mt-6" aria-labelledby="figures-head">
      <div className="sect-h">
        {locale === "en" && first?.fact !== undefined ? (
          <h2 id="figures-head">{first.fact.label_en}</h2>
        ) : (
          <h2 id="figures-head" lang="ja">
            {first?.row}
          </h2>
        )}
        {first?.unit == null ? null : (
          <span className="text-12/5 text-muted" lang="ja">
            {first.unit}
          </span>
        )}
      </div>
      <div className="overflow-x-auto">
        <table className="list tabular-nums">
          <thead>
            <tr>
              <th className="text-start">{t("figureCompany")}</th>
              {periods.length === 0 ? (
                <>
                  <th className="text-start">{t("figurePeriod")}</th>
                  <th className="text-end">{t("figureValue")}</th>
                </>
              ) : (
                periods.map((period) => (
                  <th className="text-end whitespace-nowrap" key={period}>
                    {periodWords(period, t, locale)}
                  </th>
                ))
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ security_code, figures: cells }) => (
              <tr key={security_code}>
                <th className="text-start font-normal whitespace-nowrap" lang="ja" scope="row">
                  {names.get(security_code) ?? security_code}
                </th>
                {periods.length > 0 ? null : (
                  <td className="whitespace-nowrap">{periodWords(figures[cells[0] ?? 0]?.period ?? "", t, locale)}</td>
                )}
                {cells.map((at, column) => (
                  <td className="text-end whitespace-nowrap" key={column}>
                    {at === null ? null : <Cell figure={figures[at]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {computed.length === 0 ? null : (
        <>
          <dl className="facts mt-3 grid-cols-[minmax(0,max-content)_max-content] text-12/5" data-computed="">
            {computed.map(({ kind, of: [from, to], value, unit }, index) => (
              <div className="contents" key={index}>
                <dt>
                  {t(`computed_${kind}`)}
                  {": "}
                  <Of figure={figures[to]} than={figures[from]} names={names} />
                </dt>
                <dd className="tabular-nums">
                  {value}
                  <span className="ms-1 text-muted" lang="ja">
                    {kind === "ratio" ? t("times") : unit}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-1 text-12/5 text-muted">{t("computedNote")}</p>
        </>
      )}
    </section>
  );
}

function Cell({ figure }: { readonly figure: ComparedFigure | undefined }) {
  if (figure === undefined) return null;
  return (
    <>
      <span className="text-16 font-semibold">{figure.value}</span>
      <sup className="ms-0.5">
        <PassageLink passage={figure.passage} />
      </sup>
    </>
  );
}

/** To the passage whose row has the figure; a figure of a package has its place beneath the table. */
export function PassageLink({ passage }: Pick<ComparedFigure, "passage">) {
  const t = useWords("ask");
  if (passage === null) return null;
  return (
    <a href={`#passage-${passage + 1}`} aria-label={t("passageNumber", { n: passage + 1 })}>
      {passage + 1}
    </a>
  );
}

/** The names where they differ, else the periods. */
function Of(props: {
  readonly figure: ComparedFigure | undefined;
  readonly than: ComparedFigure | undefined;
  readonly names: ReadonlyMap<string, string>;
}) {
  const t = useWords("ask");
  const locale = useLocale();
  const { figure, than, names } = props;
  const isOtherIssuer = figure?.security_code !== than?.security_code;
  const named = (each: ComparedFigure | undefined) =>
    isOtherIssuer ? (names.get(each?.security_code ?? "") ?? "") : periodWords(each?.period ?? "", t, locale);
  return (
    <span lang={isOtherIssuer ? "ja" : undefined}>
      {named(figure)} / {named(than)}
    </span>
  );
}
