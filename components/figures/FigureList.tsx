import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ReadFiguresView } from "@/lib/reading/figures-view";
import { routes } from "@/lib/routes";
import { copiedLabel, FigureLabels } from "./FigureLabels.tsx";
import { basisWords, Figure, tableClass } from "./FigureTable.tsx";
import { periodWords } from "./period-words.ts";

/** Every figure of the package in the order of its text: nothing that was tagged is left out. */
export async function FigureList({ view }: { readonly view: ReadFiguresView }) {
  const t = await getWords("figures");
  const locale = await getLocale();
  const { list } = view;
  if (list === null) return null;
  const to = list.from + list.figures.length;
  const part = t("listPart", { from: list.from + 1, to, total: list.total });
  return (
    <section className="min-w-0">
      <div className="sect-h">
        <h2>{t("kind_all")}</h2>
        <span className="text-12/ui text-muted">{part}</span>
        <span className="end flex gap-3">
          {list.from > 0 ? <PartLink view={view} from={list.from - list.figures.length} word={t("previous")} /> : null}
          {to < list.total ? <PartLink view={view} from={to} word={t("next")} /> : null}
        </span>
      </div>
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={t("kind_all")}>
        <table className={tableClass}>
          <thead>
            <tr>
              <th scope="col">{t("item")}</th>
              <th scope="col">{t("period")}</th>
              <th scope="col">{t("rowBasis")}</th>
              <th scope="col" className="text-end">
                {t("value")}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.figures.map((each) => {
              const period = each.period === null ? "" : periodWords(each.period, t, locale);
              return (
                <tr key={each.at}>
                  <th
                    scope="row"
                    className="font-normal"
                    data-copy={copiedLabel({ names: each, members: each.members })}
                  >
                    <FigureLabels names={each} members={each.members} />
                  </th>
                  <td className="whitespace-nowrap">{period}</td>
                  <td className="whitespace-nowrap">{basisWords(each.basis, t)}</td>
                  <td className="text-end whitespace-nowrap tabular-nums" data-copy={each.figure.text}>
                    <Figure
                      figure={each.figure}
                      place={view.placeOf(each.figure)}
                      label={each.labels[0]?.text ?? each.element}
                      period={period}
                      t={t}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function PartLink({ view, from, word }: { view: ReadFiguresView; from: number; word: string }) {
  const query = { show: "all", from: Math.max(0, from) || null };
  return <Link href={routes.figures(view.document.document_id, query)}>{word}</Link>;
}
