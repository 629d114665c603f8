import Link from "next/link";
import type { ChangedSection, ChangeState } from "@/lib/changes/change-map";
import type { DocumentSummary } from "@/lib/contract/resources";
import type { DocumentChanges } from "@/lib/documents/changes";
import { getWords } from "@/lib/i18n/locale.server";
import { routes } from "@/lib/routes";

const marks: Readonly<Record<ChangeState, string>> = {
  same: "=",
  within: "·",
  renamed: "≈",
  changed: "±",
  new: "+",
  gone: "−",
  unknown: "?",
};

const indents = ["", "ps-5 max-md:ps-3", "ps-10 max-md:ps-6", "ps-14 max-md:ps-8", "ps-18 max-md:ps-8"];

/** One row for each section of both documents; each leads to what became of it, word by word. */
export async function ChangeTable(props: {
  readonly document: DocumentSummary;
  readonly changes: DocumentChanges;
  /** The section that is shown beside. */
  readonly current?: string | undefined;
  /** Whether `j` and `k` go through the rows. */
  readonly isNavigable?: boolean;
}) {
  const { document, changes, current } = props;
  const t = await getWords("changes");
  const lang = document.language ?? "ja";
  return (
    <table className="map">
      <caption className="sr-only">{t("caption")}</caption>
      <thead>
        <tr>
          <th className="c-box" scope="col">
            <span className="sr-only">{t("change")}</span>
          </th>
          <th scope="col">{t("section")}</th>
          <th className="c-chars text-end" scope="col">
            {t("length")}
          </th>
          <th className="c-cost text-end" scope="col">
            {t("change")}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map.sections.map((row) => {
          const id = row.after?.id ?? row.before?.id ?? "";
          const title = row.after?.title ?? row.before?.title ?? id;
          const before = row.before?.title ?? "";
          const notes = [
            row.before !== null && row.after !== null && (row.renamed || row.state === "renamed")
              ? t("was", { title: before })
              : "",
            row.moved ? t("moved") : "",
          ].filter((note) => note !== "");
          const isQuiet = row.state === "same" || row.state === "within";
          return (
            <tr
              key={`${row.state} ${id}`}
              data-row={props.isNavigable === true || undefined}
              data-change={row.state}
              aria-current={id === current || undefined}
            >
              <td className="c-box text-center text-muted" aria-hidden="true">
                {marks[row.state]}
              </td>
              <td className="c-nm">
                <span className={`nm ${indents[Math.min(row.depth, 4)]}`}>
                  <Link
                    className={row.state === "gone" ? "line-through" : isQuiet ? "text-muted!" : undefined}
                    href={routes.changes(document.document_id, { section: id })}
                    lang={lang}
                    prefetch={false}
                  >
                    {title}
                  </Link>
                  {notes.map((note) => (
                    <small key={note}>{note}</small>
                  ))}
                </span>
              </td>
              <td className="c-chars text-end whitespace-nowrap text-muted">{lengthBy(row, t)}</td>
              <td className={isQuiet ? "c-cost text-12 text-muted" : "c-cost text-12"} title={t(`${row.state}Tip`)}>
                {t(row.state)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Lengths beside a verdict; where the service gives no verdict they are all that is known. */
function lengthBy({ before, after }: ChangedSection, t: Awaited<ReturnType<typeof getWords<"changes">>>): string {
  if (before === null || after === null || before.characters === null || after.characters === null) return "";
  if (before.characters === 0) return "";
  const percent = Math.round(((after.characters - before.characters) / before.characters) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return t("lengthBy", { sign, percent: Math.abs(percent) });
}
