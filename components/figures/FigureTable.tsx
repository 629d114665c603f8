import { Link } from "@/components/ui/Link.tsx";
import type { ShownColumn, ShownFigure, ShownTable } from "@/lib/evidence/figures";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { PlaceWords } from "@/lib/reading/figures-view";
import { copiedLabel, FigureLabels } from "./FigureLabels.tsx";
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
  const columns = newestFirst(table.columns);
  const newest = table.columns[columns[0] ?? 0]?.end;
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
              <th scope="col" className={labelClass}>
                {t("item")}
              </th>
              {columns.map((at) => (
                <th
                  scope="col"
                  className={`text-end whitespace-nowrap ${table.columns[at]?.end === newest ? newestHead : ""}`}
                  key={at}
                >
                  {heads[at]}
                  {table.columns[at]?.members.map((member) => (
                    <span className="block font-normal" key={member}>
                      {member}
                    </span>
                  ))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={at}>
                <th
                  scope="row"
                  className={`${labelClass} min-w-50 font-normal`}
                  data-copy={copiedLabel({ names: row, members: row.members })}
                  style={{ paddingInlineStart: 10 * Math.min(row.depth, 6) }}
                >
                  <FigureLabels names={row} members={row.members} />
                </th>
                {columns.map((column) => {
                  const figure = row.cells[column] ?? null;
                  return (
                    <td
                      className={`text-end whitespace-nowrap tabular-nums ${table.columns[column]?.end === newest ? "font-semibold" : ""}`}
                      data-copy={figure?.text ?? ""}
                      key={column}
                    >
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
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The columns' positions, the newest period first; those of one period stay as filed. */
function newestFirst(columns: readonly ShownColumn[]): readonly number[] {
  return columns
    .map((_, at) => at)
    .sort((a, b) => (columns[b]?.end ?? "").localeCompare(columns[a]?.end ?? "") || a - b);
}

export const labelClass = "sticky left-0 z-1 bg-paper max-md:not-print:max-w-37 max-md:min-w-32 print:static";
const newestHead = "font-semibold text-ink! [box-shadow:inset_0_2px_var(--color-ink)]";
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
