import type { Route } from "next";
import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ComparedCell, ComparedRow, ComparedView } from "@/lib/reading/compared-figures";
import { basisWords, labelClass, placeTitle, tableClass } from "./FigureTable.tsx";
import { type FigureWords, periodWords } from "./period-words.ts";

interface Props {
  readonly view: ComparedView;
  /** The same page with another row plotted. */
  readonly plotHref: (key: string) => Route;
}

/** Rows of one definition each, periods across. A year of which nothing is known is a column of its own. */
export async function SeriesTable({ view, plotHref }: Props) {
  const t = await getWords("figures");
  const locale = await getLocale();
  const heads = view.columns.map((column) => periodWords(column, t, locale));
  const newest = view.columns.map((column, at) => ({ column, at })).reverse();
  const several = view.issuers.filter(({ chosen }) => chosen).length > 1;
  return (
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={t("compareTitle")}>
      <table className={tableClass}>
        <thead>
          <tr>
            <th scope="col" className={labelClass}>
              {t("item")}
            </th>
            {newest.map(({ column, at }) => (
              <th scope="col" className="text-end whitespace-nowrap" key={at}>
                {heads[at]}
                {column.missing ? <span className="block font-normal">{t("gap")}</span> : null}
              </th>
            ))}
            <th scope="col" className="print:hidden">
              <span className="sr-only">{t("plot")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                className={`${labelClass} min-w-50 font-normal`}
                data-copy={[
                  several ? row.issuer : "",
                  row.label,
                  basisWords(row.basis, t),
                  row.standard,
                  `[${row.unit}]`,
                ]
                  .filter(Boolean)
                  .join(" ")}
              >
                {several ? (
                  <span className="block text-12/4.5 text-muted" lang="ja">
                    {row.issuer}
                  </span>
                ) : null}
                <span lang={row.labelLang} title={row.elements.join("\n")}>
                  {row.label}
                </span>{" "}
                <span className="ms-1 text-12/4.5 whitespace-nowrap text-muted">{row.unit}</span>{" "}
                <span className="ms-1.5 text-12/4.5 text-muted phone:ms-0 phone:block">
                  {[basisWords(row.basis, t), row.standard].filter(Boolean).join(locale === "ja" ? "・" : ", ")}
                </span>
                {row.elements.length > 1
                  ? row.elements.map((element, at) => (
                      <span className="block text-12/4.5 text-muted" key={element}>
                        {letterOf(at)} {element}
                      </span>
                    ))
                  : null}
              </th>
              {newest.map(({ at }) => (
                <td className="text-end whitespace-nowrap tabular-nums" data-copy={row.cells[at]?.text ?? ""} key={at}>
                  <Cell row={row} cell={row.cells[at] ?? null} period={heads[at] ?? ""} t={t} />
                </td>
              ))}
              <td className="print:hidden">
                <Link href={plotHref(row.key)} aria-label={t("plotOf", { label: row.label })}>
                  {t("plot")}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell(props: { row: ComparedRow; cell: ComparedCell | null; period: string; t: FigureWords }) {
  const { row, cell, t } = props;
  if (cell === null) return <span className="sr-only">{t("none")}</span>;
  const letter = row.elements.length > 1 ? letterOf(cell.element) : "";
  return (
    <>
      <Link
        className="text-ink hover:text-ai"
        href={cell.place.href}
        title={`${cell.documentId}: ${placeTitle(cell.place, t)}`}
        aria-label={`${cell.text} ${letter} ${t("opens", { label: row.label, period: props.period })} ${placeTitle(cell.place, t)}`}
      >
        {cell.text}
      </Link>
      {letter === "" ? null : <sup className="ms-0.5 text-muted">{letter}</sup>}
      {cell.before.map(({ text, documentId }) => (
        <span
          className="block text-12/4.5 text-amber-ink"
          key={documentId}
          title={t("restatedFrom", { document: documentId, value: text })}
        >
          {t("restated")} <s>{text}</s>
        </span>
      ))}
    </>
  );
}

function letterOf(at: number): string {
  return String.fromCharCode(97 + (at % 26));
}
