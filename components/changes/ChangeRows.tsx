"use client";

import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { ChangeState } from "@/lib/text/changes/change-map";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";
import type { ChangeRow } from "./change-rows.ts";

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

/** A client component: of one of the server the whole tree would be sent once more, several times as long as its rows. */
export function ChangeRows(props: {
  readonly documentId: string;
  readonly lang: string;
  readonly rows: readonly ChangeRow[];
  readonly current: string | undefined;
  readonly isNavigable: boolean;
}) {
  const { documentId, lang, rows, current, isNavigable } = props;
  const t = useWords("changeTable");
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
        {rows.map((row) => (
          <tr
            key={`${row.id} ${row.state === "gone"}`}
            data-change={row.state}
            data-row={isNavigable ? "true" : undefined}
            aria-current={row.id === current ? "true" : undefined}
          >
            <Cells row={row} documentId={documentId} lang={lang} t={t} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cells(props: {
  readonly row: ChangeRow;
  readonly documentId: string;
  readonly lang: string;
  readonly t: Words<WordKey<"changeTable">>;
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
            href={routes.changes(props.documentId, { section: row.id })}
            lang={props.lang}
          >
            {row.title}
          </Link>
          {row.was === undefined ? null : <small>{t("was", { title: row.was })}</small>}
          {row.isMoved === true ? <small>{t("moved")}</small> : null}
        </span>
      </td>
      <td className="c-chars text-end whitespace-nowrap text-muted">
        {row.lengthBy === undefined
          ? null
          : t("lengthBy", { sign: signOf(row.lengthBy), percent: Math.abs(row.lengthBy) })}
      </td>
      <td className={isQuiet ? "c-cost text-12 text-muted" : "c-cost text-12"} title={t(`${row.state}Tip`)}>
        {t(row.state)}
      </td>
    </>
  );
}

function signOf(percent: number): string {
  return percent > 0 ? "+" : percent < 0 ? "−" : "±";
}
