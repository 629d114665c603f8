import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ShownForecast, ShownHistory } from "@/lib/reading/compared-figures";
import { routes } from "@/lib/routes";
import { basisWords, placeTitle, tableClass } from "./FigureTable.tsx";
import { dayWords, type FigureWords, periodWords } from "./period-words.ts";

/** Notice by notice, and the outcome. */
export async function ForecastTable({ history }: { readonly history: ShownHistory }) {
  const t = await getWords("figures");
  const locale = await getLocale();
  const title = t("forecastOf", { period: periodWords(history.period, t, locale) });
  return (
    <section className="mt-6 min-w-0">
      <div className="sect-h">
        <h3>{title}</h3>
        <span className="text-12/ui text-muted">
          <span lang="ja">{history.issuer}</span> {basisWords(history.basis, t)}
        </span>
      </div>
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={`${history.issuer} ${title}`}>
        <table className={tableClass}>
          <thead>
            <tr>
              <th scope="col">{t("filed")}</th>
              <th scope="col">{t("filing")}</th>
              {history.heads.map(({ label, lang, unit }, at) => (
                <th scope="col" className="text-end" key={at}>
                  <span lang={lang}>{label}</span>
                  <span className="block font-normal">{unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {history.entries.map((entry) => (
              <tr key={`${entry.documentId} ${entry.kind}`}>
                <td className="whitespace-nowrap">{dayWords(entry.filedAt.slice(0, 10), locale)}</td>
                <th scope="row" className="font-normal">
                  <Link href={routes.figures(entry.documentId)} lang="ja">
                    {entry.title ?? entry.documentId}
                  </Link>{" "}
                  <span className="text-muted">{t(entry.kind === "result" ? "kindResult" : "kindForecast")}</span>
                </th>
                {entry.cells.map((cell, at) => (
                  <td className="text-end whitespace-nowrap tabular-nums" key={at}>
                    {cell === null ? <span className="sr-only">{t("none")}</span> : <Cell cell={cell} t={t} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ cell, t }: { readonly cell: ShownForecast; readonly t: FigureWords }) {
  const text = cell.high === null ? cell.low : t("range", { low: cell.low, high: cell.high });
  return (
    <>
      <Link className="text-ink hover:text-ai" href={cell.place.href} title={placeTitle(cell.place, t)}>
        {text}
      </Link>
      {cell.change === null || cell.change === "same" ? null : (
        <span className="block text-12/4.5 text-muted">
          {cell.change === "up" ? "▲" : "▼"} {t(cell.change)}
        </span>
      )}
    </>
  );
}
