import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import type { ChangedSection, ChangeState } from "@/lib/text/changes/change-map";

const signs: Readonly<Record<ChangeState, string>> = {
  same: "=",
  within: "·",
  renamed: "≈",
  changed: "±",
  new: "+",
  gone: "−",
  unknown: "?",
};

const indents = ["", "ps-5 max-md:ps-3", "ps-10 max-md:ps-6", "ps-14 max-md:ps-8", "ps-18 max-md:ps-8"];

type ComparedDocument = Pick<DocumentSummary, "document_id" | "language">;
type ChangesWords = Awaited<ReturnType<typeof getWords<"changes">>>;

/** One row for each section of both documents; each leads to what became of it, word by word. */
export async function ChangeTable(props: {
  readonly document: ComparedDocument;
  readonly sections: readonly ChangedSection[];
  /** The section that is shown beside. */
  readonly current?: string | undefined;
  /** With `j` and `k`. */
  readonly isNavigable?: boolean;
}) {
  const { document, sections, current, isNavigable } = props;
  const t = await getWords("changes");
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
        {sections.map((row) => {
          const id = row.after?.id ?? row.before?.id ?? "";
          return (
            <tr
              key={`${row.before?.id} ${row.after?.id}`}
              data-change={row.state}
              data-row={isNavigable === true ? "true" : undefined}
              aria-current={id === current ? "true" : undefined}
            >
              <Cells row={row} href={routes.changes(document.document_id, { section: id })} document={document} t={t} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Cells(props: {
  readonly row: ChangedSection;
  readonly href: ReturnType<typeof routes.changes>;
  readonly document: ComparedDocument;
  readonly t: ChangesWords;
}) {
  const { row, t } = props;
  const isQuiet = row.state === "same" || row.state === "within";
  return (
    <>
      <td className="c-box text-center text-muted" aria-hidden="true">
        {signs[row.state]}
      </td>
      <td className="c-nm">
        <span className={`nm ${indents[Math.min(row.depth, 4)]}`}>
          <Link
            className={row.state === "gone" ? "line-through" : isQuiet ? "text-muted!" : undefined}
            href={props.href}
            lang={props.document.language ?? "ja"}
          >
            {row.after?.title ?? row.before?.title ?? row.after?.id ?? row.before?.id}
          </Link>
          {notesOf(row, t).map((note) => (
            <small key={note}>{note}</small>
          ))}
        </span>
      </td>
      <td className="c-chars text-end whitespace-nowrap text-muted">{lengthBy(row, t)}</td>
      <td className={isQuiet ? "c-cost text-12 text-muted" : "c-cost text-12"} title={t(`${row.state}Tip`)}>
        {t(row.state)}
      </td>
    </>
  );
}

function notesOf(row: ChangedSection, t: ChangesWords): readonly string[] {
  const wasNamed = row.before !== null && row.after !== null && (row.renamed || row.state === "renamed");
  return [...(wasNamed ? [t("was", { title: row.before?.title ?? "" })] : []), ...(row.moved ? [t("moved")] : [])];
}

/** Lengths beside a verdict; where the service gives no verdict they are all that is known. */
function lengthBy({ before, after }: ChangedSection, t: ChangesWords): string {
  if (before === null || after === null || before.characters === null || after.characters === null) return "";
  if (before.characters === 0) return "";
  const percent = Math.round(((after.characters - before.characters) / before.characters) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return t("lengthBy", { sign, percent: Math.abs(percent) });
}
