import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ComparedView } from "@/lib/reading/compared-figures";
import { api, routes } from "@/lib/routes";
import { CopyTable } from "./CopyTable.tsx";
import { ForecastTable } from "./ForecastTable.tsx";
import { dayWords, periodWords } from "./period-words.ts";
import { RefillWorkbook } from "./RefillWorkbook.tsx";
import { RowPlot } from "./RowPlot.tsx";
import { SeriesTable } from "./SeriesTable.tsx";
import { unreadNote } from "./unread-words.ts";

/** Figures of all owned packages side by side: the address holds the choice, so a form without scripts makes it. */
export async function ComparedFigures({ view }: { readonly view: ComparedView }) {
  const t = await getWords("figures");
  const locale = await getLocale();
  const chosen = view.issuers.filter((each) => each.chosen).map(({ code }) => code);
  const extra = view.amounts.filter((each) => each.chosen).map(({ concept }) => concept);
  const query = { issuer: chosen, row: extra, periods: view.yearsOnly ? "years" : null };
  const { plotted } = view;
  return (
    <>
      <header className="mb-5">
        <h1 className="h-page">{t("compareTitle")}</h1>
        {view.issuers.length === 0 ? null : (
          <p className="mt-0.5 text-14 text-muted">
            {t("compareLead", { n: view.issuers.reduce((sum, { count }) => sum + count, 0) })}
          </p>
        )}
      </header>
      {view.issuers.length === 0 ? (
        <div className="empty">
          <h2>{t("noFilingsTitle")}</h2>
          <p>{t("noFilingsText")}</p>
        </div>
      ) : (
        <Choice view={view} />
      )}
      {view.rows.length === 0 ? null : (
        <>
          <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
            <CopyTable within="compared" label={t("copy")} done={t("copied")} />
            <a href={api.comparedFile({ issuer: chosen, format: "csv" })} download>
              {t("csv")}
            </a>
            <a href={api.comparedFile({ issuer: chosen, format: "xlsx" })} download>
              {t("xlsx")}
            </a>
          </p>
          {plotted === null ? null : (
            <figure className="mb-6">
              <figcaption className="mb-1">
                <span lang={plotted.labelLang}>{plotted.label}</span>{" "}
                <span className="text-muted">
                  <span lang="ja">{plotted.issuer}</span> {plotted.unit}
                </span>
              </figcaption>
              <RowPlot
                title={t("plotOf", { label: `${plotted.issuer} ${plotted.label}` })}
                unit={plotted.unit}
                points={view.columns.map((column, at) => ({
                  name: periodWords(column, t, locale),
                  tick: column.end.slice(0, 7).replace("-", "/"),
                  value: plotted.cells[at]?.number ?? null,
                  text: plotted.cells[at]?.text ?? t("plotGap"),
                }))}
              />
            </figure>
          )}
          <div id="compared">
            <SeriesTable view={view} plotHref={(plot) => routes.comparedFigures({ ...query, plot })} />
          </div>
          <p className="mt-2 text-12/ui text-muted">{t("definitionsNote")}</p>
        </>
      )}
      {view.histories.length === 0 ? null : (
        <section className="mt-8 min-w-0" aria-labelledby="forecasts">
          <h2 className="text-16/6 font-semibold" id="forecasts">
            {t("forecastTitle")}
          </h2>
          <p className="text-muted">{t("forecastLead")}</p>
          {view.histories.map((history) => (
            <ForecastTable key={history.key} history={history} />
          ))}
        </section>
      )}
      {view.issuers.length === 0 ? null : <RefillWorkbook />}
      {view.filings.length + view.unread.length === 0 ? null : (
        <section className="mt-8 min-w-0" aria-labelledby="compared-filings">
          <div className="sect-h">
            <h2 id="compared-filings">{t("filings")}</h2>
          </div>
          <ul className="rows">
            {view.filings.map(({ documentId, title, filedAt }) => (
              <li className="grid-cols-[110px_minmax(0,1fr)]" key={documentId}>
                <span className="text-muted">{dayWords(filedAt.slice(0, 10), locale)}</span>
                <Link href={routes.figures(documentId)} lang="ja">
                  {title ?? documentId}
                </Link>
              </li>
            ))}
            {view.unread.map(({ documentId, originalId, title, reason }) => (
              <li className="grid-cols-[110px_minmax(0,1fr)]" key={documentId}>
                <span className="text-muted">{unreadNote(reason, t)}</span>
                <Link href={routes.original(documentId, originalId)} lang="ja">
                  {title ?? documentId}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

async function Choice({ view }: { readonly view: ComparedView }) {
  const t = await getWords("figures");
  return (
    <form className="mb-5 grid justify-items-start gap-3 print:hidden" method="get" action={routes.comparedFigures()}>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="text-12/ui text-muted">{t("issuers")}</legend>
        {view.issuers.map(({ code, name, count, chosen }) => (
          <label className="flex items-center gap-1.5" key={code}>
            <input type="checkbox" name="issuer" value={code} defaultChecked={chosen} />
            <span lang="ja">{name ?? code}</span> <span className="text-muted">{count}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex items-center gap-1.5 whitespace-nowrap">
          {t("periods")}
          <select className="input" name="periods" defaultValue={view.yearsOnly ? "years" : ""}>
            <option value="">{t("periods_all")}</option>
            <option value="years">{t("periods_years")}</option>
          </select>
        </label>
        <label className="flex items-center gap-1.5 whitespace-nowrap">
          {t("addRow")}
          <select
            className="input max-w-70"
            name="row"
            defaultValue={view.amounts.find(({ chosen }) => chosen)?.concept ?? ""}
          >
            <option value="">{t("addRowNone")}</option>
            {view.amounts.map(({ concept, label }) => (
              <option value={concept} key={concept}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button className="btn" type="submit">
          {t("show")}
        </button>
      </div>
    </form>
  );
}
