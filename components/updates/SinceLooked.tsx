"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useOwnedDocuments } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { useLocale, useWords } from "@/lib/next/provider";
import { markSeen, type SeenMark } from "@/lib/next/queries/updates";
import { updateRoutes } from "@/lib/routes";
import { longDate } from "@/lib/text/format/clock";
import { byDay } from "./by-day.ts";
import { NewRow } from "./NewRow.tsx";
import type { NamedSource } from "./named-source.ts";
import { SourceLine } from "./SourceLine.tsx";

interface Props {
  readonly sources: readonly NamedSource[];
  /** When the owner last marked something as seen, in words. */
  readonly lookedAt: string | undefined;
  /** Why a part of it may be missing. */
  readonly note: string | undefined;
  readonly today: string;
}

/** New filings by day. The list stays through any number of visits until it is marked as seen, which can be taken back. */
export function SinceLooked({ sources, lookedAt, note, today }: Props) {
  const t = useWords("updates");
  const locale = useLocale();
  const router = useRouter();
  const [before, setBefore] = useState<readonly SeenMark[]>();
  const [failed, setFailed] = useState(false);
  const owned = useOwnedDocuments(
    sources.flatMap(({ documents }) => documents.map(({ document }) => document.document_id)),
  );
  const mark = async (marks: readonly SeenMark[], undo: boolean) => {
    setFailed(false);
    try {
      const earlier = await markSeen(marks);
      setBefore(undo ? undefined : earlier);
      router.refresh();
    } catch {
      setFailed(true);
    }
  };
  const see = (seen: readonly NamedSource[]) =>
    mark(
      seen.map(({ source, last_seq }) => ({ source, through_seq: last_seq })),
      false,
    );
  useShortcut("m", () => see(sources), t("keySeen"), { when: sources.length > 0 });
  return (
    <section className="mb-8" aria-labelledby="since">
      <div className="sect-h">
        <h2 id="since">{t("since")}</h2>
        <span className="text-muted text-12/ui">
          {lookedAt === undefined ? t("neverLooked") : t("lookedAt", { when: lookedAt })}
        </span>
        {sources.length === 0 ? null : (
          <span className="end">
            <button className="link" type="button" onClick={() => void see(sources)}>
              {t("allSeen")}
            </button>
          </span>
        )}
      </div>
      <p className={before === undefined && !failed ? "sr-only" : "say mb-2"} role="status">
        {failed ? t("failed") : before === undefined ? "" : t("wasSeen")}{" "}
        {before === undefined ? null : (
          <button className="link" type="button" ref={takeFocus} onClick={() => void mark(before, true)}>
            {t("undo")}
          </button>
        )}
      </p>
      {byDay(sources).map(([date, documents]) => (
        <section key={date} aria-labelledby={`day-${date}`}>
          <h3 className="border-b border-line pt-3 pb-1.5 text-13/5 font-semibold" id={`day-${date}`}>
            {date === today ? t("today") : date === "" ? t("undated") : longDate(date, locale)}
          </h3>
          <ol className="rows">
            {documents.map((shown) => (
              <NewRow
                key={shown.kind + shown.document.document_id}
                shown={shown}
                owned={owned.data?.find((each) => each.document_id === shown.document.document_id)}
              />
            ))}
          </ol>
        </section>
      ))}
      {sources.length === 0 ? null : (
        <details className="mt-3 print:hidden" open={sources.some(isCut)}>
          <summary className="cursor-pointer text-12/ui text-muted">{t("bySource")}</summary>
          <ul className="rows mt-1">
            {sources.map((source) => (
              <SourceLine
                key={source.source}
                source={source}
                tellHref={updateRoutes.subscriptions(source.source)}
                onSeen={() => void see([source])}
              />
            ))}
          </ul>
        </details>
      )}
      {sources.length === 0 ? <p className="text-12/ui text-muted">{t("nothingNew")}</p> : null}
      {note === undefined ? null : <p className="text-12/ui text-muted">{note}</p>}
    </section>
  );
}

/** The button that was pressed may be gone with the last row. */
const takeFocus = (undo: HTMLButtonElement | null) => undo?.focus();

/** More of it is new than is listed. */
function isCut({ published, amendments, withdrawals, documents }: NamedSource): boolean {
  return published + amendments + withdrawals > documents.length;
}
