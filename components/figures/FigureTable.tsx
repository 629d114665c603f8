import { Link } from "@/components/ui/Link.tsx";
import type { ShownFigure, ShownTable } from "@/lib/evidence/figures";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { PlaceWords } from "@/lib/reading/figures-view";
import { FigureLabels, LabelSources } from "./FigureLabels.tsx";
import { type FigureWords, periodWords } from "./period-words.ts";

interface Props {
  readonly table: ShownTable;
  readonly placeOf: (figure: ShownFigure) => PlaceWords;
}

/** A statement: its items down, its periods across; every figure leads to its place in the text. */
export async function FigureTable({ table, placeOf }: Props) {
  const t = await getWords("figures");
  const locale = await getLocale();
  const heads = table.columns.map((column) => periodWords(column, t, locale));
  const title = [table.kind === "all" ? t("kind_all") : t(`kind_${table.kind}`), basisWords(table.basis, t)]
    .filter(Boolean)
    .join(locale === "ja" ? "・" : ", ");
  return (
    <section className="mt-7 min-w-0 first:mt-0">
      <div className="sect-h">
        <h2>{title}</h2>
        {table.heading === null ? null : (
          <span className="text-12/ui text-muted" lang="ja">
            {table.heading}
          </span>
        )}
      </div>
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
        <table className={tableClass}>
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 bg-paper max-md:static">
                {t("item")}
              </th>
              <th scope="col">{t("unit")}</th>
              {table.columns.map((column, at) => (
                <th scope="col" className="text-end whitespace-nowrap" key={at}>
                  {heads[at]}
                  {column.members.map((member) => (
                    <span className="block font-normal" key={member}>
                      {member}
                    </span>
                  ))}
                </th>
              ))}
              <th scope="col" className="whitespace-nowrap">
                {t("labelsFrom")}
              </th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={at}>
                <th
                  scope="row"
                  className="sticky left-0 min-w-50 bg-paper font-normal max-md:static max-md:min-w-40"
                  style={{ paddingInlineStart: 10 * Math.min(row.depth, 6) }}
                >
                  <FigureLabels names={row} members={row.members} />
                </th>
                <td className="whitespace-nowrap text-muted">{row.unit}</td>
                {row.cells.map((figure, column) => (
                  <td className="text-end whitespace-nowrap tabular-nums" key={column}>
                    {figure === null ? (
                      <span className="text-muted" title={t("none")}>
                        <span className="sr-only">{t("none")}</span>
                      </span>
                    ) : (
                      <Figure
                        figure={figure}
                        place={placeOf(figure)}
                        label={row.labels[0]?.text ?? row.element}
                        period={heads[column] ?? ""}
                        t={t}
                      />
                    )}
                  </td>
                ))}
                <td className="text-12/4.5 whitespace-nowrap text-muted">
                  <LabelSources names={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export const tableClass =
  "w-full leading-5 [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1 [&_:is(td,th)]:pe-3 [&_:is(td,th)]:align-top [&_thead_th]:text-12 [&_thead_th]:text-muted [&_th]:text-start [&_th.text-end]:text-end";

export function basisWords(basis: ShownTable["basis"], t: FigureWords): string {
  return basis === null ? "" : t(`basis_${basis}`);
}

export function Figure(props: {
  readonly figure: Pick<ShownFigure, "text" | "restated" | "fact">;
  readonly place: PlaceWords;
  readonly label: string;
  readonly period: string;
  readonly t: FigureWords;
}) {
  const { figure, place, t } = props;
  const { restated } = figure;
  const text = figure.text !== "" ? figure.text : figure.fact.nil ? t("nil") : (figure.fact.shown ?? t("nil"));
  return (
    <>
      <Link
        className={figure.text === "" ? "text-muted hover:text-ai" : "text-ink hover:text-ai"}
        href={place.href}
        title={placeTitle(place, t)}
        aria-label={`${text} ${t("opens", { label: props.label, period: props.period })} ${placeTitle(place, t)}`}
      >
        {text}
      </Link>
      {restated === null ? null : (
        <span
          className="block text-12/4.5 text-amber-ink"
          title={t("restatedTo", { document: restated.documentId, value: restated.text })}
        >
          {t("restated")} {restated.text}
        </span>
      )}
    </>
  );
}

export function placeTitle({ section, price }: PlaceWords, t: FigureWords): string {
  if (section === null) return t("opensCover");
  return price === null ? t("opensIn", { section }) : t("opensAt", { section, price });
}
