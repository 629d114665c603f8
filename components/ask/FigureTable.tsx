"use client";

import { Link } from "@/components/ui/Link.tsx";
import type { AnswerRun } from "@/lib/features/ask/record";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import type { Locale } from "@/lib/text/i18n/words";
import { comparisonOf } from "@/lib/text/passages/compare-figures";
import { contextWords } from "./ask-words.ts";
import { ComparisonTable, PassageLink } from "./ComparisonTable.tsx";

interface Props {
  readonly figures: readonly Omit<AnswerRun["figures"][number], "score">[];
  readonly plan: AnswerRun["plan"];
}

/** On a phone: the company, the row and its figure, the column. */
const record =
  "phone:grid phone:grid-cols-[minmax(0,1fr)_auto_auto] phone:gap-x-3 phone:border-b phone:border-line phone:py-2 phone:*:border-0 phone:*:p-0";

/** Figures with their company; several of one item as a comparison. */
export function FigureTable({ figures, plan }: Props) {
  const t = useWords("ask");
  const locale = useLocale();
  if (figures.length === 0) return null;
  const names = new Map([
    ...plan.documents.map(({ security_code, issuer_name }) => [security_code ?? "", issuer_name ?? ""] as const),
    ...plan.issuers.map(({ security_code, name }) => [security_code, name] as const),
  ]);
  const comparison = comparisonOf(figures);
  const places = <FactPlaces figures={figures} />;
  const isQuoted = figures.some(({ passage }) => passage !== null);
  if (comparison !== undefined)
    return (
      <>
        <ComparisonTable figures={figures} comparison={comparison} names={names} />
        {places}
      </>
    );
  return (
    <section className="mt-6" aria-labelledby="figures-head">
      <div className="sect-h">
        <h2 id="figures-head">{t(isQuoted ? "figures" : "ownedFigures")}</h2>
      </div>
      <table className="list tabular-nums phone:block">
        <thead className="phone:absolute phone:[clip-path:inset(50%)]">
          <tr className="text-start">
            <th className="text-start">{t("figureCompany")}</th>
            <th className="text-start">{t("figureRow")}</th>
            <th className="text-start">{t("figureColumn")}</th>
            <th className="text-end">{t("figureValue")}</th>
            {isQuoted ? <th className="text-end">{t("figurePassage")}</th> : null}
          </tr>
        </thead>
        <tbody className="phone:block">
          {figures.map(({ row, column, value, unit, passage, security_code, fact }, index) => (
            <tr className={record} key={index}>
              <td className="min-w-[5.5em] phone:col-span-full phone:text-12/5 phone:text-muted" lang="ja">
                {names.get(security_code ?? "") ?? ""}
              </td>
              <td className="min-w-[5.5em]" lang="ja">
                {row}
              </td>
              <td
                className="phone:row-start-3 phone:text-12/5 phone:text-muted"
                lang={fact === undefined ? "ja" : undefined}
              >
                {fact === undefined ? column : contextWords(fact, t, locale)}
              </td>
              <td className="text-end">
                <span className="text-16 font-semibold whitespace-nowrap">{value}</span>
                {unit === null ? null : (
                  <span className="ms-1 whitespace-nowrap text-muted" lang="ja">
                    {unit}
                  </span>
                )}
              </td>
              {isQuoted ? (
                <td className="text-end">
                  <PassageLink passage={passage} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {places}
    </section>
  );
}

/** Of figures of packages: the element, times and basis, and where they stand. */
function FactPlaces({ figures }: Pick<Props, "figures">) {
  const t = useWords("ask");
  const locale = useLocale();
  const facts = figures.flatMap(({ fact, ...figure }) => (fact === undefined ? [] : [{ ...figure, fact }]));
  const places = Map.groupBy(facts, ({ fact, document_id, section_id }) =>
    [fact.element, document_id, section_id].join(" "),
  );
  if (facts.length === 0) return null;
  return (
    <>
      <p className="mt-3 text-12/5 text-muted">{t("ownedFiguresNote")}</p>
      <ul className="text-12/5 text-muted [overflow-wrap:anywhere]" data-facts="">
        {[...places].map(([place, same]) => (
          <FactPlace key={place} same={same} locale={locale} />
        ))}
      </ul>
    </>
  );
}

type Shown = Props["figures"][number];

function FactPlace(props: {
  readonly same: readonly (Shown & { readonly fact: NonNullable<Shown["fact"]> })[];
  readonly locale: Locale;
}) {
  const t = useWords("ask");
  const { same, locale } = props;
  const [first] = same;
  if (first === undefined) return null;
  const { fact, row, document_id, section_id } = first;
  const contexts = same.map((each) => contextWords(each.fact, t, locale));
  return (
    <li>
      {locale === "en" ? fact.label_en : <span lang="ja">{row}</span>} <code translate="no">{fact.element}</code>
      {locale === "ja" ? `：${contexts.join("；")}。` : `: ${contexts.join("; ")}. `}
      <Link href={routes.figures(document_id)} lang="ja">
        {fact.document_title ?? document_id}
      </Link>
      {section_id === null ? null : (
        <>
          {between(locale)}
          <Link href={routes.section(document_id, section_id)} lang="ja">
            {fact.heading ?? section_id}
          </Link>
        </>
      )}
    </li>
  );
}
